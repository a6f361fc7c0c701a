import { Type } from "typebox";
import { afterAll, describe, expect, it } from "vitest";
import { testGateway } from "../../../test/support/gateway-fixture.ts";
import { START_MS, signedHeaders, testKey } from "../../../test/support/test-key.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import { Taps } from "../inspection/taps.ts";
import { WINDOW_MS } from "../orders/receive-window.ts";
import { defineEndpoint } from "./endpoint.ts";

const TARGET = "/t/window";
const AHEAD_MS = 5_000;

/** Exchange time is ahead of the time of requests, as it may be in a simulation. */
const commands = {
  nowMs: (): number => opened.gateway.nowMs() + AHEAD_MS,
  isSlow: () => false,
  settled: () => undefined,
};

const key = testKey();
const opened = testGateway({
  keys: [key],
  exchange: { commands, taps: new Taps(), history: { lagMs: 0 } } as unknown as ExchangeAccess,
  endpoints: [
    defineEndpoint({
      method: "GET",
      paths: [TARGET],
      version: "v2",
      summary: "Answers the end of the request's window",
      access: { kind: "private", permission: "read" },
      limit: { perSecond: 20, per: "uid" },
      request: Type.Object({}),
      response: Type.Object({ expiresAtMs: Type.Number() }),
      handle: ({ expiresAtMs }) => ({ expiresAtMs }),
    }),
  ],
});

afterAll(() => opened.app.close());

async function windowEnd(duringCheck: () => void): Promise<number> {
  const timestampMs = opened.gateway.nowMs() - 1_000;
  const headers = signedHeaders(key, { method: "GET", target: TARGET, timestampMs });
  const verify = opened.gateway.admission.verify.bind(opened.gateway.admission);
  opened.gateway.admission.verify = (...asked) => {
    const principal = verify(...asked);
    duringCheck();
    return principal;
  };
  const answer = await opened.app.inject({ method: "GET", url: TARGET, headers });
  opened.gateway.admission.verify = verify;
  return answer.json<{ data: { expiresAtMs: number } }>().data.expiresAtMs;
}

describe("the window of a request", () => {
  it("ends 30 s after its timestamp, in exchange time", async () => {
    expect(await windowEnd(() => undefined)).toBe(START_MS - 1_000 + WINDOW_MS + AHEAD_MS);
  });

  it("does not move when the process is stopped between accepting and reading the request", async () => {
    const endMs = START_MS - 1_000 + WINDOW_MS + AHEAD_MS;
    expect(await windowEnd(() => opened.advance(26_000))).toBe(endMs);
  });
});
