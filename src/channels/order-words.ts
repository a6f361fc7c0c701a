import { formatTrimmed } from "../core/money/decimals.ts";
import type { Category, OrderSource } from "../core/vocabulary.ts";
import type { LiveAccounts } from "../projections/live/live-accounts.ts";
import type { LiveFill, LiveOrder } from "../projections/live/live-order.ts";
import { type ChannelInstrument, priceText } from "./channel-instrument.ts";

/** What pushes of orders and fills look up. */
export type Listings = Pick<LiveAccounts, "instrumentAt" | "currencyAt">;

/** `usdt-futures` for usdt_futures: v3 channels write categories in lower case. */
export function lowerCategory(category: Category): string {
  return category.replace("_", "-");
}

export function currencyCode(listings: Listings, currency: number): string {
  return listings.currencyAt(currency)?.code ?? "";
}

/** An amount as decimal text; empty for an unknown currency. */
export function amountText(listings: Listings, currency: number, amount: bigint): string {
  const known = listings.currencyAt(currency);
  return known === undefined ? "" : formatTrimmed(amount, known.decimals);
}

/** The limit price; empty for a market order. */
export function limitPriceText(instrument: ChannelInstrument, order: LiveOrder): string {
  return order.price === 0 ? "" : priceText(instrument, order.price);
}

/** In hedge mode an order names its position; on spot and in one-way mode it is `net`. */
export function isHedged(of: { readonly positionSide: LiveOrder["positionSide"] }): boolean {
  return of.positionSide !== "net";
}

/** Whether a hedge-mode order or fill opens: a buy of a long, a sell of a short. */
export function isOpening(of: Pick<LiveOrder | LiveFill, "side" | "positionSide">): boolean {
  return (of.side === "buy") === (of.positionSide === "long");
}

type Sided = Pick<LiveOrder | LiveFill, "side" | "positionSide">;

/** Words before the trade side of what the exchange closes, by the order's source. */
const FORCED_SIDES: Partial<Readonly<Record<OrderSource, string>>> = {
  delivery: "delivery",
  liquidation: "burst",
  reduction: "reduce",
};

/**
 * v2's word for what an order or fill does to a position; `source` is the order's. One-way mode has
 * no netting: there is never a long beside a short.
 */
export function tradeSideOf(of: Sided, source: OrderSource): string {
  const hedged = isHedged(of);
  const forced = FORCED_SIDES[source];
  if (forced !== undefined) {
    return hedged ? `${forced}_close_${of.positionSide}` : `${forced}_${of.side}_single`;
  }
  if (source === "deleveraging") {
    return hedged
      ? `dte_sys_adl_close_${of.positionSide}`
      : `dte_sys_adl_${of.side === "buy" ? "buy_in" : "sell_in"}_single_side_mode`;
  }
  if (source === "offset") return `offset_close_${of.positionSide}`;
  if (!hedged) return `${of.side}_single`;
  return isOpening(of) ? "open" : "close";
}

const EXEC_TYPES: Partial<Readonly<Record<OrderSource, string>>> = {
  delivery: "delivery",
  liquidation: "liquidation",
  reduction: "reduce",
  offset: "offset",
  deleveraging: "adl",
};

/** v3's word for why an order was executed (rest-v3.md, enumerations). */
export function execTypeOf(source: OrderSource): string {
  return EXEC_TYPES[source] ?? "normal";
}
