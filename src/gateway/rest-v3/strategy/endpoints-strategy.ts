import type { Endpoint } from "../../http/endpoint.ts";
import { cancelStrategyOrder } from "./cancel-strategy-order.ts";
import { getHistoryStrategyOrders } from "./get-history-strategy-orders.ts";
import { getStrategySubOrders } from "./get-strategy-sub-orders.ts";
import { getUnfilledStrategyOrders } from "./get-unfilled-strategy-orders.ts";
import { modifyStrategyOrder } from "./modify-strategy-order.ts";
import { placeStrategyOrder } from "./place-strategy-order.ts";

export const endpointsStrategyV3: readonly Endpoint[] = [
  placeStrategyOrder,
  modifyStrategyOrder,
  cancelStrategyOrder,
  getUnfilledStrategyOrders,
  getHistoryStrategyOrders,
  getStrategySubOrders,
];
