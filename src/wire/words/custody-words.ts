/** Words of deposits and withdrawals on the wire, shared by v2 and v3. */
import type {
  AddressKind,
  CustodyKind,
  DepositStatus,
  WithdrawalStatus,
} from "../../core/base/vocabulary.ts";

export const DEPOSIT_STATUS_WORDS: Readonly<Record<DepositStatus, string>> = {
  pending: "pending",
  credited: "success",
  below_minimum: "fail",
  reverted: "fail",
};

/** Clients map them to pending, ok and failed (clients.md section 6). */
export const WITHDRAWAL_STATUS_WORDS: Readonly<Record<WithdrawalStatus, string>> = {
  review: "pending_review",
  approved: "pending",
  signed: "pending",
  broadcast: "pending",
  confirmed: "success",
  cancelled: "fail",
  rejected: "reject",
  failed: "fail",
};

export const CUSTODY_KIND_WORDS: Readonly<Record<CustodyKind, string>> = {
  on_chain: "on_chain",
  internal: "internal_transfer",
};

export const ADDRESS_KIND_WORDS = {
  regular: "regular",
  universal: "universal",
  internal: "internal",
} as const satisfies Readonly<Record<AddressKind, string>>;
