import { describe, expect, it } from "vitest";
import type { Command } from "../../core/commands.ts";
import type { Deadline } from "../../sequencer/port.ts";
import type { WireObject } from "../http/strict-json.ts";
import { submitCommand, type TradeAccess } from "./trade-access.ts";

const NOW_MS = 1_780_000_000_000;
const WINDOW_MS = 30_000;
/** Exchange time may differ from the time of requests. */
const AHEAD_MS = 5_000;

/** Time from now until the deadline that the command of `sent` gets. */
function remainingMs(sent: WireObject | undefined): number {
  const deadlines: (Deadline | undefined)[] = [];
  const access = {
    commands: {
      nowMs: () => NOW_MS + AHEAD_MS,
      submit: (_command, _done, options) => deadlines.push(options?.deadline) > 0,
    },
    nowMs: () => NOW_MS,
    windowMs: WINDOW_MS,
  } as Pick<TradeAccess, "commands" | "nowMs" | "windowMs"> as TradeAccess;
  const replies = { done: () => undefined, failed: () => undefined };
  submitCommand(access, { kind: "cancel_order" } as Command, sent, replies);
  return (deadlines[0]?.atMs ?? 0) - NOW_MS - AHEAD_MS;
}

describe("the window of a request on a WebSocket", () => {
  it("begins when it is taken", () => {
    expect(remainingMs({ symbol: "BTCUSDT" })).toBe(WINDOW_MS);
    expect(remainingMs(undefined)).toBe(WINDOW_MS);
  });

  it("is the one that the request states, up to that of a signature", () => {
    const requestTime = String(NOW_MS - 1_000);
    expect(remainingMs({ requestTime, receiveWindow: "2500" })).toBe(1_500);
    expect(remainingMs({ receiveWindow: "2500" })).toBe(2_500);
    expect(remainingMs({ requestTime, receiveWindow: "59000" })).toBe(WINDOW_MS);
    expect(remainingMs({ requestTime })).toBe(WINDOW_MS);
  });
});
