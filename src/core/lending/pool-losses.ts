/**
 * Losses of the lending pools per clock hour (decision 0042): classic loans written off, and debts
 * of unified accounts that no coin of the account can pay (bad debts). A bad debt remains a debt,
 * so only write-offs lower the funds of the pool.
 */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { Realm } from "../base/vocabulary.ts";
import {
  addLoss,
  borneIn,
  type FundDraw,
  newFundDraw,
  readFundDraw,
  writeFundDraw,
} from "../instruments/fund-draw.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";
import { poolKey } from "./pool-funds.ts";

/** Losses of one pool in the last hour in which it lost anything. */
type PoolLoss = { readonly writtenOff: FundDraw; readonly badDebts: FundDraw };

export type PoolLossKind = keyof PoolLoss;

/** Losses of the pools that ever lost anything. */
export class PoolLosses {
  readonly #losses = new Map<number, PoolLoss>();

  /** Losses of a pool in the current hour, by kind. */
  of(realm: Realm, currency: number, timeMs: number): Readonly<Record<PoolLossKind, Atoms>> {
    const loss = this.#losses.get(poolKey(realm, currency));
    if (loss === undefined) return { writtenOff: ZERO_ATOMS, badDebts: ZERO_ATOMS };
    const { badDebts, writtenOff } = loss;
    return { writtenOff: borneIn(writtenOff, timeMs), badDebts: borneIn(badDebts, timeMs) };
  }

  /** Adds a loss of a pool to the current hour. */
  add(
    pool: { readonly realm: Realm; readonly currency: number; readonly kind: PoolLossKind },
    amount: Atoms,
    timeMs: number,
  ): void {
    if (amount === 0n) return;
    assert(amount > 0n, "a loss of a pool is above zero");
    const key = poolKey(pool.realm, pool.currency);
    const loss = this.#losses.get(key) ?? { writtenOff: newFundDraw(), badDebts: newFundDraw() };
    addLoss(loss[pool.kind], amount, timeMs);
    this.#losses.set(key, loss);
  }

  write(out: ByteWriter): void {
    out.varint(this.#losses.size);
    for (const [key, { badDebts, writtenOff }] of this.#losses) {
      out.varint(key);
      writeFundDraw(out, writtenOff);
      writeFundDraw(out, badDebts);
    }
  }

  read(from: ByteReader): void {
    const count = from.varint();
    for (let i = 0; i < count; i++) {
      const key = from.varint();
      const writtenOff = readFundDraw(from);
      this.#losses.set(key, { writtenOff, badDebts: readFundDraw(from) });
    }
  }
}
