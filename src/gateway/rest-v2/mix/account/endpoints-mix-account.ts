import type { Endpoint } from "../../../http/endpoint.ts";
import { getMixAccount } from "./get-account.ts";
import { getMixAccounts } from "./get-accounts.ts";
import { getIsolatedSymbols } from "./get-isolated-symbols.ts";
import { getLiquidationPrice } from "./get-liquidation-price.ts";
import { getMaxOpen } from "./get-max-open.ts";
import { getOpenCount } from "./get-open-count.ts";
import { listMixBills } from "./list-bills.ts";
import { listMixSubAccountAssets } from "./list-sub-account-assets.ts";
import { setAllMixLeverage } from "./set-all-leverage.ts";
import { setAssetMode } from "./set-asset-mode.ts";
import { setAutoMargin } from "./set-auto-margin.ts";
import { setMixLeverage } from "./set-leverage.ts";
import { setMarginMode } from "./set-margin-mode.ts";
import { setPositionMargin } from "./set-position-margin.ts";
import { setPositionMode } from "./set-position-mode.ts";

export const endpointsMixAccountV2: readonly Endpoint[] = [
  getMixAccounts,
  getMixAccount,
  listMixBills,
  listMixSubAccountAssets,
  setMixLeverage,
  setAllMixLeverage,
  setPositionMode,
  setMarginMode,
  setPositionMargin,
  setAutoMargin,
  setAssetMode,
  getIsolatedSymbols,
  getOpenCount,
  getLiquidationPrice,
  getMaxOpen,
];
