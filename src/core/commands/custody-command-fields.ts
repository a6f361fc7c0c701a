/** Commands of chains, deposits and withdrawals (decisions 0061 and 0062). */
import { ADDRESS_KINDS, WALLETS, WITHDRAWAL_REPORTS } from "../base/vocabulary.ts";
import type { Fields } from "./schema.ts";

export const CHAIN_COMMANDS = {
  /**
   * Terms of a coin on a chain; the first ones list it. Amounts are in atoms, the further fee in
   * millionths of the size. `unattendedMax`: withdrawals of a main account in a day that need no
   * approval.
   */
  set_chain_terms: {
    currency: "int",
    chain: "text",
    needsTag: "flag",
    isByInvoice: "flag",
    isRechargeable: "flag",
    isWithdrawable: "flag",
    isCongested: "flag",
    withdrawFee: "money",
    extraFeeE6: "int",
    depositConfirmations: "int",
    withdrawConfirmations: "int",
    depositMin: "money",
    withdrawMin: "money",
    withdrawStep: "money",
    withdrawDecimals: "int",
    unattendedMax: "money",
    browserUrl: "text",
    contractAddress: "text",
  },
} as const satisfies Readonly<Record<string, Fields>>;

export const CUSTODY_COMMANDS = {
  /**
   * A payment to a user was seen in a block of a chain. `chain` is the index of the coin on its
   * chain, `output` the place of the payment in its transaction, `source` the paying address.
   */
  observe_deposit: {
    user: "int",
    chain: "int",
    amount: "money",
    transactionId: "text",
    output: "int",
    height: "int",
    source: "text",
  },

  /** Confirmations of a deposit: blocks from that of its transaction on; 0 while it has none. */
  confirm_deposit: { deposit: "int", height: "int", confirmations: "int" },

  /** The transaction of a deposit left its chain for good. */
  revert_deposit: { deposit: "int" },

  /** Wallet that receives the user's deposits of a coin from now on. */
  set_deposit_wallet: { user: "int", currency: "int", wallet: WALLETS },

  /** Entry for the address book of the user's main account; `toUser` only for `internal`. */
  add_address: {
    user: "int",
    addressKind: ADDRESS_KINDS,
    chain: "int",
    address: "text",
    tag: "text",
    label: "text",
    toUser: "int",
  },

  remove_address: { user: "int", address: "int" },

  /** `size` includes the fee, except on chains whose addresses are invoices. */
  request_withdrawal: {
    user: "int",
    wallet: WALLETS,
    chain: "int",
    size: "money",
    address: "text",
    tag: "text",
    clientWithdrawalId: "text",
    remark: "text",
  },

  /** A withdrawal to another user, which costs nothing. */
  withdraw_internally: {
    user: "int",
    wallet: WALLETS,
    currency: "int",
    toUser: "int",
    amount: "money",
    clientWithdrawalId: "text",
  },

  /** By id, or by client id when `withdrawal` is 0. */
  cancel_withdrawal: { user: "int", withdrawal: "int", clientWithdrawalId: "text" },

  /** Decision of the operator on a withdrawal that waits for it. */
  review_withdrawal: { withdrawal: "int", isApproved: "flag" },

  /** The signed transaction of an approved withdrawal, before it is sent. */
  sign_withdrawal: { withdrawal: "int", transactionId: "text", rawTransaction: "bytes" },

  report_withdrawal: { withdrawal: "int", report: WITHDRAWAL_REPORTS, confirmations: "int" },
} as const satisfies Readonly<Record<string, Fields>>;
