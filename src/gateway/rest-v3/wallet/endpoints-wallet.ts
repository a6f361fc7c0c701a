import type { Endpoint } from "../../http/endpoint.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { getDepositAddress } from "./get-deposit-address.ts";
import { getSubDepositAddress } from "./get-sub-deposit-address.ts";
import { getSubDeposits } from "./get-sub-deposits.ts";
import { getWithdrawAddresses } from "./get-withdraw-addresses.ts";
import { listDeposits } from "./list-deposits.ts";
import { listWithdrawals } from "./list-withdrawals.ts";
import { postSubDeposits } from "./post-sub-deposits.ts";
import { setDepositAccount } from "./set-deposit-account.ts";
import { withdraw } from "./withdraw.ts";

export const endpointsWalletV3: readonly Endpoint[] = [
  getDepositAddress,
  getSubDepositAddress,
  listDeposits,
  getSubDeposits,
  postSubDeposits,
  setDepositAccount,
  withdraw,
  cancelWithdrawal,
  listWithdrawals,
  getWithdrawAddresses,
];
