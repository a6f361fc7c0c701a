import { expect, it } from "vitest";
import type { TradeContext } from "../http/endpoint.ts";
import { itemExpiryMs } from "./receive-window.ts";

const NOW_MS = 1_780_000_000_000;
/** Exchange time may differ from the time of requests. */
const EXCHANGE_MS = NOW_MS + 5_000;
const expiresAtMs = EXCHANGE_MS + 20_000;
const context = {
  exchange: { commands: { nowMs: () => EXCHANGE_MS } },
  requestTimeMs: NOW_MS,
  expiresAtMs,
} as unknown as TradeContext;

it("ends an item of a batch with its request, or at the end of the window of the item", () => {
  const requestTime = String(NOW_MS - 1_000);
  expect(itemExpiryMs(context, {})).toBe(expiresAtMs);
  expect(itemExpiryMs(context, { requestTime })).toBe(expiresAtMs);
  expect(itemExpiryMs(context, { receiveWindow: "2500" })).toBe(EXCHANGE_MS + 2_500);
  expect(itemExpiryMs(context, { requestTime, receiveWindow: "2500" })).toBe(EXCHANGE_MS + 1_500);
  expect(itemExpiryMs(context, { requestTime, receiveWindow: "59000" })).toBe(expiresAtMs);
});
