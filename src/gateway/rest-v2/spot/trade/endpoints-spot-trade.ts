import type { Endpoint } from "../../../http/endpoint.ts";
import { batchCancelSpotOrders } from "./batch-cancel-orders.ts";
import { batchCancelReplaceOrders } from "./batch-cancel-replace-orders.ts";
import { batchPlaceSpotOrders } from "./batch-place-orders.ts";
import { cancelSpotOrder } from "./cancel-order.ts";
import { cancelReplaceOrder } from "./cancel-replace-order.ts";
import { cancelSymbolOrders } from "./cancel-symbol-orders.ts";
import { getSpotOrder } from "./get-order.ts";
import { listClosedSpotOrders } from "./list-closed-orders.ts";
import { listSpotFills } from "./list-fills.ts";
import { listOpenSpotOrders } from "./list-open-orders.ts";
import { placeSpotOrder } from "./place-order.ts";

export const endpointsSpotTradeV2: readonly Endpoint[] = [
  placeSpotOrder,
  cancelSpotOrder,
  batchPlaceSpotOrders,
  batchCancelSpotOrders,
  cancelSymbolOrders,
  cancelReplaceOrder,
  batchCancelReplaceOrders,
  getSpotOrder,
  listOpenSpotOrders,
  listClosedSpotOrders,
  listSpotFills,
];
