import type { Endpoint } from "../../http/endpoint.ts";
import { cancelBatch } from "./cancel-batch.ts";
import { cancelOrder } from "./cancel-order.ts";
import { cancelSymbolOrder } from "./cancel-symbol-order.ts";
import { closePositions } from "./close-positions.ts";
import { countdownCancelAll } from "./countdown-cancel-all.ts";
import { getFills } from "./get-fills.ts";
import { getHistoryOrders } from "./get-history-orders.ts";
import { getLoanData } from "./get-loan-data.ts";
import { getOrderInfo } from "./get-order-info.ts";
import { getUnfilledOrders } from "./get-unfilled-orders.ts";
import { modifyBatch } from "./modify-batch.ts";
import { modifyOrder } from "./modify-order.ts";
import { placeBatch } from "./place-batch.ts";
import { placeOrder } from "./place-order.ts";

export const endpointsTradeV3: readonly Endpoint[] = [
  placeOrder,
  modifyOrder,
  cancelOrder,
  placeBatch,
  modifyBatch,
  cancelBatch,
  cancelSymbolOrder,
  closePositions,
  countdownCancelAll,
  getOrderInfo,
  getUnfilledOrders,
  getHistoryOrders,
  getFills,
  getLoanData,
];
