/** Conditions of searches of margin accounts: their loans, unwindings, swaps and orders. */
import { indexIn, MARGIN_WALLETS, type MarginWallet } from "../../core/base/vocabulary.ts";
import { type Condition, equals } from "./page-search.ts";

/** Condition on the margin account of a query, or on all accounts of its wallet. */
export function ofAccount(query: {
  readonly wallet: MarginWallet;
  readonly place?: number | undefined;
}): Condition[] {
  const { place, wallet } = query;
  const conditions = [equals("wallet", indexIn(MARGIN_WALLETS, wallet))];
  if (place !== undefined) conditions.push(equals("place", place));
  return conditions;
}

/**
 * Condition that a row belongs to a liquidation, or to a flash repayment: to the latest unwinding
 * of its margin account that began before it.
 */
export function byUnwinding(
  row: { readonly table: "orders" | "swaps"; readonly place: string },
  wallet: MarginWallet,
  isForced: boolean,
): Condition {
  const { place, table } = row;
  const sql =
    `(SELECT is_forced FROM unwinds WHERE unwinds.user = ${table}.user ` +
    `AND unwinds.wallet = ? AND unwinds.place = ${place} AND unwinds.id < ${table}.id ` +
    "ORDER BY unwinds.id DESC LIMIT 1) = ?";
  return { sql, params: [indexIn(MARGIN_WALLETS, wallet), isForced ? 1 : 0] };
}

/** Condition that an order was placed by a liquidation of a margin wallet. */
export function ofLiquidation(wallet: MarginWallet): Condition {
  const place = wallet === "isolated_margin" ? "orders.instrument + 1" : "0";
  return byUnwinding({ table: "orders", place }, wallet, true);
}

/** Conditions on both coins of an exchange. */
export function byCoins(query: {
  readonly fromCurrency?: number | undefined;
  readonly toCurrency?: number | undefined;
}): Condition[] {
  const { fromCurrency, toCurrency } = query;
  const conditions: Condition[] = [];
  if (fromCurrency !== undefined) conditions.push(equals("fromCurrency", fromCurrency));
  if (toCurrency !== undefined) conditions.push(equals("toCurrency", toCurrency));
  return conditions;
}
