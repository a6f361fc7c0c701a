import type { Endpoint } from "../../../http/endpoint.ts";
import { cancelMixPlanOrders } from "./cancel-plan-order.ts";
import { getMixPlanSubOrder } from "./get-plan-sub-order.ts";
import { listClosedMixPlans } from "./list-closed-plans.ts";
import { listPendingMixPlans } from "./list-pending-plans.ts";
import { modifyMixPlanOrder } from "./modify-plan-order.ts";
import { modifyMixTpslOrder } from "./modify-tpsl-order.ts";
import { placeMixPlanOrder } from "./place-plan-order.ts";
import { placeMixPositionTpsl } from "./place-position-tpsl.ts";
import { placeMixTpslOrder } from "./place-tpsl-order.ts";
import { postMixPlanSubOrder } from "./post-plan-sub-order.ts";

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
