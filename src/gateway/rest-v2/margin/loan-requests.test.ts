/** Margin loans and repayments: repeated ones, and a history that has not seen them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { rowOf, rowsOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { HistoryFault } from "../../../projections/history/history-fault.ts";
import { endpointsV2 } from "../endpoints-v2.ts";

const CROSSED = "/api/v2/margin/crossed/account";
const FUNDS = [["spot", "USDT", 1_000n * COIN]] as const;

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsV2,
    users: [{ name: "alice", accountKind: "classic", funds: FUNDS }],
  });
  await lendCoins(exchange);
  const move = { fromType: "spot", toType: "crossed_margin", coin: "USDT", amount: "500" };
  await exchange.post("/api/v2/spot/wallet/transfer", move, "alice");
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

async function borrowed(): Promise<unknown> {
  const query = { coin: "USDT" };
  const rows = rowsOf(await exchange.get(`${CROSSED}/assets`, query, "alice"));
  return rows[0]?.["borrow"];
}

it("a loan and a repayment take place once under a client id", async () => {
  const loan = { coin: "USDT", borrowAmount: "100", clientOid: "mine-1" };
  const first = rowOf(await exchange.post(`${CROSSED}/borrow`, loan, "alice"));
  expect(rowOf(await exchange.post(`${CROSSED}/borrow`, loan, "alice"))).toEqual(first);
  expect(await borrowed()).toBe("100");
  const more = await exchange.post(`${CROSSED}/borrow`, { ...loan, borrowAmount: "9" }, "alice");
  expect([more.status, more.code]).toEqual([400, "43118"]);
  // Interest of the first hour is 0.1 % of the loan.
  const repayment = { coin: "USDT", repayAmount: "40.1", clientOid: "mine-1" };
  const repaid = rowOf(await exchange.post(`${CROSSED}/repay`, repayment, "alice"));
  expect(repaid).toMatchObject({ repayAmount: "40.1", remainDebtAmount: "60" });
  expect(rowOf(await exchange.post(`${CROSSED}/repay`, repayment, "alice"))).toEqual(repaid);
  expect(await borrowed()).toBe("60");
  const tooMuch = { ...loan, borrowAmount: "1000000", clientOid: "mine-2" };
  expect((await exchange.post(`${CROSSED}/borrow`, tooMuch, "alice")).code).not.toBe("00000");
  const less = { ...tooMuch, borrowAmount: "1" };
  expect((await exchange.post(`${CROSSED}/borrow`, less, "alice")).code).toBe("00000");
});

it("a repayment is answered with what was repaid while the history is behind", async () => {
  await exchange.post(`${CROSSED}/borrow`, { coin: "USDT", borrowAmount: "100" }, "alice");
  const behind = (): Promise<never> => Promise.reject(new HistoryFault("behind", "not yet"));
  const { access } = exchange;
  const history = { ...access.history, loanRecords: behind, lagMs: 60_000 };
  Object.assign(access, { history });
  const repay = async (repayAmount: string) =>
    rowOf(await exchange.post(`${CROSSED}/repay`, { coin: "USDT", repayAmount }, "alice"));
  // Interest of the first hour is 0.1 % of the loan.
  expect(await repay("40")).toMatchObject({ repayAmount: "40", remainDebtAmount: "60.1" });
  expect(await repay("400")).toMatchObject({ repayAmount: "60.1", remainDebtAmount: "0" });
});
