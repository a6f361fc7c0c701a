import { expect, it } from "vitest";
import { datedContracts } from "./dated-contracts.ts";

it.each([
  ["2026-11-21T07:00:00Z", "BTCUSDZ26", "2026-12-25T08:00:00.000Z"],
  ["2026-12-20T00:00:00Z", "BTCUSDH27", "2027-03-26T08:00:00.000Z"],
  ["2027-04-01T00:00:00Z", "BTCUSDM27", "2027-06-25T08:00:00.000Z"],
  ["2028-01-01T00:00:00Z", "BTCUSDH28", "2028-03-31T08:00:00.000Z"],
  ["2029-09-27T00:00:00Z", "BTCUSDZ29", "2029-12-28T08:00:00.000Z"],
])("at %s lists the quarterly contract %s, delivered at %s", (now, symbol, delivery) => {
  const [real, practice] = datedContracts(Date.parse(now));
  expect(real?.listing).toMatchObject({ symbol, category: "coin_futures", isInverse: true });
  expect(practice?.listing).toMatchObject({ symbol: `S${symbol.replace("BTC", "BTCS")}` });
  expect(new Date(real?.deliveryAtMs ?? 0).toISOString()).toBe(delivery);
});
