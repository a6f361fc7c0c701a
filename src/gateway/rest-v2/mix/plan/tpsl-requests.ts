import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { type Lots, ZERO_LOTS } from "../../../../core/money/units.ts";
import { coin, productType, symbol } from "../../../http/fields.ts";
import { sizeLots } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";

export const TPSL_FIELDS = { marginCoin: coin(), productType: productType(), symbol: symbol() };

/** The size of a part; absent it is the whole position, which 0 is not. */
export function exitSize(instrument: Instrument, text: string | undefined): Lots {
  if (text === undefined) return ZERO_LOTS;
  const size = sizeLots(text, instrument, MIX_UNITS);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}
