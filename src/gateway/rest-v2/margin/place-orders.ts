/** Placing orders on margin, one or many. */
import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { batchOf, symbol } from "../../http/fields.ts";
import { marginOrderV2, marginTermsV2 } from "../../orders/margin-orders.ts";
import { spotInstrumentV2 } from "../../orders/v2-orders.ts";
import {
  BATCH_ITEMS_MAX,
  batchAnswer,
  batchResponse,
  orderIds,
  runBatch,
} from "../shared/batch.ts";
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
      "what is missing is borrowed, with autoRepay fills repay the loan in the coin they bring.",
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

export const batchPlaceMarginOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "POST",
    paths: [marginPath(mode, "batch-place-order")],
    version: "v2",
    summary: `Place up to 50 orders on ${mode.word} margin`,
    description: "Each order succeeds or fails alone.",
    access: { kind: "private", permission: "margin_trade" },
    limit: { perSecond: 10, per: "uid" },
    batch: true,
    request: Type.Object({
      symbol: symbol(),
      orderList: batchOf(marginTermsV2, { itemsMax: BATCH_ITEMS_MAX, tooMany: "40306" }),
    }),
    response: batchResponse,
    async handle(context, request) {
      const orders = orderContext(context);
      const instrument = spotInstrumentV2(orders, request.symbol);
      const results = await runBatch(context, request.orderList, {
        dialect: "margin",
        toCommand: (item) => marginOrderV2(orders, { instrument, backing: mode.wallet }, item),
        clientOid: (command) => command.clientOrderId,
      });
      return batchAnswer(results);
    },
  }),
);
