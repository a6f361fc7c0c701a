import { expect, it } from "vitest";
import { type Seen, statusText } from "./status-text.ts";

const NONE = {
  launchMs: undefined,
  limitOpenMs: undefined,
  offMs: undefined,
  deliveryMs: undefined,
};
const NOW_MS = 1_000;

function text(terms: Partial<Parameters<typeof statusText>[0]>, isChange = false): unknown {
  const seen: Seen = { ms: 900, isChange };
  const all = { ...NONE, status: "online", ...terms };
  return statusText(all, NOW_MS, seen, (timeMs) => `<${timeMs}>`);
}

it("a market that is traded as usual has no text", () => {
  expect(text({})).toBeUndefined();
});

it("a halt that the page saw has its time", () => {
  const halted = { status: "restrictedAPI", launchMs: 5 };
  expect(text(halted, true)).toBe("Trading is halted or restricted, since <900>");
});

it("a halt from before says when the page saw it", () => {
  const words = "Trading is halted or restricted, seen at <900>, when this page opened it";
  expect(text({ status: "restrictedAPI" })).toBe(words);
});

it("a market before its opening says when it opens", () => {
  expect(text({ status: "offline", launchMs: 2_000 })).toBe("Not open yet: opens at <2000>");
});

it("a dated future says when it ends, and from when positions can only be closed", () => {
  const dated = { deliveryMs: 3_000, limitOpenMs: 800 };
  expect(text(dated)).toBe("Trading ends at <3000> with delivery");
  const closing = { ...dated, status: "limit_open" };
  expect(text(closing)).toBe("Positions can only be closed, since <800>");
});

it("a delisted market says since when it is not traded", () => {
  expect(text({ status: "offline", offMs: 700 })).toBe("Not traded, since <700>");
});

it("an unknown word of the exchange is shown as it is", () => {
  expect(text({ status: "maintain" }, true)).toBe("Status maintain, since <900>");
});
