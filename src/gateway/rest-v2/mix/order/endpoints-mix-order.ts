import type { Endpoint } from "../../../http/endpoint.ts";
import { batchCancelMixOrders, cancelAllMixOrders, cancelMixOrder } from "./cancel-order.ts";
import { closeMixPositions } from "./close-positions.ts";
import { getMixOrder } from "./get-order.ts";
import { listMixFillHistory, listMixFills } from "./list-fills.ts";
import { listClosedMixOrders, listOpenMixOrders } from "./list-orders.ts";
import { modifyMixOrder } from "./modify-order.ts";
import { batchPlaceMixOrders, placeMixOrder } from "./place-order.ts";

export const endpointsMixOrderV2: readonly Endpoint[] = [
  placeMixOrder,
  batchPlaceMixOrders,
  modifyMixOrder,
  cancelMixOrder,
  batchCancelMixOrders,
  cancelAllMixOrders,
  closeMixPositions,
  getMixOrder,
  listOpenMixOrders,
  listClosedMixOrders,
  listMixFills,
  listMixFillHistory,
];
