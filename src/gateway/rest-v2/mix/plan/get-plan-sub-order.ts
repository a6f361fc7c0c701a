import { planSubOrderEndpoint } from "./plan-sub-order-endpoint.ts";

export const getMixPlanSubOrder = planSubOrderEndpoint("GET");
