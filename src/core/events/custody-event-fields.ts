/** Fields of the events of deposits and withdrawals. */
import {
  CUSTODY_KINDS,
  CUSTODY_NOTES,
  DEPOSIT_STATUSES,
  WALLETS,
  WITHDRAWAL_STATUSES,
} from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const CUSTODY_EVENTS = {
  /**
   * A deposit after its observation or a change. `chain` is the index + 1 of the coin on its chain,
   * 0 between users; `fromUser` is the sender between users; `wallet` receives it.
   */
  deposit_changed: {
    depositId: "int",
    user: "int",
    chain: "int",
    currency: "int",
    amount: "money",
    status: DEPOSIT_STATUSES,
    custodyKind: CUSTODY_KINDS,
    confirmations: "int",
    wallet: WALLETS,
    fromUser: "int",
    createdAtMs: "int",
    transactionId: "text",
  },

  /**
   * A withdrawal after its request or a change. `debit` is what the user pays, `fee` included;
   * `chain` as in deposits; `toUser` is the recipient between users.
   */
  withdrawal_changed: {
    withdrawalId: "int",
    user: "int",
    chain: "int",
    currency: "int",
    debit: "money",
    fee: "money",
    status: WITHDRAWAL_STATUSES,
    custodyKind: CUSTODY_KINDS,
    confirmations: "int",
    toUser: "int",
    createdAtMs: "int",
    transactionId: "text",
  },

  /** A further text of a deposit or withdrawal, after its first event. */
  custody_noted: {
    recordId: "int",
    user: "int",
    isDeposit: "flag",
    note: CUSTODY_NOTES,
    text: "text",
  },

  deposit_wallet_changed: { user: "int", currency: "int", wallet: WALLETS },
  /** `user` is the main account that the book belongs to. */
  address_added: { addressId: "int", user: "int" },
  address_removed: { addressId: "int", user: "int" },
} as const satisfies Readonly<Record<string, Fields>>;
