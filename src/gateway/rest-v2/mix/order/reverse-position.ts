import { Type } from "typebox";
import { clientIdOf } from "../../../../core/base/id-text.ts";
import type { OutcomeItem } from "../../../../core/base/outcome.ts";
import { type Lots, NO_PRICE, ZERO_LOTS } from "../../../../core/money/units.ts";
import { wireId } from "../../../../wire/ids.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { clientOidV2, coin, decimal, productType, symbol } from "../../../http/fields.ts";
import { WireError } from "../../../http/wire-error.ts";
import { sideField, tradeSideField } from "../../../http/word-fields.ts";
import { orderSize, type SizeUnits, type SizingOrder } from "../../../orders/order-sizes.ts";
import { MIX_UNITS, mixSidesV2 } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext, submitAccepted } from "../../shared/submit.ts";

/** Lots to reverse; throws if the size is less than a lot, because 0 is the whole position. */
function reversedLots(units: SizeUnits, text: string | undefined, side: SizingOrder["side"]): Lots {
  if (text === undefined) return ZERO_LOTS;
  const closing = { positionSide: "net", reduceOnly: true, orderType: "market" } as const;
  const { size } = orderSize(units, text, { ...closing, side, price: NO_PRICE });
  if (size === 0) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}

/** Throws the rejection of the first order, or of the second with what the first has done. */
function checkOrders([closing, opening]: readonly OutcomeItem[]): void {
  if (closing?.rejection !== undefined) throw rejectionError(closing.rejection, "v2_mix");
  if (closing === undefined || opening?.rejection === undefined) return;
  const { code, message } = rejectionError(opening.rejection, "v2_mix");
  const done = `Order ${wireId(closing.orderId)} closed the position`;
  throw new WireError(code, `${done}, the opposite one was not opened: ${message}`);
}

export const reverseMixPosition = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/click-backhand"],
  version: "v2",
  summary: "Reverse a position at market",
  description:
    "Closes size of a position, or all of it, and opens as much on the other side. In one-way " +
    "mode one order does both: side sell reverses a long, buy a short position. In hedge mode " +
    "side and tradeSide name the order that closes or the one that opens, as in place-order: " +
    "buy and close, or sell and open, reverse the long position. A closing order is placed, " +
    "which has the answered ids, then an opening order of what it closed. If the second is " +
    "refused, the error says that the position is closed.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    symbol: symbol(),
    productType: productType(),
    marginCoin: coin(),
    size: Type.Optional(decimal({ description: "At most the position; all of it if missing" })),
    side: sideField(),
    tradeSide: Type.Optional(tradeSideField()),
    clientOid: Type.Optional(clientOidV2()),
  }),
  response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
  async handle(context, request) {
    const instrument = mixInstrument(context, request);
    const orders = orderContext(context);
    const { side } = mixSidesV2(orders, instrument, request);
    const units = { context: orders, instrument, errors: MIX_UNITS };
    const { clientOid: clientOrderId = "" } = request;
    const command = {
      kind: "reverse_position",
      user: context.principal.userIndex,
      instrument: instrument.index,
      positionSide: side === "sell" ? "long" : "short",
      size: reversedLots(units, request.size, side),
      clientOrderId,
    } as const;
    const { items = [] } = await submitAccepted(context, command, "v2_mix");
    checkOrders(items);
    const id = items[0]?.orderId ?? 0;
    return { orderId: wireId(id), clientOid: clientIdOf(id, clientOrderId) };
  },
});
