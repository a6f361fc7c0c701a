import type { Endpoint } from "../../../http/endpoint.ts";
import { batchCancelSpotPlanOrders } from "./batch-cancel-plan-orders.ts";
import { cancelSpotPlanOrder } from "./cancel-plan-order.ts";
import { getSpotPlanSubOrder } from "./get-plan-sub-order.ts";
import { listClosedSpotPlans } from "./list-closed-plans.ts";
import { listPendingSpotPlans } from "./list-pending-plans.ts";
import { modifySpotPlanOrder } from "./modify-plan-order.ts";
import { placeSpotPlanOrder } from "./place-plan-order.ts";

export const endpointsSpotPlanV2: readonly Endpoint[] = [
  placeSpotPlanOrder,
  modifySpotPlanOrder,
  cancelSpotPlanOrder,
  batchCancelSpotPlanOrders,
  listPendingSpotPlans,
  listClosedSpotPlans,
  getSpotPlanSubOrder,
];
