import { Type } from "typebox";
import type { OrderType, Side } from "../../../../core/base/vocabulary.ts";
import { hasPrice } from "../../../../core/base/word-traits.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../../../core/money/units.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { amountAtoms, priceTicks, sizeLots } from "../../../orders/order-units.ts";
import { SPOT_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";

export const planIdsSchema = Type.Object({ orderId: Type.String(), clientOid: Type.String() });

interface PlanOrderRequest {
  readonly orderType: OrderType;
  readonly executePrice?: string;
  readonly size: string;
}

/** Returns price, size and amount of the order that a plan places; a market buy has an amount. */
export function planOrderTerms(
  context: PrivateContext,
  instrument: Instrument,
  side: Side,
  terms: PlanOrderRequest,
) {
  const isMarket = !hasPrice(terms.orderType);
  if (!isMarket && terms.executePrice === undefined) throw context.errors.missing("executePrice");
  const isByQuote = isMarket && side === "buy";
  const decimals = context.exchange.accounts.currencyAt(instrument.quote)?.decimals ?? 0;
  const size = isByQuote ? ZERO_LOTS : sizeLots(terms.size, instrument, SPOT_UNITS);
  const quoteAmount = isByQuote ? amountAtoms(terms.size, decimals, SPOT_UNITS) : ZERO_ATOMS;
  if (size === ZERO_LOTS && quoteAmount === ZERO_ATOMS) {
    throw rejectionError("size_below_minimum", "v2_spot");
  }
  return {
    orderType: terms.orderType,
    price: isMarket ? NO_PRICE : priceTicks(terms.executePrice ?? "", instrument, SPOT_UNITS),
    size,
    quoteAmount,
  };
}
