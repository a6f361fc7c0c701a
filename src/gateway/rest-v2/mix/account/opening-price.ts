import type { OrderType } from "../../../../core/base/vocabulary.ts";
import { hasPrice } from "../../../../core/base/word-traits.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import type { Ticks } from "../../../../core/money/units.ts";
import type { EndpointContext } from "../../../http/endpoint.ts";
import { coin } from "../../../http/fields.ts";
import { type HeldSide, heldSideField, orderTypeField } from "../../../http/word-fields.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

/** Fields of requests about an order that would open a position. */
export const OPENING_FIELDS = {
  ...CONTRACT_FIELDS,
  marginCoin: coin(),
  posSide: heldSideField(),
  orderType: orderTypeField(),
};

export function askedPrice(instrument: Instrument, text: string): Ticks {
  const price = priceTicks(text, instrument, MIX_UNITS);
  if (price === 0) throw rejectionError("price_out_of_range", "v2_mix");
  return price;
}

/** Returns the price at which a market order starts: the best opposite price, else mark. */
function marketPrice(context: EndpointContext, instrument: Instrument, isLong: boolean): Ticks {
  const { accounts } = context.exchange;
  const price = accounts.marketPrice(instrument.index, isLong ? "buy" : "sell");
  if (price === 0) throw rejectionError("mark_price_missing", "v2_mix");
  return price;
}

/** Returns the price of an opening order: its own, or the price at which a market order starts. */
export function openingPrice(
  context: EndpointContext,
  instrument: Instrument,
  request: {
    readonly posSide: HeldSide;
    readonly orderType: OrderType;
    readonly openPrice?: string | undefined;
  },
): Ticks {
  const { openPrice, orderType } = request;
  if (!hasPrice(orderType)) return marketPrice(context, instrument, request.posSide === "long");
  if (openPrice === undefined) throw context.errors.missing("openPrice");
  return askedPrice(instrument, openPrice);
}
