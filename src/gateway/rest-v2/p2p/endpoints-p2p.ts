import type { Endpoint } from "../../http/endpoint.ts";
import { getMerchantInfo } from "./get-merchant-info.ts";
import { listMerchantAds } from "./list-merchant-ads.ts";
import { listMerchantOrders } from "./list-merchant-orders.ts";
import { listMerchants } from "./list-merchants.ts";

export const endpointsP2pV2: readonly Endpoint[] = [
  getMerchantInfo,
  listMerchantAds,
  listMerchants,
  listMerchantOrders,
];
