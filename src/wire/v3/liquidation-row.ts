/** Orders that liquidate positions, in REST (rest-v3.md) and on the channel (websocket.md 5.5). */
import { type Static, Type } from "typebox";
import type { PositionSide } from "../../core/base/vocabulary.ts";
import type { Lots, Ticks } from "../../core/money/units.ts";
import type { ListedInstrument } from "../listings.ts";
import { quantityText } from "../sizes.ts";
import { priceText } from "../texts.ts";

export const liquidationRowSchema = Type.Object({
  symbol: Type.String(),
  side: Type.String({ description: "Of the order: sell for a long position" }),
  price: Type.String({ description: "The bankruptcy price, the order's limit" }),
  amount: Type.String(),
  ts: Type.String(),
});
export type LiquidationRow = Static<typeof liquidationRowSchema>;

/** An order that liquidates a position of this side. */
export interface LiquidationOrder {
  readonly positionSide: PositionSide;
  readonly price: Ticks;
  readonly size: Lots;
  readonly timeMs: number;
}

/** The row of REST and of the channel. */
export function liquidationRow(
  instrument: ListedInstrument,
  order: LiquidationOrder,
): LiquidationRow {
  return {
    symbol: instrument.symbol,
    side: order.positionSide === "short" ? "buy" : "sell",
    price: priceText(instrument, order.price),
    amount: quantityText(instrument, order.size, order.price),
    ts: String(order.timeMs),
  };
}
