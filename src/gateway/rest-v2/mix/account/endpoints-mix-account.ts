import type { Endpoint } from "../../../http/endpoint.ts";
import { getMixAccount, getMixAccounts } from "./get-accounts.ts";
import { getLiquidationPrice } from "./get-liquidation-price.ts";
import { getMaxOpen, getOpenCount } from "./get-openable.ts";
import { listMixBills } from "./list-bills.ts";
import { setAllMixLeverage, setMixLeverage } from "./set-leverage.ts";
import {
  getIsolatedSymbols,
  setAssetMode,
  setAutoMargin,
  setMarginMode,
  setPositionMargin,
  setPositionMode,
} from "./set-modes.ts";

export const endpointsMixAccountV2: readonly Endpoint[] = [
  getMixAccounts,
  getMixAccount,
  listMixBills,
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
