/** Trades whose price was corrected, remembered so that none is corrected twice. */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { CORRECTED_TRADES_MAX } from "../base/limits.ts";

export class CorrectedTrades {
  readonly #ids = new Set<number>();
  #forgottenMax = 0;

  get size(): number {
    return this.#ids.size;
  }

  /**
   * Largest id that was forgotten. Trades up to it cannot be corrected: ids grow with time, so none
   * of them can be mistaken for one that was not corrected.
   */
  get forgottenMax(): number {
    return this.#forgottenMax;
  }

  has(tradeId: number): boolean {
    return tradeId <= this.#forgottenMax || this.#ids.has(tradeId);
  }

  /** Remembers a trade; forgets the oldest trade at the limit, which costs a pass over all. */
  add(tradeId: number): void {
    assert(!this.has(tradeId), "a trade is corrected once");
    this.#ids.add(tradeId);
    if (this.#ids.size <= CORRECTED_TRADES_MAX) return;
    let oldest = tradeId;
    for (const id of this.#ids) oldest = Math.min(oldest, id);
    this.#ids.delete(oldest);
    this.#forgottenMax = oldest;
  }

  ids(): number[] {
    return [...this.#ids].sort((one, other) => one - other);
  }

  write(out: ByteWriter): void {
    out.varint(this.#forgottenMax);
    out.varint(this.#ids.size);
    for (const id of this.ids()) out.varint(id);
  }

  read(from: ByteReader): void {
    this.#forgottenMax = from.varint();
    for (let left = from.varint(); left > 0; left--) this.#ids.add(from.varint());
  }
}
