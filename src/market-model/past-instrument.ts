import type { Category, Realm } from "../core/base/vocabulary.ts";
import { inverseNotional, notional } from "../core/money/arithmetic.ts";
import {
  type Atoms,
  atoms,
  LOTS_MAX,
  type Lots,
  lots,
  TICKS_MAX,
  type Ticks,
  ticks,
} from "../core/money/units.ts";

/** Properties of an instrument on which its generated past depends; units as in its listing. */
export type PastInstrument = {
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
  readonly baseCode: string;
  readonly quoteCode: string;
  readonly priceDecimals: number;
  readonly tickStep: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
  readonly isInverse: boolean;
  readonly quoteDecimals: number;
  readonly settleDecimals: number;
  readonly isPerpetual: boolean;
  /** Delivery of a dated contract; without it the carry is the one of a fixed time. */
  readonly deliveryAtMs?: number;
};

/** Conversions between dollars and the units of an instrument. */
export class InstrumentUnits {
  readonly #instrument: PastInstrument;
  readonly #ticksPerUnit: number;
  readonly #lotsPerUnit: number;
  readonly #scale: bigint;

  constructor(instrument: PastInstrument) {
    const { lotStep, priceDecimals, sizeDecimals, tickStep } = instrument;
    this.#instrument = instrument;
    this.#ticksPerUnit = 10 ** priceDecimals / tickStep;
    this.#lotsPerUnit = 10 ** sizeDecimals / lotStep;
    this.#scale = instrument.isInverse ? inverseScale(instrument) : linearScale(instrument);
  }

  /** Rounded to the nearest tick, at least one. */
  ticksOf(price: number): Ticks {
    return ticks(Math.min(TICKS_MAX, Math.max(1, Math.round(price * this.#ticksPerUnit))));
  }

  /** Lots that a turnover in dollars amounts to. */
  lotsOf(dollars: number, dollarPrice: number): Lots {
    const units = this.#instrument.isInverse ? dollars : dollars / dollarPrice;
    return lots(Math.min(LOTS_MAX, Math.round(units * this.#lotsPerUnit)));
  }

  get isLinear(): boolean {
    return !this.#instrument.isInverse;
  }

  /** Turnover of a linear instrument from a sum of price × size. */
  turnoverOfTickLots(tickLots: number): Atoms {
    return atoms(BigInt(tickLots) * this.#scale);
  }

  turnover(price: Ticks, size: Lots): Atoms {
    return this.#instrument.isInverse
      ? inverseNotional(price, size, this.#scale)
      : notional(price, size, this.#scale);
  }
}

/** Quote atoms of one tick times one lot; whole for every listed instrument. */
function linearScale(instrument: PastInstrument): bigint {
  const { lotStep, priceDecimals, quoteDecimals, sizeDecimals, tickStep } = instrument;
  return scaled(BigInt(tickStep * lotStep), quoteDecimals - priceDecimals - sizeDecimals);
}

/** Settle atoms of one lot of dollars at a price of one tick. */
function inverseScale(instrument: PastInstrument): bigint {
  const { lotStep, priceDecimals, settleDecimals, sizeDecimals, tickStep } = instrument;
  return scaled(BigInt(lotStep), settleDecimals + priceDecimals - sizeDecimals) / BigInt(tickStep);
}

function scaled(value: bigint, decimals: number): bigint {
  return decimals >= 0 ? value * 10n ** BigInt(decimals) : value / 10n ** BigInt(-decimals);
}
