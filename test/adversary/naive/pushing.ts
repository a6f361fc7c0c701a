import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import { flatten, type Strategy, type StrategyContext, takeDollars } from "./strategy.ts";
import type { Trader } from "./trader.ts";

const BEAT_MS = 100;
const SECOND_MS = 1_000;
const PUMP_CYCLE_MS = 10 * 60_000;
const PUMP_MS = 90_000;
const PUMP_POSITION_DOLLARS = 100_000;
const PUMP_SLIPPAGE = 0.002;

/**
 * Holds a leveraged position and lets two own accounts trade the smallest size with each other in
 * the direction of the position, ten times a second; then sells the position.
 */
export class DustPump implements Strategy {
  readonly name: string;
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #instrument: InstrumentFacts;
  readonly #holder: Trader;
  readonly #seller: Trader;
  readonly #buyer: Trader;

  constructor(context: StrategyContext, instrument: InstrumentFacts) {
    this.name = `pump with dust ${instrument.symbol}`;
    this.#context = context;
    this.#instrument = instrument;
    this.#holder = context.open(this.name);
    this.#seller = context.open(`${this.name} seller`);
    this.#buyer = context.open(`${this.name} buyer`);
    this.traders = [this.#holder, this.#seller, this.#buyer];
  }

  beat(nowMs: number): void {
    const { market, startMs } = this.#context;
    const instrument = this.#instrument;
    if (market.middle(instrument) === 0) return;
    const elapsed = (nowMs - startMs) % PUMP_CYCLE_MS;
    const isLong = Math.floor((nowMs - startMs) / PUMP_CYCLE_MS) % 2 === 0;
    if (elapsed < 2 * SECOND_MS) {
      const held = Math.abs(market.dollarsOf(instrument, this.#holder.held(instrument)));
      const dollars = PUMP_POSITION_DOLLARS - held;
      if (dollars < PUMP_POSITION_DOLLARS / 10) return;
      const order = { instrument, isBuy: isLong, dollars, slippage: PUMP_SLIPPAGE };
      takeDollars(market, this.#holder, order);
    } else if (elapsed < 2 * SECOND_MS + PUMP_MS) this.#trade(isLong);
    else flatten(market, this.#holder, instrument, PUMP_SLIPPAGE);
  }

  /** The own accounts trade inside the spread; one tick wide, there is no room for them. */
  #trade(isUpwards: boolean): void {
    const { market } = this.#context;
    const instrument = this.#instrument;
    const price = isUpwards ? market.ask(instrument) - 1 : market.bid(instrument) + 1;
    if (price <= market.bid(instrument) || price >= market.ask(instrument)) return;
    const size = market.lotsOf(instrument, 0);
    const [maker, taker] = isUpwards ? [this.#seller, this.#buyer] : [this.#buyer, this.#seller];
    maker.rest(instrument, isUpwards ? "sell" : "buy", size, price);
    taker.take(instrument, isUpwards ? "buy" : "sell", size, price);
  }
}

const IGNITION_CYCLE_MS = 30 * 60_000;
const IGNITION_COINS = 50;
const IGNITION_MS = SECOND_MS;
const IGNITION_SLIPPAGE = 0.004;
const SELL_AFTER_MS = 3 * SECOND_MS;
const SELLING_MS = 60 * SECOND_MS;

/** Buys fast to set off followers, then sells to them in parts; every second time the reverse. */
export class MomentumIgnition implements Strategy {
  readonly name = "ignite momentum BTCUSDT";
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #instrument: InstrumentFacts;
  readonly #trader: Trader;

  constructor(context: StrategyContext, instrument: InstrumentFacts) {
    this.#context = context;
    this.#instrument = instrument;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(nowMs: number): void {
    const { market, startMs } = this.#context;
    const instrument = this.#instrument;
    const middle = market.middle(instrument);
    if (middle === 0) return;
    const elapsed = (nowMs - startMs) % IGNITION_CYCLE_MS;
    const isBuy = Math.floor((nowMs - startMs) / IGNITION_CYCLE_MS) % 2 === 0;
    const held = this.#trader.held(instrument);
    const whole = (IGNITION_COINS * 10 ** instrument.sizeDecimals) / instrument.lotStep;
    if (elapsed < IGNITION_MS) {
      const missing = whole - Math.abs(held);
      const limit = middle * (1 + (isBuy ? IGNITION_SLIPPAGE : -IGNITION_SLIPPAGE));
      if (missing > 0) this.#trader.take(instrument, isBuy ? "buy" : "sell", missing, limit);
    } else if (elapsed > SELL_AFTER_MS && held !== 0) {
      const isLast = elapsed > SELL_AFTER_MS + SELLING_MS;
      const part = isLast ? Math.abs(held) : Math.ceil(whole / (SELLING_MS / 100));
      const size = Math.min(Math.abs(held), part);
      const isSale = held > 0;
      const price = isSale ? market.bid(instrument) : market.ask(instrument);
      const limit = isLast ? price * (isSale ? 0.999 : 1.001) : price;
      this.#trader.take(instrument, isSale ? "sell" : "buy", size, limit);
    }
  }
}

const ROUND_TRIP_MS = 60 * SECOND_MS;
const ROUND_TRIP_HOLD_MS = SECOND_MS;
const ROUND_TRIP_SLIPPAGE = 0.02;

/**
 * Buys at once, waits until the market has followed the purchase, and sells at once; every second
 * time the reverse. It earns where the market moves by more than the cost of going through the book
 * twice.
 */
export class RoundTrip implements Strategy {
  readonly name: string;
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #instrument: InstrumentFacts;
  readonly #dollars: number;
  readonly #trader: Trader;

  constructor(context: StrategyContext, instrument: InstrumentFacts, dollars: number) {
    this.name = `round trip ${instrument.symbol} ${dollars}`;
    this.#context = context;
    this.#instrument = instrument;
    this.#dollars = dollars;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
  }

  beat(nowMs: number): void {
    const { market, startMs } = this.#context;
    const instrument = this.#instrument;
    const elapsed = (nowMs - startMs) % ROUND_TRIP_MS;
    const isBuy = Math.floor((nowMs - startMs) / ROUND_TRIP_MS) % 2 === 0;
    const isFlat = this.#trader.held(instrument) === 0;
    if (elapsed < BEAT_MS) {
      const part = market.dollarsOf(instrument, instrument.sizeLotsMax);
      const order = { instrument, isBuy, slippage: ROUND_TRIP_SLIPPAGE };
      for (let left = isFlat ? this.#dollars : 0; left > 0; left -= part) {
        takeDollars(market, this.#trader, { ...order, dollars: Math.min(left, part) });
      }
    } else if (elapsed > ROUND_TRIP_HOLD_MS && !isFlat) {
      flatten(market, this.#trader, instrument, ROUND_TRIP_SLIPPAGE);
    }
  }
}
