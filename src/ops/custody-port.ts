import type { AddressKind, CustodyKind, WithdrawalStatus } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";
import type { UserHistorySearch } from "./user-history-port.ts";

/** A payment that the simulated chain makes to a user's address. */
export interface SimulatedDeposit {
  readonly uid: string;
  readonly coin: string;
  readonly chain: string;
  /** Decimal text in coins. */
  readonly amount: string;
}

export interface SimulatedDepositDone extends SimulatedDeposit {
  readonly address: string;
  readonly tag: string;
  readonly transactionId: string;
}

/** Entry for the address book of a user's main account; `address` is a uid for `internal`. */
export interface NewAddress {
  readonly uid: string;
  readonly kind: AddressKind;
  readonly coin: string | undefined;
  readonly chain: string | undefined;
  readonly address: string;
  readonly tag: string;
  readonly label: string;
}

export interface Address {
  readonly id: string;
  readonly kind: AddressKind;
  readonly coin: string;
  readonly chain: string;
  readonly address: string;
  readonly tag: string;
  readonly label: string;
}

/** A withdrawal that has not ended; amounts are decimal texts in coins. */
export interface OpenWithdrawalState {
  readonly id: string;
  readonly uid: string;
  readonly coin: string;
  readonly chain: string;
  readonly debit: string;
  readonly fee: string;
  readonly address: string;
  readonly tag: string;
  readonly remark: string;
  readonly status: string;
  readonly transactionId: string;
  readonly createdAt: string;
}

/** A withdrawal of a user in any status; amounts are decimal texts in coins. */
export interface RecordedWithdrawal {
  readonly id: string;
  readonly kind: CustodyKind;
  readonly coin: string;
  /** Empty between users. */
  readonly chain: string;
  readonly debit: string;
  readonly fee: string;
  readonly address: string;
  readonly tag: string;
  /** Recipient between users; else empty. */
  readonly toUid: string;
  readonly status: WithdrawalStatus;
  readonly confirmations: number;
  readonly transactionId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Actions on deposits, withdrawals and address books that the administrative routes call. */
export interface CustodyActions {
  simulateDeposit(deposit: SimulatedDeposit): Promise<AdminOutcome<SimulatedDepositDone>>;
  /** Moves or drops the transactions of the last blocks of a simulated chain. */
  reorganise(chain: string, blocks: number, isDropped: boolean): AdminOutcome<{ count: number }>;
  listAddresses(uid: string): AdminOutcome<readonly Address[]>;
  addAddress(address: NewAddress): Promise<AdminOutcome<Address>>;
  removeAddress(uid: string, id: string): Promise<AdminOutcome<{ id: string }>>;
  listWithdrawals(): readonly OpenWithdrawalState[];
  /** Withdrawals of a user from the history, ended ones included, newest first. */
  withdrawalsOf(
    search: UserHistorySearch,
  ): Promise<
    AdminOutcome<{ readonly withdrawals: readonly RecordedWithdrawal[]; readonly cursor: string }>
  >;
  decideWithdrawal(id: string, isApproved: boolean): Promise<AdminOutcome<{ id: string }>>;
}
