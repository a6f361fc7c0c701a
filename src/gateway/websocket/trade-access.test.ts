import { describe, expect, it } from "vitest";
import type { Principal } from "../auth/principal.ts";
import { RequestIds } from "../http/request-trace.ts";
import type { WireObject } from "../http/strict-json.ts";
import { type TradeAccess, tradeContext } from "./trade-access.ts";

const NOW_MS = 1_780_000_000_000;
const WINDOW_MS = 30_000;
/** Exchange time may differ from the time of requests. */
const AHEAD_MS = 5_000;

/** Time from now until the commands of `sent` have to be durable. */
function remainingMs(sent: WireObject): number {
  const access = {
    exchange: { commands: { nowMs: () => NOW_MS + AHEAD_MS } },
    nowMs: () => NOW_MS,
    windowMs: WINDOW_MS,
    requestIds: new RequestIds(NOW_MS),
  } as unknown as TradeAccess;
  const { expiresAtMs } = tradeContext(access, "v3", {} as Principal, sent);
  return expiresAtMs - NOW_MS - AHEAD_MS;
}

describe("the window of a request on a WebSocket", () => {
  it("begins when the request is accepted", () => {
    expect(remainingMs({ symbol: "BTCUSDT" })).toBe(WINDOW_MS);
    expect(remainingMs({})).toBe(WINDOW_MS);
  });

  it("is the one that the request states, at most that of a signature", () => {
    const requestTime = String(NOW_MS - 1_000);
    expect(remainingMs({ requestTime, receiveWindow: "2500" })).toBe(1_500);
    expect(remainingMs({ receiveWindow: "2500" })).toBe(2_500);
    expect(remainingMs({ requestTime, receiveWindow: "59000" })).toBe(WINDOW_MS);
    expect(remainingMs({ requestTime })).toBe(WINDOW_MS);
  });
});
