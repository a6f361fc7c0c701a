import { expect, it } from "vitest";
import { type ActRow, fieldTexts, logQuery, subjectText } from "./act-rows.ts";

const ROW: ActRow = {
  ...{ seq: 7, time: "2026-01-01T00:00:00.000Z", actor: "eva", reason: "ticket", requestId: "r1" },
  ...{ command: "set_market_fees", uid: "", symbol: "BTCUSDT", category: "usdt_futures" },
  ...{ realm: "demo", rejection: "", fields: { makerRateE6: "0.0001", from: "", tiers: [1, 2] } },
};

it("a search is sent as the exchange reads it", () => {
  const none = { actor: " eva ", command: "Set market fees", uid: "", requestId: "" };
  expect(logQuery({ ...none, since: "2026-01-01T00:00Z", until: "" })).toEqual({
    ...{ actor: "eva", command: "set_market_fees", uid: "", requestId: "" },
    ...{ since: "2026-01-01T00:00:00.000Z", until: "" },
  });
});

it("an act shows what it concerned, and all its fields with the request", () => {
  expect(subjectText(ROW)).toBe("BTCUSDT usdt futures (demo)");
  expect(subjectText({ ...ROW, symbol: "" })).toBe("the exchange");
  expect(fieldTexts(ROW)).toEqual([
    ["makerRateE6", "0.0001"],
    ["from", "none"],
    ["tiers", "[1,2]"],
    ["request", "r1"],
  ]);
});
