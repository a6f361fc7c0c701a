import type { Endpoint } from "../../http/endpoint.ts";
import { adjustAccountMode } from "./adjust-account-mode.ts";
import { getAllFeeRate } from "./get-all-fee-rate.ts";
import { getAssets } from "./get-assets.ts";
import { getCollateralType } from "./get-collateral-type.ts";
import { getConvertRecords } from "./get-convert-records.ts";
import { getCustomCollateralCoins } from "./get-custom-collateral-coins.ts";
import { getDeductInfo } from "./get-deduct-info.ts";
import { getEligibleDiscountRate } from "./get-eligible-discount-rate.ts";
import { getEligibleLoanInfo } from "./get-eligible-loan-info.ts";
import { getEligibleMarginTier } from "./get-eligible-margin-tier.ts";
import { getEligibleSymbols } from "./get-eligible-symbols.ts";
import { getFeeRate } from "./get-fee-rate.ts";
import { getFinancialRecords } from "./get-financial-records.ts";
import { getFundingAssets } from "./get-funding-assets.ts";
import { getFundingFinancialRecords } from "./get-funding-financial-records.ts";
import { getInfo } from "./get-info.ts";
import { getMaxOpenAvailable } from "./get-max-open-available.ts";
import { getMaxTransferable } from "./get-max-transferable.ts";
import { getMaxWithdrawal } from "./get-max-withdrawal.ts";
import { getMovePositionHistory } from "./get-move-position-history.ts";
import { getOpenInterestLimit } from "./get-open-interest-limit.ts";
import { getPaymentCoins } from "./get-payment-coins.ts";
import { getRepayableCoins } from "./get-repayable-coins.ts";
import { getSettings } from "./get-settings.ts";
import { getSubTransferRecords } from "./get-sub-transfer-records.ts";
import { getSubUnifiedAssets } from "./get-sub-unified-assets.ts";
import { getSwitchStatus } from "./get-switch-status.ts";
import { getTransferableCoins } from "./get-transferable-coins.ts";
import { movePositions } from "./move-positions.ts";
import { preSetLeverage } from "./pre-set-leverage.ts";
import { repay } from "./repay.ts";
import { setCollateralType } from "./set-collateral-type.ts";
import { setHoldMode } from "./set-hold-mode.ts";
import { setLeverage } from "./set-leverage.ts";
import { subMasterTransfer } from "./sub-master-transfer.ts";
import { subTransfer } from "./sub-transfer.ts";
import { switchAccount } from "./switch-account.ts";
import { switchDeduct } from "./switch-deduct.ts";
import { transfer } from "./transfer.ts";

export const endpointsAccountV3: readonly Endpoint[] = [
  adjustAccountMode,
  getSettings,
  getAssets,
  getFundingAssets,
  getInfo,
  getFeeRate,
  getAllFeeRate,
  setHoldMode,
  setLeverage,
  preSetLeverage,
  getCollateralType,
  setCollateralType,
  getCustomCollateralCoins,
  getDeductInfo,
  switchDeduct,
  getOpenInterestLimit,
  getMaxOpenAvailable,
  getMaxTransferable,
  getMaxWithdrawal,
  transfer,
  subTransfer,
  subMasterTransfer,
  getSubTransferRecords,
  getSubUnifiedAssets,
  getTransferableCoins,
  getFinancialRecords,
  getFundingFinancialRecords,
  getConvertRecords,
  getRepayableCoins,
  getPaymentCoins,
  repay,
  switchAccount,
  getSwitchStatus,
  movePositions,
  getMovePositionHistory,
  getEligibleSymbols,
  getEligibleMarginTier,
  getEligibleLoanInfo,
  getEligibleDiscountRate,
];
