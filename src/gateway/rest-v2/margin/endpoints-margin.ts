import type { Endpoint } from "../../http/endpoint.ts";
import { batchCancelMarginOrderEndpoints } from "./batch-cancel-orders.ts";
import { batchPlaceMarginOrderEndpoints } from "./batch-place-orders.ts";
import { borrowEndpoints } from "./borrow.ts";
import { cancelMarginOrderEndpoints } from "./cancel-order.ts";
import { flashRepayCrossed } from "./flash-repay-crossed.ts";
import { flashRepayIsolated } from "./flash-repay-isolated.ts";
import { marginAssetEndpoints } from "./get-account-assets.ts";
import { getCrossedMaxBorrowable } from "./get-crossed-max-borrowable.ts";
import { getCrossedMaxTransferOut } from "./get-crossed-max-transfer-out.ts";
import { getCrossedRateAndLimit } from "./get-crossed-rate-and-limit.ts";
import { getCrossedRiskRate } from "./get-crossed-risk-rate.ts";
import { getCrossedTiers } from "./get-crossed-tiers.ts";
import { getMarginCurrencies } from "./get-currencies.ts";
import { flashRepayStatusEndpoints } from "./get-flash-repay-status.ts";
import { getInterestRateRecord } from "./get-interest-rate-record.ts";
import { getIsolatedMaxBorrowable } from "./get-isolated-max-borrowable.ts";
import { getIsolatedMaxTransferOut } from "./get-isolated-max-transfer-out.ts";
import { getIsolatedRateAndLimit } from "./get-isolated-rate-and-limit.ts";
import { getIsolatedRiskRate } from "./get-isolated-risk-rate.ts";
import { getIsolatedTiers } from "./get-isolated-tiers.ts";
import { borrowHistoryEndpoints } from "./list-borrow-history.ts";
import { closedOrderEndpoints } from "./list-closed-orders.ts";
import { fillEndpoints } from "./list-fills.ts";
import { financialRecordEndpoints } from "./list-financial-records.ts";
import { interestHistoryEndpoints } from "./list-interest-history.ts";
import { liquidationOrderEndpoints } from "./list-liquidation-orders.ts";
import { liquidationHistoryEndpoints } from "./list-liquidations.ts";
import { openOrderEndpoints } from "./list-open-orders.ts";
import { repayHistoryEndpoints } from "./list-repay-history.ts";
import { placeMarginOrderEndpoints } from "./place-order.ts";
import { repayEndpoints } from "./repay.ts";
import { unnamedModeEndpoints } from "./unnamed-mode.ts";

/** All but the first two exist for crossed and for isolated. */
const endpointsOfModes: readonly Endpoint[] = [
  getMarginCurrencies,
  getInterestRateRecord,
  ...marginAssetEndpoints,
  getCrossedMaxTransferOut,
  getIsolatedMaxTransferOut,
  getCrossedMaxBorrowable,
  getIsolatedMaxBorrowable,
  ...borrowEndpoints,
  ...repayEndpoints,
  flashRepayCrossed,
  flashRepayIsolated,
  ...flashRepayStatusEndpoints,
  getCrossedRateAndLimit,
  getIsolatedRateAndLimit,
  getCrossedRiskRate,
  getIsolatedRiskRate,
  getCrossedTiers,
  getIsolatedTiers,
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

/** Spot margin of classic accounts. */
export const endpointsMarginV2: readonly Endpoint[] = [
  ...endpointsOfModes,
  ...unnamedModeEndpoints(endpointsOfModes),
];
