/**
 * What the lending pools lose in a clock hour (decision 0042). A pool loses what it writes off of
 * classic loans, and what unified accounts owe that nothing of them can pay any more (bad debts).
 * The latter stay debts, so only write-offs leave the pool.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { indexIn, REALMS, type Realm } from "../base/vocabulary.ts";
import {
  addLoss,
  borneIn,
  type FundDraw,
  newFundDraw,
  readFundDraw,
  writeFundDraw,
} from "../instruments/fund-draw.ts";
import { type Atoms, ZERO_ATOMS } from "../money/units.ts";

/** The losses of one pool in the hour in which it last lost anything. */
type PoolLoss = { readonly writtenOff: FundDraw; readonly badDebts: FundDraw };

/** One of the two kinds of loss. */
export type PoolLossKind = keyof PoolLoss;

const CURRENCY_RADIX = 256;

function keyOf(realm: Realm, currency: number): number {
  return indexIn(REALMS, realm) * CURRENCY_RADIX + currency;
}

/** The pools that ever lost anything, by realm and currency. */
export class PoolLosses {
  readonly #losses = new Map<number, PoolLoss>();

  /** What a pool has lost in the present hour, by kind. */
  of(realm: Realm, currency: number, timeMs: number): Readonly<Record<PoolLossKind, Atoms>> {
    const loss = this.#losses.get(keyOf(realm, currency));
    if (loss === undefined) return { writtenOff: ZERO_ATOMS, badDebts: ZERO_ATOMS };
    const { badDebts, writtenOff } = loss;
    return { writtenOff: borneIn(writtenOff, timeMs), badDebts: borneIn(badDebts, timeMs) };
  }

  /** Counts a loss of a pool in the present hour. */
  add(
    pool: { readonly realm: Realm; readonly currency: number; readonly kind: PoolLossKind },
    amount: Atoms,
    timeMs: number,
  ): void {
    if (amount === 0n) return;
    const key = keyOf(pool.realm, pool.currency);
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
