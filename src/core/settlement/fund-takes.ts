/**
 * What an insurance fund received in recent liquidations, less what it paid in them: the bound of
 * refunds to the liquidated users (decision 0093).
 */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { LIQUIDATION_TAKE_AGE_MS_MAX, LIQUIDATION_TAKES_MAX } from "../base/limits.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

/** Receipts of a fund from one user in one liquidation and coin. */
export type FundTake = {
  readonly liquidationId: number;
  readonly user: number;
  readonly currency: number;
  /** Time of the first receipt or payment. */
  readonly sinceMs: number;
  /** Receipts less payments in atoms; below zero when the fund lost. */
  taken: Atoms;
  refunded: Atoms;
};

type TakeKey = Pick<FundTake, "liquidationId" | "currency">;

function keyOf({ currency, liquidationId }: TakeKey): string {
  return `${liquidationId}/${currency}`;
}

function isExpired(take: FundTake, timeMs: number): boolean {
  return timeMs - take.sinceMs > LIQUIDATION_TAKE_AGE_MS_MAX;
}

/** Amount that may still be refunded. */
export function refundableOf({ refunded, taken }: FundTake): Atoms {
  return taken > refunded ? atoms(taken - refunded) : ZERO_ATOMS;
}

export class FundTakes {
  readonly #byKey = new Map<string, FundTake>();

  /** In the order of their first receipt or payment. */
  all(): FundTake[] {
    return [...this.#byKey.values()];
  }

  /** Receipts of a liquidation in a coin; `undefined` once they are too old. */
  find(key: TakeKey, timeMs: number): FundTake | undefined {
    const take = this.#byKey.get(keyOf(key));
    return take === undefined || isExpired(take, timeMs) ? undefined : take;
  }

  /** Counts a receipt of the fund, or a payment (below zero). Forgets old liquidations. */
  add(key: TakeKey & Pick<FundTake, "user">, amount: bigint, timeMs: number): void {
    assert(key.liquidationId > 0, "a fund receives from a liquidation that has an id");
    const known = this.#byKey.get(keyOf(key));
    if (known !== undefined) {
      assert(known.user === key.user, "a liquidation has one user");
      known.taken = atoms(known.taken + amount);
      return;
    }
    const { currency, liquidationId, user } = key;
    this.#forget(timeMs);
    const take = { liquidationId, user, currency, sinceMs: timeMs };
    this.#byKey.set(keyOf(key), { ...take, taken: atoms(amount), refunded: ZERO_ATOMS });
  }

  #forget(timeMs: number): void {
    for (const [key, take] of this.#byKey) {
      if (this.#byKey.size < LIQUIDATION_TAKES_MAX && !isExpired(take, timeMs)) break;
      this.#byKey.delete(key);
    }
  }

  write(out: ByteWriter): void {
    out.varint(this.#byKey.size);
    for (const take of this.#byKey.values()) {
      out.varint(take.liquidationId);
      out.varint(take.user);
      out.varint(take.currency);
      out.varint(take.sinceMs);
      out.i64(take.taken);
      out.i64(take.refunded);
    }
  }

  read(from: ByteReader): void {
    for (let left = from.varint(); left > 0; left--) {
      const take = {
        liquidationId: from.varint(),
        user: from.varint(),
        currency: from.varint(),
        sinceMs: from.varint(),
        taken: atoms(from.i64()),
        refunded: atoms(from.i64()),
      };
      this.#byKey.set(keyOf(take), take);
    }
  }
}
