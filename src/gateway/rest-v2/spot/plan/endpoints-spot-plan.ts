import type { Endpoint } from "../../../http/endpoint.ts";
import { batchCancelSpotPlanOrders, cancelSpotPlanOrder } from "./cancel-plan-order.ts";
import {
  getSpotPlanSubOrder,
  listClosedSpotPlans,
  listPendingSpotPlans,
} from "./list-plan-orders.ts";
import { modifySpotPlanOrder, placeSpotPlanOrder } from "./place-plan-order.ts";

export const endpointsSpotPlanV2: readonly Endpoint[] = [
  placeSpotPlanOrder,
  modifySpotPlanOrder,
  cancelSpotPlanOrder,
  batchCancelSpotPlanOrders,
  listPendingSpotPlans,
  listClosedSpotPlans,
  getSpotPlanSubOrder,
];
