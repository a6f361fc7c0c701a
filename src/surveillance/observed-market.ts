/**
 * Market data of surveillance: instruments, users, prices, and values in US dollars. Values are
 * floating-point estimates that are compared with thresholds and displayed; no money depends on
 * them.
 */

import type { Realm } from "../core/base/vocabulary.ts";
import type { Instrument } from "../core/instruments/instrument.ts";

/** Data that the composition root provides from the live state. */
export interface MarketSource {
  /** List of the exchange, which grows with each listing. */
  readonly instruments: readonly Instrument[];
  /** Returns the main account of a user; the user itself when it is one. */
  parentOf(user: number): number;
  realmOf(user: number): Realm;
  /** Whether a user is the exchange's own user of a realm. */
  isExchange(user: number): boolean;
  /** Whether a user belongs to the operator: agents, replays, and the exchange itself. */
  isOperatorUser(user: number): boolean;
  /** Returns the value of an amount in atoms in US dollars; 0 while the coin has no price. */
  amountUsd(realm: Realm, currency: number, amount: bigint): number;
  /** Returns the value of one whole coin in US dollars; 0 while it has no price. */
  coinUsd(realm: Realm, currency: number): number;
}

/** Longest use of a dollar price, in ms. */
const PRICE_AGE_MS_MAX = 60_000;

class ObservedInstrument {
  readonly instrument: Instrument;
  /** Mark price of futures, index of spot; 0 while unknown. */
  reference = 0;
  last = 0;
  /** US dollars of one tick times one lot (linear), or of one lot (inverse). */
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

  /** Returns the observed instrument; `undefined` when it is not listed. */
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

  /**
   * Returns the notional of a size: price × size on linear contracts and spot; size ÷ price on
   * inverse contracts.
   */
  notional(instrument: number, price: number, size: number): number {
    return this.of(instrument)?.instrument.isInverse === true ? size / price : price * size;
  }

  /** Returns the value of a trade in US dollars. */
  valueUsd(instrument: number, price: number, size: number): number {
    const observed = this.of(instrument);
    if (observed === undefined) return 0;
    const units = observed.instrument.isInverse ? size : price * size;
    return units * this.#usdPerUnit(observed);
  }

  /**
   * Returns the gain of a trader from the sums, in US dollars; the remaining size is valued at the
   * reference price. Returns 0 without a reference price. Inverse contracts gain when the notional
   * falls.
   */
  gainUsd(instrument: number, sums: TradedSums): number {
    const observed = this.of(instrument);
    if (observed === undefined || observed.reference === 0) return 0;
    const { isInverse } = observed.instrument;
    const netLots = sums.boughtLots - sums.soldLots;
    const remaining = this.notional(instrument, observed.reference, netLots);
    const gain = sums.soldNotional - sums.boughtNotional + remaining;
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

/** Lots bought and sold, and their notionals. */
export type TradedSums = {
  readonly boughtLots: number;
  readonly soldLots: number;
  readonly boughtNotional: number;
  readonly soldNotional: number;
};
