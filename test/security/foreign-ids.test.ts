/**
 * Object-level authorisation over the registry: whatever names something of another user is
 * answered exactly like what names nothing at all, and changes nothing. Fields are found in the
 * request schemas, ids of others in what those others can read, so that an endpoint or a
 * kind of object that is added later is covered without a change here.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBody } from "../../src/core/state-encoding.ts";
import { uidOf } from "../../src/gateway/auth/uid.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import type { FieldReading } from "../../src/gateway/http/fields.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { queryOf } from "./bad-requests.ts";
import type { SentValue } from "./field-faults.ts";
import {
  batchField,
  type FieldSchema,
  type Fields,
  goodFields,
  goodItem,
  itemSchema,
  type RequestSchema,
  sentRequest,
} from "./good-requests.ts";
import { type HostileWorld, hostileWorld, SUB_ACCOUNTS } from "./hostile-world.ts";
import { addRecords } from "./others-records.ts";

/** Whose things the caller of a version asks for. */
const OTHERS = { v2: ["bob"], v3: ["vera"] } as const;

/** The planned users come before the virtual sub-accounts. */
const SUB_ACCOUNT_INDEX = { bob: 8, vera: 10 } as const;

type Subject = "record" | "client_id" | "uid" | "api_key";

/** Texts that name a user or a key. */
const TEXT_SUBJECTS: Readonly<Record<string, Subject>> = {
  ...{ subUid: "uid", subAccountUid: "uid", fromUserId: "uid", toUserId: "uid", uid: "uid" },
  ...{ riskUnitId: "uid", userId: "uid", targetUid: "uid", fromUid: "uid", toUid: "uid" },
  ...{ apiKey: "api_key", apikey: "api_key", subAccountApiKey: "api_key" },
};

/** Texts that end like names of objects and are none: lists that are the same for all users. */
const COMMON: readonly string[] = ["productId", "payMethodId", "requestId"];

const LOOKS_LIKE_ID = /(id|uid|oid|key)s?$/i;

/** Paths whose client id names what the request creates: another user's may be used as well. */
const CREATES =
  /\/(place-[a-z-]+|batch-(place-)?orders?|[a-z-]*transfer|withdraw(al)?|borrow|repay|click-backhand)$/;
/** Ads are public: anyone reads and orders from them. */
const PUBLIC_RECORDS: readonly string[] = ["/api/v3/p2p/ad-info", "/api/v3/p2p/order-create"];

/** Other fields that name the same thing; a request carries one of them. */
const REPLACES: Partial<Readonly<Record<Subject, readonly string[]>>> = {
  client_id: ["orderId"],
  api_key: ["apiKey"],
};

interface Named {
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly subject: Subject;
  readonly isOfItem: boolean;
  readonly isList: boolean;
}

function subjectOf(name: string, reads: FieldReading): Subject | "common" | undefined {
  if (reads.kind === "id") return "record";
  if (reads.kind === "client_id") return "client_id";
  const isText = reads.kind === "text" || reads.kind === "name";
  if (!isText || !LOOKS_LIKE_ID.test(name)) return undefined;
  return COMMON.includes(name) ? "common" : TEXT_SUBJECTS[name];
}

function readingOf(field: FieldSchema): FieldReading | undefined {
  return field["x-reads"] ?? (field.items as FieldSchema | undefined)?.["x-reads"];
}

/** Every field of the endpoint that names something. */
function namedOf(endpoint: Endpoint): readonly Named[] {
  const schema = endpoint.request as RequestSchema;
  const batch = batchField(schema);
  const levels = [
    [schema, false],
    [itemSchema(schema), true],
  ] as const;
  return levels.flatMap(([level, isOfItem]) =>
    Object.entries(level?.properties ?? {}).flatMap(([name, field]): Named[] => {
      const reads = readingOf(field);
      if (reads === undefined || name === batch) return [];
      const subject = subjectOf(name, reads);
      if (subject === undefined || subject === "common") return [];
      const isList = field["x-reads"] === undefined;
      return [{ endpoint, name, subject, isOfItem, isList }];
    }),
  );
}

function isReversal({ paths }: Endpoint): boolean {
  return paths[0].endsWith("click-backhand");
}

/** The fields by which the endpoint looks something up that has an owner. */
function lookedUpBy(endpoint: Endpoint): readonly Named[] {
  const [path] = endpoint.paths;
  return namedOf(endpoint).filter(({ name, subject }) => {
    if (subject === "record") return !PUBLIC_RECORDS.includes(path);
    return subject !== "client_id" || !(CREATES.test(path) || name.startsWith("new"));
  });
}

/** The request with one field changed; an id replaces the other id of the same thing. */
function requestOf(world: HostileWorld, named: Named, value: string): string {
  const { endpoint, isList, isOfItem, name } = named;
  const { orders } = world.sides[endpoint.version];
  const sent: SentValue = isList ? [value] : value;
  const replaced = REPLACES[named.subject]?.filter((other) => other !== name) ?? [];
  const changed = (fields: Fields): Fields => {
    const kept = Object.entries(fields).filter(([other]) => !replaced.includes(other));
    return { ...Object.fromEntries(kept), [name]: sent };
  };
  const fields = goodFields(endpoint, orders);
  const hasItems = itemSchema(endpoint.request as RequestSchema) !== undefined;
  const items = hasItems ? [goodItem(endpoint, orders)] : [];
  const request = isOfItem
    ? sentRequest(endpoint, fields, items.map(changed))
    : sentRequest(endpoint, changed(fields), items);
  return endpoint.method === "GET" ? queryOf(request as Fields) : JSON.stringify(request);
}

const ID = /"(\d{16,19})"/g;

/** Ids in the answers to all that a user can read. */
async function readableBy(world: HostileWorld, name: string, version: "v2" | "v3") {
  const ids = new Set<string>();
  for (const endpoint of listEndpoints()) {
    if (endpoint.method !== "GET" || endpoint.version !== version) continue;
    if (endpoint.access.kind === "public") continue;
    const fields = { ...goodFields(endpoint, world.sides[version].orders) };
    const { body } = await world.sendAs(name, endpoint, queryOf(fields));
    for (const [, id = ""] of body.matchAll(ID)) ids.add(id);
  }
  return ids;
}

/** What the other user has and the caller does not, and what does not exist for any user. */
class Strange {
  readonly records: readonly string[];
  readonly #known: ReadonlySet<string>;

  constructor(own: ReadonlySet<string>, others: ReadonlySet<string>) {
    this.#known = new Set([...own, ...others]);
    this.records = [...others].filter((id) => !own.has(id)).sort();
  }

  /** The next id that no user has: a cursor stands at the same place with either. */
  unknown(id: string): string {
    for (let next = BigInt(id) + 1n; ; next += 1n) {
      const text = String(next).padStart(id.length, "0");
      if (!this.#known.has(text)) return text;
    }
  }
}

/** An answer without what was asked for, and without the ids and times of what it created. */
function answerOf({ body, status }: { status: number; body: string }, value: string): string {
  const plain = body.replaceAll(value, "<asked>").replaceAll(ID, '"<id>"');
  return `${status} ${plain.replace(/"requestTime":\d+/, "")}`;
}

describe("whatever names something of another user", () => {
  let world: HostileWorld;
  const strange = new Map<"v2" | "v3", Strange>();
  beforeAll(async () => {
    world = await hostileWorld();
    for (const version of ["v2", "v3"] as const) {
      const { caller } = world.sides[version];
      for (const name of OTHERS[version]) await addRecords(world, name, version);
      const own = await readableBy(world, caller, version);
      const others = new Set<string>();
      for (const name of OTHERS[version]) {
        for (const id of await readableBy(world, name, version)) others.add(id);
      }
      strange.set(version, new Strange(own, others));
    }
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  /** Names of the other user's things beside names of nothing, of the same shape. */
  function pairsOf({ endpoint, subject }: Named): readonly (readonly [string, string])[] {
    const [other] = OTHERS[endpoint.version];
    const { foreign } = world.sides[endpoint.version];
    switch (subject) {
      case "record": {
        const others = strange.get(endpoint.version);
        if (others === undefined) throw new Error("ids are collected");
        return others.records.map((id) => [id, others.unknown(id)]);
      }
      case "client_id":
        return [...new Set(Object.values(foreign).map(({ clientOid }) => clientOid))]
          .filter((id) => id !== "")
          .map((id) => [id, id.replaceAll(/[a-z]/g, "z")]);
      case "uid":
        return [world.exchange.user(other).index, SUB_ACCOUNT_INDEX[other]].map((index) => [
          uidOf(index),
          uidOf(99_999),
        ]);
      case "api_key":
        return [[SUB_ACCOUNTS[other].apiKey, `bg_${"0".repeat(32)}`]];
    }
  }

  it("has records of many kinds that others own", () => {
    for (const version of ["v2", "v3"] as const) {
      expect(strange.get(version)?.records.length, version).toBeGreaterThan(10);
    }
  });

  it("is known to this test by every name that the registry uses", () => {
    const unknown = listEndpoints().flatMap(({ paths, request }) =>
      [request as RequestSchema, itemSchema(request as RequestSchema)].flatMap((level) =>
        Object.entries(level?.properties ?? {})
          .filter(([name, field]) => {
            const reads = readingOf(field);
            if (reads === undefined || !LOOKS_LIKE_ID.test(name)) return false;
            return reads.kind !== "batch" && subjectOf(name, reads) === undefined;
          })
          .map(([name]) => `${paths[0]} ${name}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  const named = listEndpoints().filter((endpoint) => lookedUpBy(endpoint).length > 0);
  it.each(named.map((endpoint) => [`${endpoint.method} ${endpoint.paths[0]}`, endpoint] as const))(
    "%s answers as for nothing",
    async (_name, endpoint) => {
      const before = Buffer.from(encodeBody(world.exchange.state));
      for (const field of lookedUpBy(endpoint)) {
        for (const [foreign, nothing] of pairsOf(field)) {
          const said = await world.send(endpoint, requestOf(world, field, foreign));
          const other = await world.send(endpoint, requestOf(world, field, nothing));
          const about = `${field.name} ${foreign}: `;
          expect(about + answerOf(said, foreign)).toBe(about + answerOf(other, nothing));
        }
      }
      expect(Buffer.compare(before, encodeBody(world.exchange.state))).toBe(0);
      expect(world.exchange.gateway.faults).toEqual([]);
    },
  );

  const creating = listEndpoints()
    .filter(
      (endpoint) =>
        CREATES.test(endpoint.paths[0]) &&
        // The callers are main accounts.
        !endpoint.paths[0].endsWith("sub-master-transfer") &&
        namedOf(endpoint).some(({ subject }) => subject === "client_id"),
    )
    // A reversal ends the position that other requests need.
    .sort((one, next) => Number(isReversal(one)) - Number(isReversal(next)));
  it.each(creating.map((endpoint) => [endpoint.paths[0], endpoint] as const))(
    "%s takes a client id that somebody else uses",
    async (path, endpoint) => {
      const field = namedOf(endpoint).find(({ subject }) => subject === "client_id");
      if (field === undefined) throw new Error(`${path} has a client id`);
      const shared = `shared-${creating.indexOf(endpoint)}`;
      const [other] = OTHERS[endpoint.version];
      await world.sendAs(other, endpoint, requestOf(world, field, shared));
      const { body } = await world.send(endpoint, requestOf(world, field, shared));
      expect(body).toMatch(/^{"code":"00000"/);
      expect(body).not.toMatch(/"failureList":\[{|"code":"(?!00000)/);
    },
  );
});
