import type { AdminOutcome } from "./admin-outcome.ts";

/** Terms of a coin on a chain. Amounts are decimal texts in coins, `extraFee` is a share. */
export interface ChainState {
  readonly coin: string;
  readonly chain: string;
  readonly needsTag: boolean;
  readonly isByInvoice: boolean;
  readonly isRechargeable: boolean;
  readonly isWithdrawable: boolean;
  readonly isCongested: boolean;
  readonly withdrawFee: string;
  readonly extraFee: string;
  readonly depositConfirmations: number;
  readonly withdrawConfirmations: number;
  readonly depositMin: string;
  readonly withdrawMin: string;
  readonly withdrawStep: string;
  readonly withdrawDecimals: number;
  /** Withdrawals of a main account in a day, in total, that need no approval. */
  readonly unattendedMax: string;
  readonly browserUrl: string;
  readonly contractAddress: string;
}

/** Change of the terms of a coin on a chain; absent members keep their value. */
export type ChainChange = Pick<ChainState, "coin" | "chain"> & {
  readonly [N in keyof ChainState]?: ChainState[N] | undefined;
};

/** Actions on the chains of coins that the administrative routes call. */
export interface ChainActions {
  listChains(): readonly ChainState[];
  /** Changes the terms, or lists the chain: free, open, and with one confirmation. */
  setChain(change: ChainChange): Promise<AdminOutcome<ChainState>>;
}
