import { expect, it } from "vitest";
import { amountFault, fundChangeAct } from "./fund-acts.ts";

const FUND = { realm: "live", coin: "USDT", fund: "insurance_fund", balance: "100.5" } as const;
const change = (amount: string, isWithdrawal: boolean) => {
  return { amount, isWithdrawal, reference: "" };
};

it("an amount is a decimal above zero, and at most what the fund has when it leaves", () => {
  expect(amountFault(FUND, change("100.5", true))).toBeUndefined();
  expect(amountFault(FUND, change("100.50000001", true))).toMatch(/has 100.5 USDT/);
  expect(amountFault(FUND, change("1000", false))).toBeUndefined();
  for (const amount of ["", "-1", "1e3", "0", "0.0", "1,5"]) {
    expect(amountFault(FUND, change(amount, false))).toMatch(/^Write an amount/);
  }
});

it("the act shows the balance before and after, exactly", () => {
  const act = fundChangeAct(FUND, change("0.1", true), () => undefined);
  expect(act.effects).toContain("Its balance changes: 100.5 → 100.4.");
  expect(act).toMatchObject({ path: "/fund-withdrawals", repeat: "0.1 USDT" });
  expect(act.done({ status: "waiting" })).toMatch(/second person/);
  const endowment = fundChangeAct(FUND, change("0.1", false), () => undefined);
  expect(endowment).toMatchObject({ path: "/endowments", repeat: undefined });
});
