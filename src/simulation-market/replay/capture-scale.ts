import type { Side } from "../../core/base/vocabulary.ts";
import type { InstrumentFacts } from "../market-port.ts";

const floorDivide = (dividend: number, divisor: number): number =>
  (dividend - (dividend % divisor)) / divisor;

/** Converts captured prices and quantities into ticks and lots of an instrument, in integers. */
export class CaptureScale {
  readonly instrument: InstrumentFacts;
  readonly #tickE8: number;
  readonly #lotE8: number;
  readonly #contractFace: number;
  /** Quote atoms of one tick times one lot, multiplied by `#valueDivisor`. */
  readonly #valueFactor: bigint;
  readonly #valueDivisor: bigint;

  constructor(instrument: InstrumentFacts, contractFace: number) {
    this.instrument = instrument;
    this.#tickE8 = instrument.tickStep * 10 ** (8 - instrument.priceDecimals);
    this.#lotE8 = instrument.lotStep * 10 ** (8 - instrument.sizeDecimals);
    this.#contractFace = contractFace;
    const { quoteDecimals, priceDecimals, sizeDecimals } = instrument;
    this.#valueFactor =
      BigInt(instrument.tickStep) * BigInt(instrument.lotStep) * 10n ** BigInt(quoteDecimals);
    this.#valueDivisor = 10n ** BigInt(priceDecimals + sizeDecimals);
  }

  /**
   * Returns a price in ticks. Bids round down and asks round up, so that coarser ticks never cross
   * a book.
   */
  ticks(side: Side, priceE8: number): number {
    const down = floorDivide(priceE8, this.#tickE8);
    return side === "sell" && priceE8 % this.#tickE8 !== 0 ? down + 1 : down;
  }

  /** Returns the whole lots in a quantity and the remainder in 10^-8. */
  lots(quantityE8: number): { readonly lots: number; readonly remainderE8: number } {
    const face = this.#contractFace;
    if (face === 0) {
      const lots = floorDivide(quantityE8, this.#lotE8);
      return { lots, remainderE8: quantityE8 - lots * this.#lotE8 };
    }
    const dollarsE8 = quantityE8 * face;
    const lots = floorDivide(dollarsE8, this.#lotE8);
    return { lots, remainderE8: floorDivide(dollarsE8 - lots * this.#lotE8, face) };
  }

  /** Returns the minimum order size of the instrument at a price, in lots. */
  lotsMin(price: number): number {
    const { isInverse, valueMin, sizeLotsMin } = this.instrument;
    if (isInverse || valueMin <= 0n || price <= 0) return sizeLotsMin;
    const perLot = BigInt(price) * this.#valueFactor;
    const needed = Number((valueMin * this.#valueDivisor + perLot - 1n) / perLot);
    return Math.max(sizeLotsMin, needed);
  }

  /** Returns the mid price of the touch in dollars × 10^-8. */
  midE8(bidE8: number, askE8: number): number {
    return floorDivide(bidE8 + askE8, 2);
  }
}
