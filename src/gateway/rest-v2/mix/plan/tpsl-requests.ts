import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { type Lots, ZERO_LOTS } from "../../../../core/money/units.ts";
import { coin, productType, symbol } from "../../../http/fields.ts";
import { sizeLots } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";

export const STP_MODES = ["none", "cancel_taker", "cancel_maker", "cancel_both"] as const;

/** Hedge mode names the position, one-way mode the side that opened it. */
export const HOLD_SIDES = ["long", "short", "buy", "sell"] as const;

export const TPSL_FIELDS = { marginCoin: coin(), productType: productType(), symbol: symbol() };

export function heldPositionSide(holdSide: (typeof HOLD_SIDES)[number]): "long" | "short" {
  return holdSide === "long" || holdSide === "buy" ? "long" : "short";
}

/** The size of a part; absent it is the whole position, which 0 is not. */
export function exitSize(instrument: Instrument, text: string | undefined): Lots {
  if (text === undefined) return ZERO_LOTS;
  const size = sizeLots(text, instrument, MIX_UNITS);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}
