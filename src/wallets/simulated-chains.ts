/**
 * Simulated networks. A block is due at every multiple of the block time in exchange time, so that
 * heights follow from the clock; transactions are kept by a store and survive a restart.
 */
import { createHash } from "node:crypto";
import type {
  ChainPort,
  Payment,
  SignedTransaction,
  SubmitAnswer,
  TransferOrder,
} from "./chain-port.ts";
import { parseJsonRecord, text } from "./stored-json.ts";

/** Time between two blocks, in ms. */
export const BLOCK_MS = 2_000;

/** Transactions kept; older ones are forgotten, as by a node that prunes. */
export const TRANSACTIONS_MAX = 100_000;

/** A transaction as it is kept. Height 0: it waits; -1: the network refused or dropped it. */
export type ChainTransaction = {
  readonly network: string;
  readonly id: string;
  readonly nonce: string;
  readonly coin: string;
  readonly address: string;
  readonly tag: string;
  readonly amount: string;
  readonly source: string;
  readonly height: number;
};

/** Keeps the transactions; a transaction kept again replaces its earlier version. */
export interface ChainStore {
  load(): readonly ChainTransaction[];
  keep(transaction: ChainTransaction): void;
}

/** Keeps nothing beyond the process. */
export const FORGETFUL_STORE: ChainStore = { load: () => [], keep: () => undefined };

const GONE = -1;

function hashOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

export class SimulatedChains implements ChainPort {
  readonly #transactions = new Map<string, ChainTransaction>();
  readonly #nowMs: () => number;
  readonly #store: ChainStore;
  #paid = 0;

  constructor(options: { readonly nowMs: () => number; readonly store: ChainStore }) {
    this.#nowMs = options.nowMs;
    this.#store = options.store;
    for (const one of options.store.load()) this.#put(one);
    this.#paid = this.#transactions.size;
  }

  #put(transaction: ChainTransaction): void {
    const key = `${transaction.network} ${transaction.id}`;
    this.#transactions.delete(key);
    this.#transactions.set(key, transaction);
    if (this.#transactions.size <= TRANSACTIONS_MAX) return;
    for (const oldest of this.#transactions.keys()) {
      this.#transactions.delete(oldest);
      break;
    }
  }

  #keep(transaction: ChainTransaction): void {
    this.#store.keep(transaction);
    this.#put(transaction);
  }

  #heightNow(): number {
    return Math.floor(this.#nowMs() / BLOCK_MS);
  }

  async height(): Promise<number> {
    return this.#heightNow();
  }

  async payments(network: string, fromHeight: number): Promise<readonly Payment[]> {
    const top = this.#heightNow();
    const found: Payment[] = [];
    for (const one of this.#transactions.values()) {
      if (one.network !== network || one.height < fromHeight || one.height > top) continue;
      const { address, amount, coin, height, id, source, tag } = one;
      found.push({ transactionId: id, output: 0, height, coin, address, tag, amount, source });
    }
    return found;
  }

  async find(network: string, id: string): Promise<{ readonly height: number } | undefined> {
    const found = this.#transactions.get(`${network} ${id}`);
    if (found === undefined || found.height === GONE) return undefined;
    return { height: found.height > this.#heightNow() ? 0 : found.height };
  }

  sign(network: string, order: TransferOrder): SignedTransaction {
    const { address, amount, coin, nonce, tag } = order;
    const body = { network, nonce: String(nonce), coin, address, tag, amount };
    const signature = hashOf(JSON.stringify(body));
    const rawTransaction = new TextEncoder().encode(JSON.stringify({ ...body, signature }));
    return { transactionId: hashOf(rawTransaction), rawTransaction };
  }

  async submit(network: string, rawTransaction: Uint8Array): Promise<SubmitAnswer> {
    const id = hashOf(rawTransaction);
    const known = this.#transactions.get(`${network} ${id}`);
    // What a reorganisation dropped is valid as before; what was refused is refused again.
    if (known !== undefined && known.height !== GONE) return "accepted";
    const body = parseJsonRecord(new TextDecoder().decode(rawTransaction));
    const nonce = text(body, "nonce");
    const fields = { coin: text(body, "coin"), address: text(body, "address") };
    const isRefused = this.#isSpent(network, nonce) || fields.address.startsWith("refused");
    this.#keep({
      ...{ network, id, nonce, ...fields, tag: text(body, "tag"), amount: text(body, "amount") },
      ...{ source: "hot-wallet", height: isRefused ? GONE : this.#heightNow() + 1 },
    });
    return isRefused ? "refused" : "accepted";
  }

  #isSpent(network: string, nonce: string): boolean {
    for (const one of this.#transactions.values()) {
      if (one.network === network && one.nonce === nonce && one.height !== GONE) return true;
    }
    return false;
  }

  /** Adds a payment from outside, in the next block; returns the id of its transaction. */
  pay(network: string, payment: Omit<TransferOrder, "nonce">, source: string): string {
    this.#paid += 1;
    const id = hashOf(`${network} ${this.#paid} ${this.#nowMs()} ${payment.address}`);
    const height = this.#heightNow() + 1;
    this.#keep({ network, id, nonce: "", ...payment, source, height });
    return id;
  }

  /**
   * Reorganises the blocks from a height on: their transactions wait for the next block, or are
   * dropped unless they are submitted again. Returns how many were concerned.
   */
  reorganise(network: string, fromHeight: number, isDropped: boolean): number {
    const concerned = [...this.#transactions.values()].filter(
      (one) => one.network === network && one.height >= fromHeight,
    );
    const height = isDropped ? GONE : this.#heightNow() + 1;
    for (const one of concerned) this.#keep({ ...one, height });
    return concerned.length;
  }
}
