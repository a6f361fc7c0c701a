/** Bills of classic accounts: each balance is the one before it + the amount + the fee. */
import { beforeAll, expect, it } from "vitest";
import { expectBalanceChain } from "../../support/balance-chain.ts";
import type { TestRow } from "../../support/test-answer.ts";
import { SpecifiedCalls, specifiedExchange } from "./support/specified-exchange.ts";

const HOUR_MS = 3_600_000;
const PAIR = { symbol: "BTCUSDT" };
const FUTURES = { productType: "USDT-FUTURES", symbol: "BTCUSDT", marginCoin: "USDT" };
const FUTURES_PAIR = 2;

type Query = Readonly<Record<string, string | number>>;

const exchange = specifiedExchange();
const calls = new SpecifiedCalls(exchange);

async function spot(user: string, side: string, size: string, price: string): Promise<void> {
  const order = { ...PAIR, side, orderType: "limit", force: "gtc", size, price };
  await calls.post("/api/v2/spot/trade/place-order", order, user);
}

/** Alice trades futures with Bob; both positions are isolated. */
async function futures(side: "buy" | "sell", size: string, price: string): Promise<void> {
  const order = { ...FUTURES, marginMode: "isolated", orderType: "limit", force: "gtc" };
  const other = side === "buy" ? "sell" : "buy";
  const path = "/api/v2/mix/order/place-order";
  await calls.post(path, { ...order, side: other, size, price }, "bob");
  await calls.post(path, { ...order, side, size, price });
}

async function settleFunding(): Promise<void> {
  for (let hour = 0; hour < 9; hour += 1) {
    exchange().gateway.advance(HOUR_MS);
    await exchange().setIndex(FUTURES_PAIR, 500_000);
    await exchange().apply({ kind: "tick" });
    await exchange().apply({ kind: "tick" });
  }
}

async function trade(): Promise<void> {
  await spot("bob", "sell", "0.02", "50000");
  await spot("alice", "buy", "0.02", "50000");
  const transfer = { fromType: "spot", toType: "isolated_margin", coin: "USDT", amount: "500" };
  await calls.post("/api/v2/spot/wallet/transfer", { ...transfer, ...PAIR });
  const isolated = "/api/v2/margin/isolated";
  const order = { ...PAIR, orderType: "limit", force: "gtc", baseSize: "0.03", price: "50000" };
  await spot("bob", "sell", "0.03", "50000");
  const buy = { ...order, side: "buy", loanType: "autoLoan" };
  await calls.post(`${isolated}/place-order`, buy);
  await spot("bob", "buy", "0.01", "50000");
  const sell = { ...order, side: "sell", loanType: "autoRepay", baseSize: "0.01" };
  await calls.post(`${isolated}/place-order`, sell);
  await calls.post(`${isolated}/account/borrow`, { ...PAIR, coin: "USDT", borrowAmount: "100" });
  await calls.post(`${isolated}/account/repay`, { ...PAIR, coin: "USDT", repayAmount: "60" });
  await futures("buy", "0.2", "50000");
  await settleFunding();
  const margin = { ...FUTURES, holdSide: "long", amount: "100" };
  await calls.post("/api/v2/mix/account/set-margin", margin);
  await futures("sell", "0.1", "50100");
  await futures("sell", "0.1", "49900");
}

function expectChain(bills: readonly TestRow[], amount: string, fee: string): void {
  expect(bills.length).toBeGreaterThan(3);
  expectBalanceChain(bills.toReversed(), { amount, fee });
}

beforeAll(trade);

it("bills of spot lead from each balance to the next", async () => {
  for (const user of ["alice", "bob"]) {
    const bills = await calls.rows("/api/v2/spot/account/bills", {}, user);
    expectChain(bills, "size", "fees");
  }
});

it.each([
  ["alice", "-"],
  ["bob", ""],
])("bills of futures do, also where an isolated position has funding: %s", async (user, sign) => {
  const query = { productType: "USDT-FUTURES", limit: 100 };
  const bills = await calls.list("/api/v2/mix/account/bill", "bills", query, user);
  const payments = bills.filter(({ businessType }) => businessType === "contract_settle_fee");
  expect(payments.length).toBeGreaterThan(0);
  const signs = payments.map(({ amount }) => (amount?.startsWith("-") === true ? "-" : ""));
  expect(new Set(signs)).toEqual(new Set([sign]));
  expectChain(bills, "amount", "fee");
});

const RECORDS = "/api/v2/margin/isolated/financial-records";

function recent(): Query {
  return { ...PAIR, startTime: exchange().nowMs - 24 * HOUR_MS };
}

it("records of margin accounts do", async () => {
  const records = await calls.list(RECORDS, "resultList", recent());
  expectChain(records, "amount", "fee");
});

it.each(["deal_in", "deal_out", "repay"])("records of type %s are paged whole", async (type) => {
  const all = await calls.list(RECORDS, "resultList", recent());
  const expected = all.filter(({ marginType }) => marginType === type);
  expect(expected.length).toBeGreaterThan(0);
  const query = { ...recent(), marginType: type, limit: 1 };
  let more: Query = {};
  for (const record of expected) {
    const page = (await calls.row(RECORDS, { ...query, ...more })) as unknown;
    const { marginId } = record;
    expect(page).toEqual({ resultList: [record], maxId: marginId, minId: marginId });
    more = { idLessThan: marginId ?? "" };
  }
  const end = (await calls.row(RECORDS, { ...query, ...more })) as unknown;
  expect(end).toEqual({ resultList: [], maxId: "", minId: "" });
});
