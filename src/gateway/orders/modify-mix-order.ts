/** Changing an open futures order of v2 (rest-v2.md, modify-order). */
import type { AmendOrder, ReplaceOrder } from "../../core/commands/commands.ts";
import { NO_PRICE, ZERO_LOTS } from "../../core/money/units.ts";
import { wireError } from "../http/wire-error.ts";
import { rejectionError } from "../rejection-codes.ts";
import { exitChange } from "./exits.ts";
import { isOnAnother, type OpenOrder, type OrderContext } from "./order-context.ts";
import {
  MIX_UNITS,
  type ModifyMixOrderRequestV2,
  mixInstrumentV2,
  openOrderOf,
  orderIdsV2,
  replacingTerms,
} from "./v2-orders.ts";

/**
 * Checks a futures order that is about to be replaced. The new order has the whole size again, so
 * that nothing of the old one may be filled (40922), and it goes to the end of the queue, so that
 * its price or size must differ if the exits stay (40923).
 */
function checkReplaced(order: OpenOrder | undefined, change: ReplaceOrder): void {
  if (order === undefined) return;
  if (order.filled > 0) throw rejectionError("order_not_amendable", "v2_mix");
  const isSame = order.price === change.price && order.size === change.size;
  if (isSame && change.exits === undefined) throw rejectionError("order_not_changed", "v2_mix");
}

/**
 * Returns the command of a v2 futures modification. Price and size are sent together (40925) and
 * with a new client id (22003), and make a new order; presets alone change the existing order.
 */
export function modifyMixOrderV2(
  context: OrderContext,
  request: ModifyMixOrderRequestV2,
): ReplaceOrder | AmendOrder {
  const instrument = mixInstrumentV2(context, request);
  const ids = orderIdsV2(request, "v2_mix");
  const { newPrice, newSize, newClientOid } = request;
  const isOther = isOnAnother(context, ids, instrument);
  const order = isOther ? undefined : openOrderOf(context, ids);
  const presets = {
    profit: { trigger: request.newPresetStopSurplusPrice },
    loss: { trigger: request.newPresetStopLossPrice },
  };
  const exits = exitChange(instrument, MIX_UNITS, presets, order?.exits);
  const named = { user: context.principal.userIndex, ...ids };
  if (exits !== undefined && newPrice === undefined && newSize === undefined) {
    if (isOther) throw rejectionError("order_not_found", "v2_mix");
    const terms = { price: NO_PRICE, size: ZERO_LOTS, autoCancel: false };
    return { kind: "amend_order", ...named, ...terms, exits };
  }
  if (newPrice === undefined || newSize === undefined) throw wireError("40925");
  if (newClientOid === undefined) throw wireError("22003");
  const units = { context, instrument, errors: MIX_UNITS };
  const change: ReplaceOrder = {
    kind: "replace_order",
    ...named,
    instrument: instrument.index,
    ...replacingTerms({ price: newPrice, size: newSize }, units, ids),
    newClientOrderId: newClientOid,
    exits,
  };
  checkReplaced(order, change);
  return change;
}
