/** Rows of the specification's rate limits as tests, against routes with exact limits. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../../../../src/gateway/list-endpoints.ts";
import { ExchangeFixture, type TestUserPlan } from "../../../support/test-exchange.ts";
import { signedHeaders } from "../../../support/test-key.ts";

const ENDPOINTS = listEndpoints();

function isPublic(path: string): boolean {
  return ENDPOINTS.find(({ paths }) => paths[0] === path)?.access.kind === "public";
}

/** A row's title, the endpoint, calls a second, and what is counted. */
export type RateRow = readonly [
  title: string,
  method: "GET" | "POST",
  path: string,
  perSecond: number,
  per: "UID" | "IP",
];

const PEOPLE = ["alice", "bob"] as const;
type Person = (typeof PEOPLE)[number];

/** Users of one exchange, who call from addresses of their choice. */
class Callers {
  readonly #exchange: ExchangeFixture;

  constructor(exchange: ExchangeFixture) {
    this.#exchange = exchange;
  }

  /** Whether the call is within the limit. */
  async within([, method, path]: RateRow, from: string, name: Person | undefined) {
    const body = method === "GET" ? {} : { body: "{}" };
    const timestampMs = this.#exchange.nowMs;
    const key = name === undefined ? undefined : this.#exchange.user(name).key;
    const request = { method, target: path, timestampMs, ...body };
    const headers = key === undefined ? {} : signedHeaders(key, request);
    const payload = method === "GET" ? {} : { payload: "{}" };
    const sent = { method, url: path, headers, remoteAddress: from, ...payload };
    const reply = await this.#exchange.gateway.app.inject(sent);
    const { code } = reply.json<{ code: string }>();
    expect(code === "429").toBe(reply.statusCode === 429);
    return code !== "429";
  }
}

/** Makes the tests of rows of one version; `accountKind` is that of its users. */
export function testRates(
  accountKind: TestUserPlan["accountKind"],
  rows: readonly RateRow[],
): void {
  let exchange: ExchangeFixture;
  beforeAll(async () => {
    const users = PEOPLE.map((name) => ({ name, accountKind }));
    exchange = await ExchangeFixture.start({
      endpoints: ENDPOINTS,
      users,
      rateLimits: "exact",
    });
  });
  afterAll(() => exchange[Symbol.asyncDispose]());

  describe.each(rows)("%s: %s %s, %d/s per %s", (...limit) => {
    const [, , path, perSecond, per] = limit;
    const caller = isPublic(path) ? undefined : "alice";

    async function spend(callers: Callers): Promise<void> {
      exchange.gateway.advance(10_000);
      for (let call = 0; call < perSecond; call += 1) {
        expect(await callers.within(limit, "10.0.0.1", caller), `call ${call + 1}`).toBe(true);
      }
    }

    it("accepts as many at once, and no more until the second less 50 ms is over", async () => {
      const callers = new Callers(exchange);
      await spend(callers);
      expect(await callers.within(limit, "10.0.0.1", caller)).toBe(false);
      exchange.gateway.advance(949);
      expect(await callers.within(limit, "10.0.0.1", caller)).toBe(false);
      exchange.gateway.advance(1);
      expect(await callers.within(limit, "10.0.0.1", caller)).toBe(true);
    });

    it(`counts the ${per === "UID" ? "user, whatever the address" : "address"}`, async () => {
      const callers = new Callers(exchange);
      await spend(callers);
      const isFresh = await callers.within(limit, "10.0.0.2", caller);
      expect(isFresh, "another address").toBe(per === "IP");
      if (per === "UID") {
        expect(await callers.within(limit, "10.0.0.1", "bob"), "another user").toBe(true);
      }
    });
  });
}
