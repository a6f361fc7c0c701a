/**
 * Every stated limit, through the routes and on a virtual clock: never more calls than stated in
 * any window less the jitter allowed, and no fewer for a client that keeps to it.
 */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/gateway/http/endpoint.ts";
import { listEndpoints } from "../../src/gateway/list-endpoints.ts";
import { type TestGateway, testGateway } from "../support/gateway-fixture.ts";
import { signedHeaders, testKey } from "../support/test-key.ts";
import {
  JITTER_MS,
  type ReadLimit,
  readLimit,
  SPECIFIED_LIMITS,
  type StatedLimit,
} from "./stated-limits.ts";
import { STATED_LIMITS_TERMINAL } from "./stated-limits-terminal.ts";
import { STATED_LIMITS_V2 } from "./stated-limits-v2.ts";
import { STATED_LIMITS_V3 } from "./stated-limits-v3.ts";

const STATED: readonly StatedLimit[] = [
  ...[...STATED_LIMITS_V2, ...STATED_LIMITS_V3, ...STATED_LIMITS_TERMINAL],
];

const nameOf = ({ method, paths }: Endpoint): string => `${method} ${paths[0]}`;

const SERVED = new Map(listEndpoints().map((endpoint) => [nameOf(endpoint), endpoint]));

/** Two keys of one user, one key of another user; of each kind of account. */
const KEYS = {
  v2: ["1000000001", "1000000001", "1000000002"].map((uid) => testKey({ uid })),
  v3: ["1000000003", "1000000003", "1000000004"].map((uid) =>
    testKey({ uid, accountKind: "unified" }),
  ),
} as const;

/** Who sends a call: which of the keys, or none, and from which address. */
interface Caller {
  readonly key: 0 | 1 | 2 | undefined;
  readonly from: string;
}

/** Callers that share one count, however they differ otherwise. */
function callersOf(endpoint: Endpoint): readonly Caller[] {
  if (endpoint.limit.per === "uid") {
    return [
      { key: 0, from: "10.0.0.1" },
      { key: 1, from: "10.0.0.2" },
    ];
  }
  const signed: readonly Caller[] = [
    { key: 0, from: "10.0.0.1" },
    { key: 2, from: "10.0.0.1" },
  ];
  return endpoint.access.kind === "private"
    ? signed
    : [...signed, { key: undefined, from: "10.0.0.1" }];
}

interface Answered {
  readonly isAccepted: boolean;
  readonly remaining: string | undefined;
  readonly retryAfter: string | undefined;
}

/** The routes of the exchange with handlers that do nothing, and exact limits. */
class LimitedGateway {
  readonly #gateway: TestGateway;
  #nowMs = 0;
  #calls = 0;

  constructor() {
    const endpoints = listEndpoints().map((endpoint) => ({ ...endpoint, run: () => ({}) }));
    this.#gateway = testGateway({ endpoints, keys: [...KEYS.v2, ...KEYS.v3], mode: "exact" });
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    this.#gateway.advance(ms);
  }

  /** Lets every window of every limit pass. */
  rest(): void {
    this.advance(300_000);
  }

  /** Calls as the next of the callers that share a count. */
  async call(endpoint: Endpoint): Promise<Answered> {
    const callers = callersOf(endpoint);
    const { key, from } = callers[this.#calls % callers.length] as Caller;
    this.#calls += 1;
    const { method, version } = endpoint;
    const target = encodeURI(endpoint.paths[0]);
    // No two requests are equal, else one would be the repetition of the other.
    const text = JSON.stringify({ call: this.#calls });
    const body = method === "GET" ? {} : { body: text };
    const timestampMs = this.#gateway.gateway.nowMs();
    const signer = key === undefined ? undefined : KEYS[version][key];
    const headers =
      signer === undefined ? {} : signedHeaders(signer, { method, target, timestampMs, ...body });
    const payload = method === "GET" ? {} : { payload: text };
    const sent = { method, url: target, headers, remoteAddress: from, ...payload };
    const answer = await this.#gateway.app.inject(sent);
    const { code } = answer.json<{ code: string }>();
    expect([answer.statusCode, code]).toEqual(code === "429" ? [429, "429"] : [200, "00000"]);
    return {
      isAccepted: code === "00000",
      remaining: answer.headers["x-mbx-used-remain-limit"] as string | undefined,
      retryAfter: answer.headers["retry-after"] as string | undefined,
    };
  }

  /** Calls several times at once; returns how many were accepted. */
  async burst(endpoint: Endpoint, calls: number): Promise<number> {
    let accepted = 0;
    for (let call = 0; call < calls; call += 1) {
      if ((await this.call(endpoint)).isAccepted) accepted += 1;
    }
    return accepted;
  }

  async close(): Promise<void> {
    await this.#gateway.app.close();
  }
}

const limited = new LimitedGateway();
afterAll(() => limited.close());

/** The largest number of times within any half-open window. */
function mostInWindow(times: readonly number[], windowMs: number): number {
  const within = (end: number) => times.filter((at) => at > end - windowMs && at <= end).length;
  return Math.max(0, ...times.map(within));
}

function servedBy(name: string): Endpoint {
  const endpoint = SERVED.get(name);
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`);
  return endpoint;
}

describe("the table of stated limits", () => {
  it("has every endpoint of the registry, each with the limit that the registry enforces", () => {
    const enforced = [...SERVED].map(([name, { limit }]) => {
      const rate = "perSecond" in limit ? `${limit.perSecond}/s` : `${limit.perMinute}/min`;
      return [name, `${rate} per ${limit.per === "uid" ? "UID" : "IP"}`];
    });
    expect(enforced).toEqual(STATED);
  });

  it("agrees with the specification", () => {
    const stated = new Map(STATED);
    const specified = new Map(SPECIFIED_LIMITS);
    const same = [...specified.keys()].map((name) => [name, stated.get(name)]);
    expect(same).toEqual([...specified]);
  });
});

/** Times of evenly paced calls that the network delays: the first by 40 ms more than the last. */
function delayedTimes({ count, perMs }: ReadLimit): readonly number[] {
  const delay = (call: number): number => (call < count ? 20 : -20);
  const times = Array.from({ length: 2 * count }, (_, call) => {
    return delay(call) + 20 + Math.ceil((call * perMs) / count);
  });
  return times.sort((one, other) => one - other);
}

describe.each(STATED)("%s: %s", (name, stated) => {
  const endpoint = servedBy(name);
  const limit = readLimit(stated);
  const { count } = limit;
  const windowMs = limit.perMs - JITTER_MS;

  it("accepts bursts at the borders of a window exactly up to the limit", async () => {
    limited.rest();
    expect(await limited.burst(endpoint, count + 2)).toBe(count);
    limited.advance(windowMs - 1);
    expect(await limited.burst(endpoint, 2), "the last instant of the window").toBe(0);
    limited.advance(1);
    expect(await limited.burst(endpoint, count + 2), "the next window").toBe(count);
  });

  it("accepts every call of a client that keeps to it, and names what remains", async () => {
    limited.rest();
    const startMs = limited.nowMs;
    const accepted: number[] = [];
    for (const atMs of delayedTimes(limit)) {
      limited.advance(startMs + atMs - limited.nowMs);
      const { isAccepted, remaining } = await limited.call(endpoint);
      if (isAccepted) accepted.push(limited.nowMs);
      const inWindow = accepted.filter((at) => at > limited.nowMs - windowMs).length;
      expect(remaining).toBe(String(count - inWindow));
    }
    expect(accepted).toHaveLength(2 * count);
    const left = count - accepted.filter((at) => at > limited.nowMs - windowMs).length;
    expect(await limited.burst(endpoint, left)).toBe(left);
    const refused = await limited.call(endpoint);
    expect([refused.isAccepted, refused.remaining]).toEqual([false, "0"]);
    limited.advance(Number(refused.retryAfter) * 1_000);
    expect((await limited.call(endpoint)).isAccepted, "after Retry-After").toBe(true);
  });
});

/** One endpoint of each figure, way of counting and access. */
function oneOfEachLimit(): readonly (readonly [string, Endpoint, ReadLimit])[] {
  const shapes = new Map<string, readonly [string, Endpoint, ReadLimit]>();
  for (const [name, stated] of STATED) {
    const endpoint = servedBy(name);
    const shape = `${stated}, ${endpoint.access.kind}`;
    if (!shapes.has(shape)) shapes.set(shape, [shape, endpoint, readLimit(stated)]);
  }
  return [...shapes.values()];
}

describe.each(oneOfEachLimit())("any pattern of calls: %s", (_shape, endpoint, rule) => {
  const { count, perMs } = rule;
  const windowMs = perMs - JITTER_MS;

  it("has at most the limit accepted in any window, and never fewer than it allows", async () => {
    const gap = fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      fc.constantFrom(1, Math.ceil(perMs / count), windowMs - 1, windowMs),
      fc.nat({ max: perMs }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { maxLength: 50 }), async (gaps) => {
        limited.rest();
        const accepted: number[] = [];
        for (const ms of gaps) {
          limited.advance(ms);
          const { isAccepted } = await limited.call(endpoint);
          const inWindow = accepted.filter((at) => at > limited.nowMs - windowMs).length;
          expect(isAccepted).toBe(inWindow < count);
          if (isAccepted) accepted.push(limited.nowMs);
        }
        expect(mostInWindow(accepted, windowMs)).toBeLessThanOrEqual(count);
      }),
      { numRuns: 12 },
    );
  });
});
