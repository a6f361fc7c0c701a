import { Type } from "typebox";
import type { CancelOrder } from "../../../../core/commands/commands.ts";
import { URGENT } from "../../../../sequencer/port.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { batchOf, clientOidV2, coin, id, productType, symbol } from "../../../http/fields.ts";
import { cancelMixOrderV2 } from "../../../orders/v2-orders.ts";
import { BATCH_ITEMS_MAX, batchAnswer, batchResponse, runBatch } from "../../shared/batch.ts";
import { clientOidOf } from "../../shared/find-orders.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { orderContext } from "../../shared/submit.ts";
import { cancelOrdersInScope } from "./cancel-orders-in-scope.ts";

export const batchCancelMixOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/batch-cancel-orders"],
  version: "v2",
  summary: "Cancel up to 50 futures orders, or all of a symbol or product line",
  description: "Without orderIdList every open order of the symbol or the line is cancelled.",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  batch: true,
  urgent: true,
  request: Type.Object({
    productType: productType(),
    symbol: Type.Optional(symbol({ description: "Needed with orderIdList" })),
    marginCoin: Type.Optional(coin()),
    orderIdList: Type.Optional(
      batchOf(
        Type.Object({ orderId: Type.Optional(id()), clientOid: Type.Optional(clientOidV2()) }),
        { itemsMax: BATCH_ITEMS_MAX, tooMany: "40912" },
      ),
    ),
  }),
  response: batchResponse,
  async handle(context, request) {
    const { orderIdList, symbol: name } = request;
    if (orderIdList === undefined) return cancelOrdersInScope(context, request);
    if (name === undefined) throw context.errors.missing("symbol");
    const orders = orderContext(context);
    const { orderIdList: _list, ...named } = request;
    mixInstrument(context, { ...named, symbol: name });
    const results = await runBatch(context, orderIdList, {
      dialect: "v2_mix",
      options: URGENT,
      toCommand: (item): CancelOrder =>
        cancelMixOrderV2(orders, { ...named, symbol: name, ...item }),
      clientOid: (_command, cancelled) => clientOidOf(context, cancelled.id),
    });
    return batchAnswer(results);
  },
});
