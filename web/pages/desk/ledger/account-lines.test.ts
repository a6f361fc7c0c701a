import { expect, it } from "vitest";
import { accountLines, coinTotals, type StatementDay } from "./account-lines.ts";

const buy = { kind: "buy", count: 2, amount: "-100.5", fee: "0.1" };
const deposit = { kind: "deposit", count: 1, amount: "1000", fee: "0" };

function day(name: string, ...accounts: StatementDay["accounts"][number][]): StatementDay {
  return { day: name, isFinal: true, accounts };
}

const FIRST = { wallet: "spot", coin: "USDT", opening: "0", closing: "1000", movements: [deposit] };
const SECOND = {
  ...{ wallet: "spot", coin: "USDT", opening: "1000", closing: "899.4", movements: [buy] },
};

it("sums what an account received and paid over the days, with fees", () => {
  expect(accountLines([day("2030-01-01", FIRST), day("2030-01-02", SECOND)])).toEqual([
    {
      ...{ wallet: "spot", coin: "USDT", fault: "" },
      ...{ opening: "0", credits: "1000", debits: "100.6", closing: "899.4" },
      kinds: [
        { kind: "deposit", count: 1, otherSides: [], credits: "1000", debits: "0" },
        { kind: "buy", count: 2, otherSides: [], credits: "0", debits: "100.6" },
      ],
    },
  ]);
});

it("keeps with whom an account of the exchange moved money, by kind", () => {
  const otherSides = ["users", "insurance_fund"];
  const trade = { kind: "trade", count: 1, amount: "1000", fee: "0", otherSides };
  const clearing = { ...FIRST, wallet: "clearing", movements: [trade] };
  const [line] = accountLines([day("2030-01-01", clearing)]);
  expect(line?.kinds).toMatchObject([{ kind: "trade", otherSides }]);
});

it("counts a rebate as received", () => {
  const rebate = { kind: "sell", count: 1, amount: "10", fee: "-0.5" };
  const account = { ...FIRST, closing: "10.5", movements: [rebate] };
  expect(accountLines([day("2030-01-01", account)])).toMatchObject([
    { credits: "10.5", debits: "0", fault: "" },
  ]);
});

it("says which day does not close with its movements", () => {
  const wrong = { ...SECOND, closing: "900" };
  expect(accountLines([day("2030-01-01", FIRST), day("2030-01-02", wrong)])).toMatchObject([
    { fault: "2030-01-02 closes with 900 in place of 899.4" },
  ]);
});

it("says which day does not open with the closing of the day before", () => {
  expect(accountLines([day("2030-01-01", FIRST), day("2030-01-02")])).toMatchObject([
    { fault: "2030-01-02 opens with 0 after 1000" },
  ]);
  const late = { ...FIRST, opening: "5", closing: "1005" };
  expect(accountLines([day("2030-01-01"), day("2030-01-02", late)])).toMatchObject([
    { fault: "2030-01-02 opens with 5 after 0" },
  ]);
});

it("sums the accounts of a coin", () => {
  const fees = { ...FIRST, wallet: "fees", opening: "7", closing: "1007" };
  const lines = accountLines([day("2030-01-01", FIRST, fees, { ...FIRST, coin: "BTC" })]);
  expect(coinTotals(lines)).toEqual([
    {
      ...{ coin: "USDT", opening: "7", credits: "2000", debits: "0", closing: "2007" },
      addsUp: true,
    },
    { coin: "BTC", opening: "0", credits: "1000", debits: "0", closing: "1000", addsUp: true },
  ]);
});
