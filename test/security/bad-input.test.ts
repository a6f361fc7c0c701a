import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeBody } from "../../src/core/state-encoding.ts";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { WIRE_CODES } from "../../src/gateway/http/wire-codes.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { LANES } from "../support/lane-client.ts";
import { type BadRequest, badRequests, goodRequest } from "./bad-requests.ts";
import { type Answered, type HostileWorld, hostileWorld } from "./hostile-world.ts";

/** Marks of a text that tells how the exchange is built rather than what is wrong. */
const INSIDE = /\bat .+:\d+|node:|\.ts\b|\bError\b|undefined|\[object|is not a function|SQLITE/;

/** What no request can get here: no user has isolated margin or trades with others. */
const NEVER: Readonly<Record<string, string>> = {
  "/api/v2/mix/account/set-margin": "40875",
  "/api/v2/mix/account/set-auto-margin": "40874",
  "/api/v3/account/repay": "50040",
  // The callers have open orders.
  "/api/v2/spot/account/upgrade": "25009",
  "/api/v3/account/switch": "25009",
  // No quotation has the id 1.
  "/api/v2/convert/trade": "12021",
  "/api/v3/account/sub-master-transfer": "40077",
  // No liquidation has the id 1.
  "/terminal/v1/liquidation-story": "40109",
};

interface Envelope {
  readonly code: string;
  readonly msg: string;
  readonly requestTime: number;
  readonly data: unknown;
}

const statusOf = new Map<string, number>(
  Object.entries(WIRE_CODES).map(([code, [status]]) => [code, status]),
);

/** What is wrong with an answer as such, whatever it says; undefined when nothing is. */
function formFault({ status, body }: Answered): string | undefined {
  const envelope = JSON.parse(body) as Envelope;
  const names = Object.keys(envelope).sort().join();
  if (names !== "code,data,msg,requestTime") return `members ${names}`;
  if (typeof envelope.requestTime !== "number") return "requestTime is no number";
  if (envelope.code === "00000") return status === 200 ? undefined : `success with ${status}`;
  if (statusOf.get(envelope.code) !== status) return `code ${envelope.code} with ${status}`;
  if (status >= 500) return `code ${envelope.code}`;
  if (envelope.data !== null) return "data beside a failure";
  if (envelope.msg === "" || INSIDE.test(envelope.msg)) return `message ${envelope.msg}`;
  return undefined;
}

interface ItemAnswer {
  readonly code?: string;
  readonly msg?: string | null;
  readonly success?: string;
}

/** The codes of the failures an answer tells of: its own, or that of the only item. */
function failureCode({ code, data }: Envelope): string {
  if (code !== "00000") return code;
  const lists = data as {
    successList?: unknown[];
    failureList?: { errorCode: string }[];
    closePosition?: ItemAnswer[];
  };
  if (lists?.successList?.length === 0) return lists.failureList?.[0]?.errorCode ?? code;
  if (Array.isArray(data) && data.length === 0) return "no rows";
  const rows = lists?.closePosition ?? data;
  const [first] = Array.isArray(rows) ? (rows as ItemAnswer[]) : [];
  if (first?.success === "failure") return codeOfMessage(first.msg ?? "");
  return first?.code ?? code;
}

/** A replaced order's item carries the message alone. */
function codeOfMessage(text: string): string {
  const isOf = (message: string) => message.split(/\{\d\}/).every((part) => text.includes(part));
  return Object.entries(WIRE_CODES).find(([, [, message]]) => isOf(message))?.[0] ?? text;
}

async function faultOf(
  world: HostileWorld,
  endpoint: Endpoint,
  request: BadRequest,
): Promise<string | undefined> {
  const answered = await world.send(endpoint, request.text);
  const fault = formFault(answered);
  const envelope = JSON.parse(answered.body) as Envelope;
  const code = failureCode(envelope);
  const isRight = request.codes.some((expected) => expected === code);
  if (fault === undefined && isRight) return undefined;
  const said = fault ?? `${code} ${envelope.msg}`;
  return `${request.about}: ${said}, expected ${request.codes.join("/")}`;
}

describe.each(LANES)("bad input of the %s lane", (lane) => {
  let world: HostileWorld;
  const stateBytes = (): Buffer => Buffer.from(encodeBody(world.exchange.state));

  beforeAll(async () => {
    world = await hostileWorld(lane);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it.each(
    listEndpoints().map(
      (endpoint) => [`${endpoint.method} ${endpoint.paths[0]}`, endpoint] as const,
    ),
  )("%s refuses it by its code and changes nothing", async (_name, endpoint) => {
    const before = stateBytes();
    const faults: string[] = [];
    const { nowMs } = world.exchange;
    for (const request of badRequests(endpoint, world.sides[endpoint.version], nowMs)) {
      const fault = await faultOf(world, endpoint, request);
      if (fault !== undefined) faults.push(fault);
    }
    expect(faults).toEqual([]);
    expect(Buffer.compare(before, stateBytes())).toBe(0);
    expect(world.exchange.gateway.faults).toEqual([]);
  });
});

describe("the requests that the bad ones are made from", () => {
  async function refusalOf(world: HostileWorld, endpoint: Endpoint): Promise<string | undefined> {
    const text = goodRequest(endpoint, world.sides[endpoint.version]);
    const { body } = await world.send(endpoint, text);
    const envelope = JSON.parse(body) as Envelope;
    const code = failureCode(envelope);
    const isAnswered = code === "00000" || code === "no rows";
    if (isAnswered || NEVER[endpoint.paths[0]] === code) return undefined;
    return `${endpoint.paths[0]}: ${code} ${envelope.msg}`;
  }

  it("are good to read", async () => {
    await using world = await hostileWorld();
    for (const endpoint of listEndpoints().filter(({ method }) => method === "GET")) {
      expect(await refusalOf(world, endpoint)).toBeUndefined();
    }
  });

  it.each(
    listEndpoints()
      .filter(({ method }) => method === "POST")
      .map((endpoint) => [endpoint.paths[0], endpoint] as const),
  )("are good to act by: %s", async (_path, endpoint) => {
    await using world = await hostileWorld();
    expect(await refusalOf(world, endpoint)).toBeUndefined();
  });
});
