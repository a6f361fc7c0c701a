/** Repayments of margin loans beside a history that has not seen them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { rowOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN } from "../../../../test/support/test-listings.ts";
import { HistoryFault } from "../../../projections/history/history-fault.ts";
import { endpointsV2 } from "../endpoints-v2.ts";

const CROSSED = "/api/v2/margin/crossed/account";
const FUNDS = [["spot", "USDT", 1_000n * COIN]] as const;

let exchange: ExchangeFixture;

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: endpointsV2,
    users: [{ name: "alice", accountKind: "classic", funds: FUNDS }],
  });
  await lendCoins(exchange);
});

afterAll(async () => {
  await exchange[Symbol.asyncDispose]();
});

it("a repayment is answered with what was repaid while the history is behind", async () => {
  const move = { fromType: "spot", toType: "crossed_margin", coin: "USDT", amount: "500" };
  await exchange.post("/api/v2/spot/wallet/transfer", move, "alice");
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
