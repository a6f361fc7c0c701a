/** What the wallets need of a chain, whichever it is. */

/** A payment in a block. */
export type Payment = {
  readonly transactionId: string;
  readonly output: number;
  readonly height: number;
  readonly coin: string;
  readonly address: string;
  readonly tag: string;
  /** Decimal text in coins. */
  readonly amount: string;
  /** Paying address; empty when unknown. */
  readonly source: string;
};

/**
 * Answer to a transaction that was sent. Sending the same bytes again has the same answer, also
 * after a reorganisation dropped them: what was accepted once is not refused later.
 */
export type SubmitAnswer = "accepted" | "refused";

/**
 * Chains by network name. A call may fail without an answer: what it did is then unknown, and only
 * the same call may be made again.
 */
export interface ChainPort {
  /** Height of the newest block. */
  height(network: string): Promise<number>;
  /** Payments in blocks from a height on. */
  payments(network: string, fromHeight: number): Promise<readonly Payment[]>;
  /** Place of a transaction: height 0 while no block has it; `undefined` when it is unknown. */
  find(network: string, transactionId: string): Promise<{ readonly height: number } | undefined>;
  /** Builds and signs a transaction that pays once: the same `nonce` cannot pay again. */
  sign(network: string, order: TransferOrder): SignedTransaction;
  submit(network: string, rawTransaction: Uint8Array): Promise<SubmitAnswer>;
}

export type TransferOrder = {
  readonly nonce: number;
  readonly coin: string;
  readonly address: string;
  readonly tag: string;
  /** Decimal text in coins. */
  readonly amount: string;
};

export type SignedTransaction = {
  readonly transactionId: string;
  readonly rawTransaction: Uint8Array;
};
