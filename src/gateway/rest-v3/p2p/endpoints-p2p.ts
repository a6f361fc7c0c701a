import type { Endpoint } from "../../http/endpoint.ts";
import { addP2pPayMethod } from "./add-pay-method.ts";
import { appealP2pOrder } from "./appeal-order.ts";
import { cancelP2pOrder } from "./cancel-order.ts";
import { createP2pAd } from "./create-ad.ts";
import { createP2pOrder } from "./create-order.ts";
import { getP2pAdInfo } from "./get-ad-info.ts";
import { getP2pAdLimit } from "./get-ad-limit.ts";
import { getP2pBalance } from "./get-balance.ts";
import { getP2pCurrencies } from "./get-currencies.ts";
import { getP2pExchangeRate } from "./get-exchange-rate.ts";
import { getP2pOrderInfo } from "./get-order-info.ts";
import { getP2pUserInfo } from "./get-user-info.ts";
import { listP2pAds } from "./list-ads.ts";
import { listAllP2pOrders } from "./list-all-orders.ts";
import { listMyP2pAds } from "./list-my-ads.ts";
import { listP2pPayMethods } from "./list-pay-methods.ts";
import { listPendingP2pOrders } from "./list-pending-orders.ts";
import { operateP2pAd } from "./operate-ad.ts";
import { payP2pOrder } from "./pay-order.ts";
import { releaseP2pOrder } from "./release-order.ts";
import { removeP2pPayMethod } from "./remove-pay-method.ts";
import { simulateP2pFee } from "./simulate-fee.ts";
import { updateP2pAd } from "./update-ad.ts";

export const endpointsP2pV3: readonly Endpoint[] = [
  listP2pAds,
  getP2pExchangeRate,
  simulateP2pFee,
  getP2pAdLimit,
  createP2pAd,
  updateP2pAd,
  operateP2pAd,
  getP2pAdInfo,
  listMyP2pAds,
  listPendingP2pOrders,
  listAllP2pOrders,
  getP2pOrderInfo,
  payP2pOrder,
  releaseP2pOrder,
  cancelP2pOrder,
  appealP2pOrder,
  createP2pOrder,
  addP2pPayMethod,
  removeP2pPayMethod,
  getP2pUserInfo,
  getP2pCurrencies,
  listP2pPayMethods,
  getP2pBalance,
];
