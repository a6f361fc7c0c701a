import type { Endpoint } from "../../http/endpoint.ts";
import { borrowEndpoints, repayEndpoints } from "./borrow-and-repay.ts";
import { batchCancelMarginOrderEndpoints, cancelMarginOrderEndpoints } from "./cancel-orders.ts";
import { flashRepayEndpoints, flashRepayStatusEndpoints } from "./flash-repay.ts";
import { marginAssetEndpoints } from "./get-account-assets.ts";
import { getMarginCurrencies } from "./get-currencies.ts";
import { maxBorrowableEndpoints, maxTransferOutEndpoints } from "./get-max-amounts.ts";
import { getInterestRateRecord, rateAndLimitEndpoints } from "./get-rates-and-limits.ts";
import { riskRateEndpoints } from "./get-risk-rate.ts";
import { tierDataEndpoints } from "./get-tier-data.ts";
import { financialRecordEndpoints } from "./list-financial-records.ts";
import { liquidationHistoryEndpoints, liquidationOrderEndpoints } from "./list-liquidations.ts";
import {
  borrowHistoryEndpoints,
  interestHistoryEndpoints,
  repayHistoryEndpoints,
} from "./list-loan-records.ts";
import { closedOrderEndpoints, fillEndpoints, openOrderEndpoints } from "./list-orders.ts";
import { batchPlaceMarginOrderEndpoints, placeMarginOrderEndpoints } from "./place-orders.ts";

/** Spot margin of classic accounts; all but the first two come for crossed and for isolated. */
export const endpointsMarginV2: readonly Endpoint[] = [
  getMarginCurrencies,
  getInterestRateRecord,
  ...marginAssetEndpoints,
  ...maxTransferOutEndpoints,
  ...maxBorrowableEndpoints,
  ...borrowEndpoints,
  ...repayEndpoints,
  ...flashRepayEndpoints,
  ...flashRepayStatusEndpoints,
  ...rateAndLimitEndpoints,
  ...riskRateEndpoints,
  ...tierDataEndpoints,
  ...financialRecordEndpoints,
  ...interestHistoryEndpoints,
  ...borrowHistoryEndpoints,
  ...repayHistoryEndpoints,
  ...liquidationHistoryEndpoints,
  ...liquidationOrderEndpoints,
  ...openOrderEndpoints,
  ...closedOrderEndpoints,
  ...fillEndpoints,
  ...placeMarginOrderEndpoints,
  ...batchPlaceMarginOrderEndpoints,
  ...cancelMarginOrderEndpoints,
  ...batchCancelMarginOrderEndpoints,
];
