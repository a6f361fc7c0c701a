/** Balances of financial records: each one is the balance before it + amount + fee. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { expectBalanceChain } from "../../../../test/support/balance-chain.ts";
import { lendCoins } from "../../../../test/support/lend-coins.ts";
import { listOf, rowOf } from "../../../../test/support/test-answer.ts";
import { ExchangeFixture } from "../../../../test/support/test-exchange.ts";
import { COIN, currencyIndex } from "../../../../test/support/test-listings.ts";
import { PRODUCT, PRODUCT_TERMS } from "../../../../test/support/unit-fixture.ts";
import { PLACE_ORDER } from "../../../../test/support/wire-orders.ts";
import { atoms } from "../../../core/money/units.ts";
import { endpointsTradeV3 } from "../trade/endpoints-trade.ts";
import { endpointsAccountV3 } from "./endpoints-account.ts";

const HOUR_MS = 3_600_000;
const CATEGORIES = ["SPOT", "MARGIN", "USDT-FUTURES", "COIN-FUTURES", "USDC-FUTURES", "OTHER"];

let exchange: ExchangeFixture;

beforeEach(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...endpointsAccountV3, ...endpointsTradeV3],
    users: [
      { name: "alice", accountKind: "unified", funds: [["unified", "USDT", 10_000n * COIN]] },
      {
        name: "bob",
        accountKind: "unified",
        funds: [
          ["unified", "BTC", 10n * COIN],
          ["unified", "USDT", 1_000_000n * COIN],
        ],
      },
    ],
  });
  await lendCoins(exchange);
});

afterEach(async () => {
  await exchange[Symbol.asyncDispose]();
});

/** Alice takes what Bob offers, or the other way round. */
async function trade(terms: {
  readonly category: "MARGIN" | "USDT-FUTURES";
  readonly side: "buy" | "sell";
  readonly qty: string;
  readonly price: string;
}): Promise<void> {
  const order = { ...terms, symbol: "BTCUSDT", orderType: "limit" };
  const category = terms.category === "MARGIN" ? "SPOT" : terms.category;
  const side = terms.side === "buy" ? "sell" : "buy";
  rowOf(await exchange.post(PLACE_ORDER, { ...order, category, side }, "bob"));
  rowOf(await exchange.post(PLACE_ORDER, order, "alice"));
}

async function passHours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    exchange.gateway.advance(HOUR_MS);
    // The first tick records the hour, the second charges it.
    await exchange.apply({ kind: "tick" });
    await exchange.apply({ kind: "tick" });
  }
}

type Records = Record<"id" | "coin" | "type" | "amount" | "fee" | "balance", string>[];

async function recordsOf(name: string): Promise<Records> {
  const path = "/api/v3/account/financial-records";
  const pages = await Promise.all(
    CATEGORIES.map((category) => exchange.get(path, { category }, name)),
  );
  const rows = pages.flatMap((page) => listOf(page).list as unknown as Records);
  return rows.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Checks each link, and that the last balances are those of the account; returns the types. */
async function expectChains(name: string): Promise<readonly string[]> {
  const rows = await recordsOf(name);
  const last = expectBalanceChain(rows, { amount: "amount", fee: "fee" });
  const answer = rowOf(await exchange.get("/api/v3/account/assets", {}, name));
  const assets = answer["assets"] as unknown as Record<"coin" | "balance" | "debt", string>[];
  for (const { balance, coin, debt } of assets) {
    expect(last[coin]).toBeCloseTo(Number(balance) + Number(debt), 8);
  }
  return rows.map(({ type }) => type);
}

it("continue from one to the next when interest is added to a debt", async () => {
  await trade({ category: "MARGIN", side: "buy", qty: "0.4", price: "50000" });
  await passHours(3);
  await exchange.setIndex(0, 5_000_000);
  await trade({ category: "MARGIN", side: "sell", qty: "0.1", price: "50000" });
  await passHours(1);
  const types = await expectChains("alice");
  const charged = types.filter((type) => type === "INTEREST_SETTLEMENT_OUT");
  expect(charged.length).toBeGreaterThanOrEqual(3);
});

it("continue from one to the next when futures lose and pay fees in a debt", async () => {
  await trade({ category: "MARGIN", side: "buy", qty: "0.3", price: "50000" });
  for (const [side, price] of [
    ["buy", "50100"],
    ["sell", "49900"],
    ["sell", "50000"],
    ["buy", "49900"],
  ] as const) {
    await trade({ category: "USDT-FUTURES", side, qty: "0.2", price });
  }
  await passHours(1);
  await exchange.setIndex(0, 5_000_000);
  const sent = { repayableCoinList: ["USDT"], paymentCoinList: ["BTC"] };
  rowOf(await exchange.post("/api/v3/account/repay", sent, "alice"));
  const types = await expectChains("alice");
  for (const type of ["BUY_DEAL", "SELL_DEAL", "BORROW", "REPAYMENT"]) {
    expect(types).toContain(type);
  }
  expect(types).toContain("EXCHANGE_TARGET_TOKEN_USER_IN");
  await expectChains("bob");
});

it("continue from one to the next when a loan of a risk unit pays off a debt", async () => {
  await trade({ category: "MARGIN", side: "buy", qty: "0.25", price: "50000" });
  const alice = exchange.user("alice").index;
  const currency = currencyIndex("USDT");
  const [lent, spent] = [atoms(6_000n * COIN), atoms(1_000n * COIN)];
  await exchange.apply({
    kind: "set_loan_product",
    ...{ ...PRODUCT_TERMS, dailyRateE8: 0 },
    ...{ currencies: [currency, currencyIndex("BTC")], instruments: [0] },
  });
  await exchange.apply({ kind: "set_risk_unit", user: alice, product: PRODUCT });
  const issue = { kind: "issue_unit_loan", unit: alice, currency, amount: lent } as const;
  const { id: loan } = await exchange.apply(issue);
  await exchange.apply({ kind: "repay_unit_loan", user: alice, loan, amount: spent });
  const types = await expectChains("alice");
  expect(types.slice(-3)).toEqual(["BORROW", "REPAYMENT", "REPAYMENT"]);
});

it("continue from one to the next through a liquidation", async () => {
  await trade({ category: "MARGIN", side: "buy", qty: "0.7", price: "50000" });
  await exchange.setIndex(0, 3_600_000);
  for (let step = 0; step < 20; step += 1) {
    exchange.gateway.advance(1_000);
    await exchange.apply({ kind: "tick" });
  }
  const types = await expectChains("alice");
  expect(types).toContain("LIQ_CONVERT_OUT");
  expect(types.filter((type) => type === "REPAYMENT").length).toBeGreaterThan(0);
});
