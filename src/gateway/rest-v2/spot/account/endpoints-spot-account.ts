import type { Endpoint } from "../../../http/endpoint.ts";
import { getSpotAccount } from "./get-account.ts";
import { getSpotAssets } from "./get-assets.ts";
import { getDeductInfo } from "./get-deduct-info.ts";
import { getTransferCoins } from "./get-transfer-coins.ts";
import { getUpgradeStatus } from "./get-upgrade-status.ts";
import { listSpotBills } from "./list-bills.ts";
import { listSubAccountAssets } from "./list-sub-account-assets.ts";
import { listSubTransfers } from "./list-sub-transfers.ts";
import { listTransfers } from "./list-transfers.ts";
import { subTransfer } from "./sub-transfer.ts";
import { transfer } from "./transfer.ts";
import { upgradeAccount } from "./upgrade-account.ts";

export const endpointsSpotAccountV2: readonly Endpoint[] = [
  getSpotAssets,
  getSpotAccount,
  listSpotBills,
  listTransfers,
  transfer,
  subTransfer,
  listSubTransfers,
  listSubAccountAssets,
  getTransferCoins,
  getDeductInfo,
  getUpgradeStatus,
  upgradeAccount,
];
