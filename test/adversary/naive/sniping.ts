import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import { flatten, type Strategy, type StrategyContext } from "./strategy.ts";
import type { Trader } from "./trader.ts";

/** Deviation of a quote from its fair price that is taken, as a share of the price. */
const STALE_SHARE = 0.000_1;
const ORDER_DOLLARS_MAX = 50_000;
const INVENTORY_DOLLARS_MAX = 200_000;
const HOLD_MS = 3_000;
/** Weight of each beat in the average premium over the signal; about a minute. */
const WEIGHT = 1 / 600;
const BEATS_MIN = 1_200;

type Watched = {
  readonly instrument: InstrumentFacts;
  /** Average of the middle ÷ each signal: the index, and the middle of the related product. */
  premiums: number[];
  beats: number;
  takenAtMs: number;
};

/**
 * Estimates a fair price from the index and from the other product of the coin, and takes every
 * quote that is on the wrong side of both. It closes after three seconds.
 */
export class Sniper implements Strategy {
  readonly name = "snipe stale quotes";
  readonly traders: readonly Trader[];
  readonly #context: StrategyContext;
  readonly #trader: Trader;
  readonly #watched: readonly Watched[];

  constructor(context: StrategyContext) {
    this.#context = context;
    this.#trader = context.open(this.name);
    this.traders = [this.#trader];
    this.#watched = context.market.instruments.map((instrument) => {
      return { instrument, premiums: [], beats: 0, takenAtMs: 0 };
    });
  }

  beat(nowMs: number): void {
    for (const watched of this.#watched) this.#watch(watched, nowMs);
  }

  #watch(watched: Watched, nowMs: number): void {
    const { market } = this.#context;
    const { instrument } = watched;
    const middle = market.middle(instrument);
    if (middle === 0) return;
    const signals = this.#signals(instrument);
    const fairs = signals.map((signal, index) => signal * (watched.premiums[index] ?? 1));
    signals.forEach((signal, index) => {
      const known = watched.premiums[index];
      const ratio = middle / signal;
      watched.premiums[index] = known === undefined ? ratio : known + WEIGHT * (ratio - known);
    });
    watched.beats += 1;
    if (watched.beats < BEATS_MIN) return;
    const held = this.#trader.held(instrument);
    if (held !== 0 && nowMs - watched.takenAtMs >= HOLD_MS) {
      flatten(market, this.#trader, instrument, 0.000_3);
      return;
    }
    const [bid, ask] = [market.bid(instrument), market.ask(instrument)];
    if (ask < Math.min(...fairs) * (1 - STALE_SHARE)) this.#take(watched, "buy", nowMs);
    else if (bid > Math.max(...fairs) * (1 + STALE_SHARE)) this.#take(watched, "sell", nowMs);
  }

  /** Prices that say where an instrument should be, in its ticks. */
  #signals(instrument: InstrumentFacts): number[] {
    const { market } = this.#context;
    const related = market.instruments.find(
      ({ index, baseCode }) => baseCode === instrument.baseCode && index !== instrument.index,
    );
    const index = market.indexPrice(instrument);
    if (related === undefined) return [index];
    const tick = ({ priceDecimals, tickStep }: InstrumentFacts): number =>
      tickStep / 10 ** priceDecimals;
    const other = market.middle(related);
    return other === 0 ? [index] : [index, (other * tick(related)) / tick(instrument)];
  }

  #take(watched: Watched, side: "buy" | "sell", nowMs: number): void {
    const { market } = this.#context;
    const { instrument } = watched;
    const held = market.dollarsOf(instrument, this.#trader.held(instrument));
    if (Math.abs(held) > INVENTORY_DOLLARS_MAX) return;
    const most = market.lotsOf(instrument, ORDER_DOLLARS_MAX);
    const size = Math.min(most, market.touchSize(instrument, side));
    const price = side === "buy" ? market.ask(instrument) : market.bid(instrument);
    this.#trader.take(instrument, side, size, price);
    watched.takenAtMs = nowMs;
  }
}
