/**
 * Deposits and withdrawals in progress, address books, and what keeps a repeat from having a second
 * effect (decisions 0061 and 0062).
 */
import type { AddressKind, WithdrawalStatus } from "../base/vocabulary.ts";
import type { Atoms } from "../money/units.ts";

/** A transaction of the chain that pays a user and is not final yet. */
export type Deposit = {
  readonly id: number;
  readonly user: number;
  /** Index of the coin on its chain. */
  readonly chain: number;
  readonly amount: Atoms;
  readonly transactionId: string;
  /** Place of the payment in its transaction. */
  readonly output: number;
  readonly createdAtMs: number;
  height: number;
  confirmations: number;
};

/** A deposit that is credited, or too small to be, by its id and the height of its block. */
export type SettledDeposit = { readonly id: number; readonly height: number };

/** A withdrawal that has not ended. Its debit is in the wallet `withdrawing` of its user. */
export type Withdrawal = {
  readonly id: number;
  readonly user: number;
  readonly chain: number;
  /** Index of the wallet that paid and that a refund goes back to. */
  readonly wallet: number;
  /** What the user pays, fee included. */
  readonly debit: Atoms;
  readonly fee: Atoms;
  readonly address: string;
  readonly tag: string;
  readonly clientId: string;
  readonly remark: string;
  readonly createdAtMs: number;
  status: WithdrawalStatus;
  confirmations: number;
  transactionId: string;
  /** The signed transaction: the only bytes that are ever sent; empty before it is signed. */
  rawTransaction: Uint8Array;
};

/** An address to which a main account and its sub-accounts may withdraw. */
export type AddressEntry = {
  readonly id: number;
  readonly addressKind: AddressKind;
  /** Index of the coin on its chain; 0 for an internal entry. */
  readonly chain: number;
  readonly address: string;
  readonly tag: string;
  readonly label: string;
  /** Recipient of an internal entry; 0 for others. */
  readonly toUser: number;
  readonly createdAtMs: number;
};

/** A withdrawal under a client id: its id, and all that a repeat must agree with. */
export type RememberedWithdrawal = { readonly id: number; readonly terms: string };

/** Withdrawals of a main account and coin in one day that no operator approved. */
export type UnattendedSum = { readonly day: number; readonly sum: bigint };

export type Custody = {
  /** Deposits that are not final, by id, in the order of their observation. */
  readonly deposits: Map<number, Deposit>;
  /** Settled deposits by network, transaction and output, in the order of their settlement. */
  readonly settled: Map<string, SettledDeposit>;
  /** Greatest height of a deposit by network. */
  readonly heights: Map<string, number>;
  /** Withdrawals that have not ended, by id. */
  readonly withdrawals: Map<number, Withdrawal>;
  /** Address books by main account. */
  readonly books: Map<number, AddressEntry[]>;
  /** Latest withdrawals under client ids, by user and client id, oldest first. */
  readonly remembered: Map<number, Map<string, RememberedWithdrawal>>;
  /** By main account and currency (`coinKeyOf`). */
  readonly unattended: Map<number, UnattendedSum>;
  /** Index of the wallet that receives deposits, by user and currency (`coinKeyOf`). */
  readonly depositWallets: Map<number, number>;
};

export function createCustody(): Custody {
  return {
    deposits: new Map(),
    settled: new Map(),
    heights: new Map(),
    withdrawals: new Map(),
    books: new Map(),
    remembered: new Map(),
    unattended: new Map(),
    depositWallets: new Map(),
  };
}
