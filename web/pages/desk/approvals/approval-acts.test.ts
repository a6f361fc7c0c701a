import { expect, it } from "vitest";
import { changeDecision, receivedAmount, withdrawalDecision } from "./approval-acts.ts";
import type { WaitingChange } from "./approval-rows.ts";

const WITHDRAWAL = {
  ...{ id: "7", coin: "XRP", chain: "XRP", debit: "100.00000001", fee: "0.2" },
  ...{ address: "rOut", tag: "42" },
};

it("an approval names exactly what arrives, where, and asks to repeat the amount", () => {
  expect(receivedAmount(WITHDRAWAL)).toBe("99.80000001");
  const act = withdrawalDecision(WITHDRAWAL, true, () => undefined);
  expect(act.effects[0]).toBe("99.80000001 XRP are sent on XRP to rOut with the tag 42.");
  expect(act).toMatchObject({ repeat: "100.00000001 XRP", body: { isApproved: true } });
  expect(withdrawalDecision(WITHDRAWAL, false, () => undefined)).not.toHaveProperty("repeat");
});

it("a decision on a change names whose funds move, and who asked", () => {
  const row: WaitingChange = {
    ...{ id: "9", kind: "adjustment", correctedId: "", uid: "", realm: "live" },
    ...{ wallet: "insurance_fund", coin: "USDT", amount: "-500", reference: "", actor: "alice" },
    proposedAt: "2026-01-01T00:00:00.000Z",
  };
  expect(changeDecision(row, true, () => undefined)).toMatchObject({
    effects: ["500 USDT leave the fund insurance_fund (live).", "alice asked for it."],
    path: "/adjustments/9/decision",
    repeat: "500 USDT",
  });
  const credit = { ...row, uid: "1001", wallet: "spot", amount: "500" };
  expect(changeDecision(credit, true, () => undefined).effects[0]).toBe(
    "the wallet spot of user 1001 gets 500 USDT.",
  );
});
