/**
 * Mark price and reference price by the rule as written: every trade, sample and reference is kept,
 * and each average is computed from all of them.
 */

import {
  BASIS_SAMPLE_INTERVAL_MS,
  BASIS_SAMPLE_WEIGHT_MS_MAX,
  BASIS_WINDOW_MS,
  INDEX_AGE_MS_MAX,
  MARK_CAP_E6_MAX,
  REFERENCE_INTERVAL_MS,
  TIER_VALUE_MAX,
  TRADE_PERIOD_MS,
  TRADE_PERIODS,
} from "../../../src/core/base/limits.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { fundingRate, impactOf, lotsOfValue } from "./naive-funding.ts";
import type { NaiveInstrument } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const E6 = 1_000_000n;

/** Everything that mark and reference follow from. */
export type NaivePrices = {
  guards: NaiveGuards;
  /** Twice the middle of the impact prices less twice the index. */
  readonly basis: { readonly atMs: number; readonly ms: number; readonly twice: number }[];
  readonly trades: { readonly atMs: number; readonly price: number; readonly size: number }[];
  /** Changes of the reference, oldest first. */
  readonly references: { readonly atMs: number; readonly price: number }[];
  referencedAtMs: number;
};

export type NaiveGuards = Omit<
  CommandOf<"set_price_guards">,
  "kind" | "seq" | "timeMs" | "instrument"
>;

export function newNaivePrices(): NaivePrices {
  return {
    guards: { markCapE6: 0, markStepE6: 0, impactUnits: 0, referenceStepE6: 0 },
    basis: [],
    trades: [],
    references: [],
    referencedAtMs: 0,
  };
}

export function setPriceGuards(state: NaiveState, command: CommandOf<"set_price_guards">): void {
  const { impactUnits, markCapE6, markStepE6, referenceStepE6 } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  const ofFutures = [markCapE6, markStepE6, impactUnits];
  const isBad =
    markCapE6 > MARK_CAP_E6_MAX ||
    Math.max(markStepE6, referenceStepE6) > 1_000_000 ||
    impactUnits > TIER_VALUE_MAX ||
    (instrument.isFutures ? referenceStepE6 > 0 : ofFutures.some((one) => one > 0));
  if (isBad) return state.rejectCommand(0, "price_guards_out_of_bounds");
  instrument.prices.guards = { impactUnits, markCapE6, markStepE6, referenceStepE6 };
  state.emit("price_guards_changed", { instrument: instrument.index });
}

/** Rounds towards minus infinity. */
function floorDiv(top: bigint, bottom: bigint): bigint {
  return top < 0n ? -((-top + bottom - 1n) / bottom) : top / bottom;
}

function middle(...three: readonly [number, number, number]): number {
  return [...three].sort((a, b) => a - b)[1] ?? 0;
}

function within(price: number, low: number, high: number): number {
  return Math.min(Math.max(price, low), high);
}

/** Within the cap around the index. */
function capped({ indexPrice, prices }: NaiveInstrument, price: number): number {
  const cap = BigInt(prices.guards.markCapE6);
  if (cap === 0n) return price;
  const index = BigInt(indexPrice);
  const low = (index * (E6 - cap) + E6 - 1n) / E6;
  return within(price, Number(low), Number((index * (E6 + cap)) / E6));
}

/** Ticks that a price may move in a time, a part of one counting as one. */
function roomOf(price: number, perSecondE6: number, ms: number): number {
  const top = BigInt(price) * BigInt(perSecondE6) * BigInt(ms);
  const room = top / 1_000_000_000n + (top % 1_000_000_000n === 0n ? 0n : 1n);
  return room > 2n ** 31n ? 2 ** 31 : Number(room);
}

type Quote = { readonly bid: number; readonly ask: number };

function quoteOf(state: NaiveState, instrument: NaiveInstrument): Quote | undefined {
  const size = lotsOfValue(state, instrument, instrument.prices.guards.impactUnits);
  const bids = impactOf(state, instrument, "buy", size);
  const asks = impactOf(state, instrument, "sell", size);
  if (bids === undefined || asks === undefined) return undefined;
  const whole = BigInt(size);
  const ask = asks / whole + (asks % whole === 0n ? 0n : 1n);
  return { bid: Number(bids / whole), ask: Number(ask) };
}

function isFresh(state: NaiveState, { indexPrice, indexedAtMs }: NaiveInstrument): boolean {
  return indexPrice > 0 && state.timeMs - indexedAtMs <= INDEX_AGE_MS_MAX;
}

/** A sample of the basis each five seconds, of a fresh index and a book of enough on both sides. */
export function sampleBasis(state: NaiveState, instrument: NaiveInstrument): void {
  const passedMs = state.timeMs - instrument.sampledAtMs;
  if (passedMs < BASIS_SAMPLE_INTERVAL_MS) return;
  instrument.sampledAtMs = state.timeMs;
  const quote = quoteOf(state, instrument);
  if (quote === undefined || !isFresh(state, instrument)) return;
  const [bid, ask] = [capped(instrument, quote.bid), capped(instrument, quote.ask)];
  instrument.prices.basis.push({
    atMs: state.timeMs,
    ms: Math.min(passedMs, BASIS_SAMPLE_WEIGHT_MS_MAX),
    twice: bid + ask - 2 * instrument.indexPrice,
  });
}

/** The average of the samples in the window that ends with the last sampling; the rest is 0. */
function averageBasis({ prices, sampledAtMs }: NaiveInstrument): number {
  const inWindow = prices.basis.filter(({ atMs }) => atMs > sampledAtMs - BASIS_WINDOW_MS);
  let [sum, ms] = [0n, 0n];
  for (const one of inWindow) {
    sum += BigInt(one.twice) * BigInt(one.ms);
    ms += BigInt(one.ms);
  }
  const window = BigInt(BASIS_WINDOW_MS);
  return Number(floorDiv(sum, 2n * (ms > window ? ms : window)));
}

/** Index with funding: the part of the rate that is still ahead. */
function funded(instrument: NaiveInstrument, timeMs: number): number {
  const { indexPrice } = instrument;
  const intervalMs = BigInt(instrument.fundingIntervalHours) * 3_600_000n;
  const { nextAtMs } = instrument.funding;
  const leftMs = nextAtMs > timeMs ? BigInt(nextAtMs - timeMs) : 0n;
  const premium = BigInt(indexPrice) * BigInt(fundingRate(instrument)) * leftMs;
  return Number(BigInt(indexPrice) + premium / (intervalMs * 100_000_000n));
}

/**
 * The middle one of index with funding, index with the average basis, and last within the book;
 * no farther from the index than it was but for the step, and never beyond the cap. `markedIndex`
 * is the index of the mark before.
 */
export function markOf(
  state: NaiveState,
  instrument: NaiveInstrument,
  markedIndex: number,
): number {
  const { indexPrice, mark, prices } = instrument;
  const { markStepE6 } = prices.guards;
  const quote = quoteOf(state, instrument);
  const based = Math.max(1, indexPrice + averageBasis(instrument));
  let last = indexPrice;
  if (instrument.last > 0) {
    last =
      quote === undefined
        ? capped(instrument, instrument.last)
        : within(instrument.last, quote.bid, quote.ask);
  }
  let price = middle(funded(instrument, state.timeMs), based, last);
  if (markStepE6 > 0 && mark > 0) {
    const room = roomOf(mark, markStepE6, state.timeMs - instrument.markedAtMs);
    const followed = indexPrice + (mark - markedIndex);
    price = within(price, followed - room, followed + room);
  }
  return Math.max(1, capped(instrument, price));
}

export function referenceOf({ prices }: NaiveInstrument): number {
  return prices.references.at(-1)?.price ?? 0;
}

/** Price of a period by its trades, 0 without any. Beyond 2^53 tick lots it takes no more. */
function periodPrice(trades: NaivePrices["trades"], startMs: number): number {
  let [sum, size] = [0n, 0n];
  for (const trade of trades) {
    if (trade.atMs < startMs || trade.atMs >= startMs + TRADE_PERIOD_MS) continue;
    const more = BigInt(trade.price) * BigInt(trade.size);
    if (sum + more >= 2n ** 53n) continue;
    sum += more;
    size += BigInt(trade.size);
  }
  return size === 0n ? 0 : Number((2n * sum + size) / (2n * size));
}

/**
 * Own trades period by period; without a trade the reference of that time, else the first one since
 * there has been a reference without a break.
 */
function averageTrade(prices: NaivePrices, timeMs: number): number {
  const present = timeMs - (timeMs % TRADE_PERIOD_MS);
  const late = prices.trades.filter((one) => one.atMs >= present - TRADE_PERIODS * TRADE_PERIOD_MS);
  const unknown = prices.references.findLastIndex(({ price }) => price === 0);
  const known = prices.references.slice(unknown + 1);
  const first = known[0]?.price ?? 0;
  let sum = 0;
  for (let period = 1; period <= TRADE_PERIODS; period++) {
    const startMs = present - period * TRADE_PERIOD_MS;
    const then = known.findLast(({ atMs }) => atMs < startMs + TRADE_PERIOD_MS);
    sum += periodPrice(late, startMs) || (then?.price ?? first);
  }
  return Math.floor(sum / TRADE_PERIODS);
}

function approach(price: number, target: number, step: number): number {
  if (target > price) return Math.min(target, price + step);
  return Math.max(target, price - step);
}

export function moveReference(state: NaiveState, instrument: NaiveInstrument): void {
  const { indexPrice, prices } = instrument;
  const { timeMs } = state;
  const { referenceStepE6 } = prices.guards;
  const passedMs = timeMs - prices.referencedAtMs;
  prices.referencedAtMs = timeMs;
  if (referenceStepE6 === 0) {
    prices.references.push({ atMs: timeMs, price: instrument.last });
    return;
  }
  const reference = referenceOf(instrument);
  const fresh = isFresh(state, instrument);
  if (reference === 0) {
    if (fresh) prices.references.push({ atMs: timeMs, price: indexPrice });
    return;
  }
  const step = roomOf(reference, referenceStepE6, passedMs);
  const average = averageTrade(prices, timeMs);
  const price = fresh
    ? middle(indexPrice, average, approach(reference, indexPrice, step))
    : approach(reference, average, step);
  prices.references.push({ atMs: timeMs, price });
}

/** The clock moves references once a second. */
export function referenceTick(state: NaiveState, instrument: NaiveInstrument): void {
  if (state.timeMs - instrument.prices.referencedAtMs < REFERENCE_INTERVAL_MS) return;
  moveReference(state, instrument);
}

/** A trade is kept, and is the reference where nothing else is. */
export function noteTrade(
  state: NaiveState,
  instrument: NaiveInstrument,
  trade: { readonly price: number; readonly size: number },
): void {
  const { price, size } = trade;
  const { prices } = instrument;
  instrument.last = price;
  if (instrument.isFutures) return;
  const atMs = state.timeMs;
  const isFirst = referenceOf(instrument) === 0;
  if (isFirst) prices.referencedAtMs = atMs;
  prices.trades.push({ atMs, price, size });
  if (isFirst || prices.guards.referenceStepE6 === 0) prices.references.push({ atMs, price });
}
