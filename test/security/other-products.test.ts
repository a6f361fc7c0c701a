/**
 * A key that may trade one product reaches nothing of another, although the same user owns it:
 * every endpoint that changes something by an id gets the ids of the user's orders, plans and
 * records of all other products, and those of its own product under the name of another pair.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBody } from "../../src/core/state-encoding.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import {
  type FieldSchema,
  type Fields,
  goodFields,
  goodItem,
  itemSchema,
  lineOf,
  type OwnOrders,
  type RequestSchema,
  sentRequest,
} from "./good-requests.ts";
import { type HostileWorld, hostileWorld } from "./hostile-world.ts";

/** Which product each of the user's things belongs to. */
const PRODUCTS: Readonly<Record<keyof OwnOrders, string>> = {
  spot: "spot",
  spotPlan: "spot",
  futures: "futures",
  futuresPlan: "futures",
  exitPlan: "futures",
  crossed: "crossed margin",
  isolated: "isolated margin",
  withdrawal: "withdrawals",
  loan: "loans",
  p2pAd: "p2p",
  p2pOffer: "p2p",
  p2pAccount: "p2p",
  p2pPaid: "p2p",
  p2pUnpaid: "p2p",
};
const LINES = Object.keys(PRODUCTS) as readonly (keyof OwnOrders)[];
const OTHER_PAIR = "ETHUSDT";
const CALLER = "alice";

function levelsOf(endpoint: Endpoint): readonly (RequestSchema | undefined)[] {
  const schema = endpoint.request as RequestSchema;
  return [schema, itemSchema(schema)];
}

function isRecord(field: FieldSchema): boolean {
  return field["x-reads"]?.kind === "id";
}

/** Names of the fields by which the endpoint looks something up. */
function idNames(endpoint: Endpoint): readonly string[] {
  return levelsOf(endpoint).flatMap((level) =>
    Object.entries(level?.properties ?? {})
      .filter(([, field]) => isRecord(field))
      .map(([name]) => name),
  );
}

/** No choice, and each word of each enumeration that a level has. */
function choicesOf(level: RequestSchema | undefined): readonly Fields[] {
  const words = Object.entries(level?.properties ?? {}).flatMap(([name, field]) => {
    const reads = field["x-reads"];
    return reads?.kind === "enumeration" ? reads.values.map((word) => ({ [name]: word })) : [];
  });
  return [{}, ...words];
}

interface Sent {
  /** The id, or the client id, by which the request names something. */
  readonly ids: Fields;
  readonly changes: Fields;
}

/** Bodies with `ids` in place of good ones, and with `changes` where a level has the field. */
function bodiesOf(
  endpoint: Endpoint,
  orders: OwnOrders,
  { changes, ids }: Sent,
): readonly string[] {
  const [head, item] = levelsOf(endpoint);
  const names = idNames(endpoint);
  const applied = (level: RequestSchema | undefined, good: Fields, choice: Fields): Fields => {
    const others = Object.entries(good).filter(([name]) => !names.includes(name));
    const all = { ...Object.fromEntries(others), ...ids, ...changes, ...choice };
    const known = Object.entries(all).filter(([name]) => level?.properties?.[name] !== undefined);
    return Object.fromEntries(known);
  };
  return choicesOf(item ?? head).map((choice) => {
    const fields = applied(head, goodFields(endpoint, orders), choice);
    const items = item === undefined ? [] : [applied(item, goodItem(endpoint, orders), choice)];
    return JSON.stringify(sentRequest(endpoint, fields, items));
  });
}

/** The ways to name a thing: by its id, or by its client id, which is the text of its id or chosen. */
function waysToName(endpoint: Endpoint, line: keyof OwnOrders, id: string): readonly Fields[] {
  const byId = Object.fromEntries(idNames(endpoint).map((name) => [name, id]));
  return [byId, { clientOid: id }, { clientOid: `${CALLER}-${line}` }];
}

/** Products that the endpoint is about. */
function productsOf(endpoint: Endpoint): readonly string[] {
  const isAnyMargin = endpoint.paths[0].includes("{marginType}");
  return isAnyMargin ? ["crossed margin", "isolated margin"] : [PRODUCTS[lineOf(endpoint)]];
}

const CHANGING = listEndpoints().filter(
  (endpoint) =>
    endpoint.method === "POST" && endpoint.version === "v2" && idNames(endpoint).length > 0,
);

describe("an id of another product of the same user", () => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await hostileWorld();
    expect(world.sides.v2.caller).toBe(CALLER);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  const stateOf = (): Uint8Array => Uint8Array.from(encodeBody(world.exchange.state));

  it("is tried on orders and plans of every product", () => {
    const products = new Set(CHANGING.flatMap(productsOf));
    expect([...products].sort()).toEqual([
      "crossed margin",
      "futures",
      "isolated margin",
      "loans",
      "spot",
      "withdrawals",
    ]);
  });

  it.each(CHANGING.map((endpoint) => [endpoint.paths[0], endpoint] as const))(
    "%s leaves it as it is",
    async (_path, endpoint) => {
      const { orders } = world.sides.v2;
      const products = productsOf(endpoint);
      const hasPair = levelsOf(endpoint).some((one) => one?.properties?.["symbol"] !== undefined);
      for (const line of LINES) {
        const isOther = !products.includes(PRODUCTS[line]);
        if (!isOther && !hasPair) continue;
        const changes: Fields = isOther ? {} : { symbol: OTHER_PAIR };
        const before = stateOf();
        for (const ids of waysToName(endpoint, line, orders[line])) {
          for (const body of bodiesOf(endpoint, orders, { ids, changes })) {
            await world.send(endpoint, body);
            expect(Buffer.compare(before, stateOf()), `${line}: ${body}`).toBe(0);
          }
        }
      }
      expect(world.exchange.gateway.faults).toEqual([]);
    },
  );
});
