/** Converts requests of margin orders to commands. */

import { type Static, Type } from "typebox";
import type { MarginWallet } from "../../core/base/vocabulary.ts";
import { hasPrice } from "../../core/base/word-traits.ts";
import type { CancelOrder, PlaceOrder } from "../../core/commands/commands.ts";
import { NO_PRICE, ZERO_ATOMS, ZERO_LOTS } from "../../core/money/units.ts";
import { LOAN_TYPE_WORDS } from "../../wire/words/order-words.ts";
import { clientOidV2, decimal, word } from "../http/fields.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { wireError } from "../http/wire-error.ts";
import { orderTypeField, sideField, stpModeField, timeInForceField } from "../http/word-fields.ts";
import { rejectionError } from "../rejection-codes.ts";
import { isOnAnother, type OrderContext, type OrderInstrument } from "./order-context.ts";
import { amountAtoms, priceTicks, sizeLots, type UnitErrors } from "./order-units.ts";
import { refusedFields } from "./refused-fields.ts";
import { orderIdsV2 } from "./v2-orders.ts";

const ERRORS = PARAMETER_ERRORS.v2;

const MARGIN_UNITS: UnitErrors = {
  priceOffIncrement: () => wireError("40808", "price"),
  priceOutOfRange: () => rejectionError("price_out_of_range", "margin"),
  sizeOffIncrement: () => rejectionError("size_off_increment", "margin"),
  sizeOutOfRange: () => rejectionError("size_above_maximum", "margin"),
  markPriceMissing: () => rejectionError("mark_price_missing", "margin"),
  triggerMissing: () => rejectionError("exits_missing", "margin"),
};

/** Fields of an order: an item of batch-place-order, or place-order without its symbol. */
export const marginTermsV2 = Type.Object({
  side: sideField(),
  orderType: orderTypeField(),
  loanType: word(LOAN_TYPE_WORDS),
  force: timeInForceField(),
  price: Type.Optional(decimal({ description: "Needed for limit orders" })),
  baseSize: Type.Optional(decimal({ description: "Needed but for market buys" })),
  quoteSize: Type.Optional(decimal({ description: "Needed for market buys" })),
  clientOid: Type.Optional(clientOidV2()),
  stpMode: stpModeField("none"),
  ...refusedFields("margin"),
});
export type MarginTermsV2 = Static<typeof marginTermsV2>;

/** Target of an order: the pair, and the account that backs it. */
export type MarginTarget = {
  readonly instrument: OrderInstrument;
  readonly backing: MarginWallet;
};

/** Returns the size of the order in base, or its amount in quote. */
function sizeOf(context: OrderContext, instrument: OrderInstrument, terms: MarginTermsV2) {
  const { baseSize, orderType, quoteSize, side } = terms;
  if (!hasPrice(orderType) && side === "buy") {
    if (quoteSize === undefined) throw ERRORS.missing("quoteSize");
    const decimals = context.directory.currencyAt(instrument.quote)?.decimals ?? 0;
    return { size: ZERO_LOTS, quoteAmount: amountAtoms(quoteSize, decimals, MARGIN_UNITS) };
  }
  if (baseSize === undefined) throw ERRORS.missing("baseSize");
  return { size: sizeLots(baseSize, instrument, MARGIN_UNITS), quoteAmount: ZERO_ATOMS };
}

function priceOf(instrument: OrderInstrument, terms: MarginTermsV2) {
  if (!hasPrice(terms.orderType)) return NO_PRICE;
  if (terms.price === undefined) throw ERRORS.missing("price");
  return priceTicks(terms.price, instrument, MARGIN_UNITS);
}

/** Returns the command of an order with `terms`. */
export function marginOrderV2(
  context: OrderContext,
  target: MarginTarget,
  terms: MarginTermsV2,
): PlaceOrder {
  const { backing, instrument } = target;
  return {
    kind: "place_order",
    user: context.principal.userIndex,
    instrument: instrument.index,
    side: terms.side,
    orderType: terms.orderType,
    timeInForce: hasPrice(terms.orderType) ? terms.force : "ioc",
    positionSide: "net",
    reduceOnly: false,
    stpMode: terms.stpMode,
    price: priceOf(instrument, terms),
    ...sizeOf(context, instrument, terms),
    clientOrderId: terms.clientOid ?? "",
    source: "api",
    exits: undefined,
    margin: { backing, loanType: terms.loanType },
    opening: undefined,
  };
}

/**
 * Returns the `cancel_order` command of a request; an order with another backing counts as unknown.
 */
export function cancelMarginOrderV2(
  context: OrderContext,
  target: MarginTarget,
  request: { readonly orderId?: string; readonly clientOid?: string },
): CancelOrder {
  const ids = orderIdsV2(request, "margin");
  if (isOnAnother(context, ids, target.instrument, target.backing)) {
    throw rejectionError("order_not_found", "margin");
  }
  return { kind: "cancel_order", user: context.principal.userIndex, ...ids };
}
