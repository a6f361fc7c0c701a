import { planSubOrderEndpoint } from "./plan-sub-order-endpoint.ts";

export const postMixPlanSubOrder = planSubOrderEndpoint("POST");
