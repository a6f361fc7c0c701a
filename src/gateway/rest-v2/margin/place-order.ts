import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { symbol } from "../../http/fields.ts";
import { marginOrderV2, marginTermsV2 } from "../../orders/margin-orders.ts";
import { spotInstrumentV2 } from "../../orders/v2-orders.ts";
import { orderIds } from "../shared/batch.ts";
import { orderContext, submitAccepted } from "../shared/submit.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";

export const placeMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "place-order")],
    version: "v2",
    summary: `Place an order on ${mode.word} margin`,
    description:
      "A market buy is given by quoteSize, every other order by baseSize. With loanType autoLoan " +
      "what is missing is borrowed, with autoRepay fills repay the loan in the coin they bring. " +
      "An order that is cancelled, also a post-only order that would match, keeps its loan.",
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({ symbol: symbol(), ...marginTermsV2.properties }),
    response: Type.Object({ orderId: Type.Optional(Type.String()), clientOid: Type.String() }),
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrumentV2(orders, request.symbol);
      const command = marginOrderV2(orders, { instrument, backing: mode.wallet }, request);
      const outcome = await submitAccepted(context, command, "margin");
      return orderIds(outcome, command.clientOrderId);
    },
  }),
);
