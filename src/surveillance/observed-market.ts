/**
 * What surveillance knows of the market: instruments, people, prices, and values in US dollars.
 * Values are estimates in floating point. They are compared with thresholds and shown; no money
 * follows from them.
 */
import type { Instrument } from "../core/instruments/instrument.ts";
import type { Realm } from "../core/vocabulary.ts";

/** What the composition root lends from the live state. */
export interface MarketSource {
  /** The exchange's own list, which grows when an instrument is listed. */
  readonly instruments: readonly Instrument[];
  /** The main account of a user; the user itself when there is none. */
  parentOf(user: number): number;
  realmOf(user: number): Realm;
  /** The exchange's own user of a realm. */
  isExchange(user: number): boolean;
  /** Users of the house: its agents and replays, and the exchange itself. */
  isOperatorUser(user: number): boolean;
  /** US dollars of an amount in atoms; 0 while the coin has no price. */
  amountUsd(realm: Realm, currency: number, amount: bigint): number;
  /** US dollars of one whole coin; 0 while it has no price. */
  coinUsd(realm: Realm, currency: number): number;
}

/** A dollar price is asked for anew after this long, in ms. */
const PRICE_AGE_MS_MAX = 60_000;

class ObservedInstrument {
  readonly instrument: Instrument;
  /** Mark price of futures, index of spot; 0 while unknown. */
  reference = 0;
  last = 0;
  /** Linear: dollars of a tick times a lot. Inverse: dollars of a lot. */
  usdPerUnit = 0;
  pricedAtMs = Number.NEGATIVE_INFINITY;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }
}

export class ObservedMarket {
  readonly source: MarketSource;
  readonly #observed: ObservedInstrument[] = [];
  /** Time of the last command. */
  nowMs = 0;

  constructor(source: MarketSource) {
    this.source = source;
  }

  /** `undefined` for an instrument that is not listed. */
  of(instrument: number): ObservedInstrument | undefined {
    let observed = this.#observed[instrument];
    if (observed === undefined) {
      const listed = this.source.instruments[instrument];
      if (listed === undefined) return undefined;
      observed = new ObservedInstrument(listed);
      this.#observed[instrument] = observed;
    }
    return observed;
  }

  /** Value of a size: price × size of linear contracts and spot; size ÷ price of inverse ones. */
  worth(instrument: number, price: number, size: number): number {
    return this.of(instrument)?.instrument.isInverse === true ? size / price : price * size;
  }

  /** US dollars of a trade. */
  valueUsd(instrument: number, price: number, size: number): number {
    const observed = this.of(instrument);
    if (observed === undefined) return 0;
    const units = observed.instrument.isInverse ? size : price * size;
    return units * this.#usdPerUnit(observed);
  }

  /**
   * Gain in US dollars of who bought and sold these lots at these worths, with what is left valued
   * at the reference price; 0 while there is none. Inverse contracts gain where the worth falls.
   */
  gainUsd(instrument: number, sums: TradedSums): number {
    const observed = this.of(instrument);
    if (observed === undefined || observed.reference === 0) return 0;
    const { isInverse } = observed.instrument;
    const held = sums.boughtLots - sums.soldLots;
    const rest = this.worth(instrument, observed.reference, held);
    const gain = sums.soldWorth - sums.boughtWorth + rest;
    const units = isInverse ? -gain * observed.reference : gain;
    return units * this.#usdPerUnit(observed);
  }

  #usdPerUnit(observed: ObservedInstrument): number {
    if (this.nowMs - observed.pricedAtMs < PRICE_AGE_MS_MAX) return observed.usdPerUnit;
    const { isInverse, lotStep, priceDecimals, quote, realm, sizeDecimals, tickStep } =
      observed.instrument;
    const lot = lotStep / 10 ** sizeDecimals;
    const tick = tickStep / 10 ** priceDecimals;
    observed.pricedAtMs = this.nowMs;
    observed.usdPerUnit = isInverse ? lot : lot * tick * this.source.coinUsd(realm, quote);
    return observed.usdPerUnit;
  }
}

/** Lots bought and sold, and their worths. */
export type TradedSums = {
  readonly boughtLots: number;
  readonly soldLots: number;
  readonly boughtWorth: number;
  readonly soldWorth: number;
};
