import { Type } from "typebox";
import { URGENT } from "../../../sequencer/port.ts";
import { wireId } from "../../../wire/ids.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { cancelMarginOrderV2 } from "../../orders/margin-orders.ts";
import { spotInstrumentV2 } from "../../orders/v2-orders.ts";
import { clientOidOf } from "../shared/find-orders.ts";
import { orderContext, submitAccepted } from "../shared/submit.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { ORDER_ID_FIELDS } from "./order-id-fields.ts";

export const cancelMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "cancel-order")],
    version: "v2",
    summary: `Cancel an order on ${mode.word} margin by its id or client id`,
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    urgent: true,
    request: Type.Object({ symbol: symbol(), ...ORDER_ID_FIELDS }),
    response: Type.Object({ orderId: Type.String(), clientOid: Type.String() }),
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrumentV2(orders, request.symbol);
      const command = cancelMarginOrderV2(orders, { instrument, backing: mode.wallet }, request);
      const outcome = await submitAccepted(context, command, "margin", URGENT);
      return { orderId: wireId(outcome.id), clientOid: clientOidOf(context, outcome.id) };
    },
  }),
);
