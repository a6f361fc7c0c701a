/** Tables of deposits and withdrawals. */
import {
  CUSTODY_KINDS,
  DEPOSIT_STATUSES,
  WITHDRAWAL_STATUSES,
} from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/**
 * Deposits. `chain` is the index + 1 of the coin on its chain, 0 between users; `source` is the
 * paying address, `fromUser` the sender between users.
 */
export const DEPOSITS = table("deposits", ["user", "id"], {
  user: "int",
  id: "int",
  chain: "int",
  currency: "int",
  amount: "money",
  status: DEPOSIT_STATUSES,
  custodyKind: CUSTODY_KINDS,
  confirmations: "int",
  fromUser: "int",
  source: "text",
  transactionId: "text",
  createdAtMs: "int",
  updatedAtMs: "int",
});
export type DepositRow = RecordOf<typeof DEPOSITS.fields>;

/** Withdrawals; `debit` includes the fee, `toUser` is the recipient between users. */
export const WITHDRAWALS = table("withdrawals", ["user", "id"], {
  user: "int",
  id: "int",
  chain: "int",
  currency: "int",
  debit: "money",
  fee: "money",
  status: WITHDRAWAL_STATUSES,
  custodyKind: CUSTODY_KINDS,
  confirmations: "int",
  toUser: "int",
  address: "text",
  tag: "text",
  clientId: "text",
  transactionId: "text",
  createdAtMs: "int",
  updatedAtMs: "int",
});
export type WithdrawalRow = RecordOf<typeof WITHDRAWALS.fields>;
