import { Type } from "typebox";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { coin, productType, symbol } from "../../../http/fields.ts";
import { checkReceiveWindow } from "../../../orders/receive-window.ts";
import { batchResponse } from "../../shared/batch.ts";
import { RECEIVE_WINDOW_FIELDS } from "../../shared/paging.ts";
import { cancelOrdersInScope } from "./cancel-orders-in-scope.ts";

export const cancelAllMixOrders = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/mix/order/cancel-all-orders"],
  version: "v2",
  summary: "Cancel all open orders of a product line, or of one of its symbols",
  access: { kind: "private", permission: "contract_trade" },
  limit: { perSecond: 10, per: "uid" },
  urgent: true,
  request: Type.Object({
    productType: productType(),
    symbol: Type.Optional(symbol()),
    marginCoin: Type.Optional(coin()),
    ...RECEIVE_WINDOW_FIELDS,
  }),
  response: batchResponse,
  handle(context, request) {
    checkReceiveWindow(request, context.requestTimeMs);
    return cancelOrdersInScope(context, request);
  },
});
