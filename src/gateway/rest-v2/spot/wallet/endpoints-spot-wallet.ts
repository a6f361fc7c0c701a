import type { Endpoint } from "../../../http/endpoint.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { getDepositAddress } from "./get-deposit-address.ts";
import { getSubDepositAddress } from "./get-sub-deposit-address.ts";
import { listDeposits } from "./list-deposits.ts";
import { listSubDeposits } from "./list-sub-deposits.ts";
import { listWithdrawals } from "./list-withdrawals.ts";
import { modifyDepositAccount } from "./modify-deposit-account.ts";
import { withdraw } from "./withdraw.ts";

export const endpointsSpotWalletV2: readonly Endpoint[] = [
  getDepositAddress,
  getSubDepositAddress,
  listDeposits,
  listSubDeposits,
  modifyDepositAccount,
  withdraw,
  cancelWithdrawal,
  listWithdrawals,
];
