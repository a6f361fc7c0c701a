import type { AddressKind } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

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

/** Actions on deposits, withdrawals and address books that the administrative routes call. */
export interface CustodyActions {
  simulateDeposit(deposit: SimulatedDeposit): Promise<AdminOutcome<SimulatedDepositDone>>;
  /** Moves or drops the transactions of the last blocks of a simulated chain. */
  reorganise(chain: string, blocks: number, isDropped: boolean): AdminOutcome<{ count: number }>;
  listAddresses(uid: string): AdminOutcome<readonly Address[]>;
  addAddress(address: NewAddress): Promise<AdminOutcome<Address>>;
  removeAddress(uid: string, id: string): Promise<AdminOutcome<{ id: string }>>;
  listWithdrawals(): readonly OpenWithdrawalState[];
  decideWithdrawal(id: string, isApproved: boolean): Promise<AdminOutcome<{ id: string }>>;
}
