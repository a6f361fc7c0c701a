import type { Endpoint } from "../../../http/endpoint.ts";
import { cancelMixPlanOrders } from "./cancel-plan-order.ts";
import {
  getMixPlanSubOrder,
  listClosedMixPlans,
  listPendingMixPlans,
  postMixPlanSubOrder,
} from "./list-plan-orders.ts";
import { modifyMixPlanOrder, modifyMixTpslOrder } from "./modify-plan-order.ts";
import { placeMixPlanOrder } from "./place-plan-order.ts";
import { placeMixPositionTpsl, placeMixTpslOrder } from "./place-tpsl-order.ts";

export const endpointsMixPlanV2: readonly Endpoint[] = [
  placeMixPlanOrder,
  placeMixTpslOrder,
  placeMixPositionTpsl,
  modifyMixPlanOrder,
  modifyMixTpslOrder,
  cancelMixPlanOrders,
  listPendingMixPlans,
  listClosedMixPlans,
  getMixPlanSubOrder,
  postMixPlanSubOrder,
];
