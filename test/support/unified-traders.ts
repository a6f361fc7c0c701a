/** Traders with unified accounts, and what they ask the gateway while they trade. */

import { orderIdOf, rowOf, type TestRow } from "./test-answer.ts";
import type { ExchangeFixture, TestUserPlan } from "./test-exchange.ts";
import { COIN } from "./test-listings.ts";
import { PLACE_ORDER } from "./wire-orders.ts";

/** A million dollars and ten bitcoins in the unified account. */
export const TRADING_FUNDS = [
  ["unified", "USDT", 1_000_000n * COIN],
  ["unified", "BTC", 10n * COIN],
] as const;

/**
 * Alice and Bob trade on live and Dora on demo, all with `TRADING_FUNDS`. The key of `reader` may
 * only read, and Carol has a classic account.
 */
export const TRADERS: readonly TestUserPlan[] = [
  { name: "alice", accountKind: "unified", funds: TRADING_FUNDS },
  { name: "bob", accountKind: "unified", funds: TRADING_FUNDS },
  { name: "dora", accountKind: "unified", realm: "demo", funds: TRADING_FUNDS },
  { name: "reader", accountKind: "unified", permissions: ["uta_trade_read"] },
  { name: "carol", accountKind: "classic" },
];

/** Places an order and returns its id; throws when it is rejected. */
export async function placeOrder(
  exchange: ExchangeFixture,
  name: string,
  order: object,
): Promise<string> {
  return orderIdOf(await exchange.post(PLACE_ORDER, order, name));
}

/** Returns the row of `order-info` for an order of the user. */
export async function readOrder(
  exchange: ExchangeFixture,
  name: string,
  orderId: string,
): Promise<TestRow> {
  return rowOf(await exchange.get("/api/v3/trade/order-info", { orderId }, name));
}
