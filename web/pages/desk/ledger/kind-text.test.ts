import { expect, it } from "vitest";
import { kindText } from "./kind-text.ts";

const TRADE = { kind: "trading_fee", count: 3, credits: "2", debits: "0.5" };

it("says what moved, and with which accounts", () => {
  const otherSides = ["users", "withdrawing", "pledged", "insurance_fund"];
  expect(kindText({ ...TRADE, otherSides })).toBe(
    "trading fee ×3: +2 −0.5, other side: wallets of users, open withdrawals of users, " +
      "pledges of users, insurance fund",
  );
});

it("leaves out accounts that the kind does not decide", () => {
  expect(kindText({ ...TRADE, otherSides: [] })).toBe("trading fee ×3: +2 −0.5");
});
