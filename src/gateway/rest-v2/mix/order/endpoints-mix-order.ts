import type { Endpoint } from "../../../http/endpoint.ts";
import { batchCancelMixOrders } from "./batch-cancel-orders.ts";
import { batchPlaceMixOrders } from "./batch-place-orders.ts";
import { cancelAllMixOrders } from "./cancel-all-orders.ts";
import { cancelMixOrder } from "./cancel-order.ts";
import { closeMixPositions } from "./close-positions.ts";
import { getMixOrder } from "./get-order.ts";
import { listClosedMixOrders } from "./list-closed-orders.ts";
import { listMixFillHistory } from "./list-fill-history.ts";
import { listMixFills } from "./list-fills.ts";
import { listOpenMixOrders } from "./list-open-orders.ts";
import { modifyMixOrder } from "./modify-order.ts";
import { placeMixOrder } from "./place-order.ts";
import { reverseMixPosition } from "./reverse-position.ts";

export const endpointsMixOrderV2: readonly Endpoint[] = [
  placeMixOrder,
  batchPlaceMixOrders,
  modifyMixOrder,
  cancelMixOrder,
  batchCancelMixOrders,
  cancelAllMixOrders,
  closeMixPositions,
  reverseMixPosition,
  getMixOrder,
  listOpenMixOrders,
  listClosedMixOrders,
  listMixFills,
  listMixFillHistory,
];
