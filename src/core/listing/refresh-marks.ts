/** Sets index prices, and updates mark prices at each index change and once a second. */

import { assert } from "../base/assert.ts";
import {
  BASIS_SAMPLE_INTERVAL_MS,
  MARK_PRICE_INTERVAL_MS,
  REFERENCE_INTERVAL_MS,
} from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { eventLayout } from "../events/event-layout.ts";
import { sampleBasis } from "../instruments/basis-average.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import {
  type ImpactQuote,
  markPriceOf,
  refreshReference,
  twiceBasisOf,
} from "../instruments/market-prices.ts";
import { type Ticks, ticks } from "../money/units.ts";
import { impactQuoteOf, lotsOfUnits } from "../order-book/impact-price.ts";
import { observePrices } from "../plans/observe-price.ts";
import {
  bookAt,
  currencyAt,
  type Emit,
  fundingAt,
  instrumentAt,
  pricesAt,
  type State,
} from "../state.ts";

const MARKED = eventLayout("mark_price_changed");

/** Returns the impact prices for the mark price, or `undefined` if the book lacks depth. */
function quoteOf(state: State, instrument: Instrument): ImpactQuote | undefined {
  const { index } = pricesAt(state, instrument.index);
  const settle = currencyAt(state, instrument.settle);
  const size = lotsOfUnits(instrument, settle, { units: instrument.guards.impactUnits, index });
  return impactQuoteOf(bookAt(state, instrument.index), size);
}

function futuresMark(state: State, instrument: Instrument): Ticks {
  const prices = pricesAt(state, instrument.index);
  const { nextAtMs, rate } = fundingAt(state, instrument.index);
  const { fundingIntervalHours: intervalHours, guards } = instrument;
  const leftMs = Math.max(0, nextAtMs - state.timeMs);
  return markPriceOf(prices, {
    ahead: { rate, leftMs, intervalHours },
    guards,
    quote: quoteOf(state, instrument),
    timeMs: state.timeMs,
  });
}

function refreshMark(state: State, instrument: Instrument, emit: Emit): void {
  const prices = pricesAt(state, instrument.index);
  const { rate } = fundingAt(state, instrument.index);
  const mark = instrument.isFutures ? futuresMark(state, instrument) : prices.index;
  assert(mark > 0, "an instrument with an index price has a mark price");
  if (mark !== prices.mark) state.liquidations.isPriceMoved = true;
  prices.mark = mark;
  prices.markedIndex = prices.index;
  prices.markedAtMs = state.timeMs;
  const place = emit.open(MARKED.header);
  const { numberWords } = emit;
  numberWords[place + MARKED.instrument] = instrument.index;
  numberWords[place + MARKED.index] = prices.index;
  numberWords[place + MARKED.mark] = mark;
  numberWords[place + MARKED.fundingRate] = rate;
  observePrices(state, instrument, emit);
}

/** Sets the index price of an instrument. Emits `mark_price_changed`. */
export function setIndex(state: State, instrument: Instrument, index: Ticks, emit: Emit): void {
  const market = pricesAt(state, instrument.index);
  if (index !== market.index || !isIndexFresh(state, instrument.index)) {
    state.liquidations.isPriceMoved = true;
  }
  market.index = index;
  market.indexedAtMs = state.timeMs;
  if (!instrument.isFutures) refreshReference(market, state.timeMs, instrument.guards, true);
  refreshMark(state, instrument, emit);
}

/**
 * Emits `mark_price_changed` for each instrument; one invalid price rejects the whole command. A
 * held price stays, and is fresh again.
 */
export function setIndexPrices(
  state: State,
  command: DraftOf<"set_index_prices">,
  emit: Emit,
): void {
  const { instruments, prices } = command;
  if (instruments.length !== prices.length) {
    return rejectCommand(state, 0, "index_price_out_of_range", emit);
  }
  for (let i = 0; i < instruments.length; i++) {
    const instrument = state.instruments[instruments[i] ?? -1];
    if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
    const price = prices[i] ?? 0;
    if (price < 1 || price > instrument.priceTicksMax) {
      return rejectCommand(state, 0, "index_price_out_of_range", emit);
    }
  }
  for (let i = 0; i < instruments.length; i++) {
    const instrument = instrumentAt(state, instruments[i] ?? -1);
    const { held } = pricesAt(state, instrument.index);
    setIndex(state, instrument, held === 0 ? ticks(prices[i] ?? 0) : held, emit);
  }
}

/** Takes a sample of the basis when one is due; without a value while the index is stale. */
function sample(state: State, instrument: Instrument): void {
  const { basis, index } = pricesAt(state, instrument.index);
  if (state.timeMs - basis.sampledAtMs < BASIS_SAMPLE_INTERVAL_MS) return;
  const quote = isIndexFresh(state, instrument.index) ? quoteOf(state, instrument) : undefined;
  const twice = quote === undefined ? undefined : twiceBasisOf(index, quote, instrument.guards);
  sampleBasis(basis, state.timeMs, twice);
}

/** Updates prices by the clock: basis samples every 5 s, marks and references every second. */
export function refreshPrices(state: State, emit: Emit): void {
  for (const instrument of state.instruments) {
    const prices = pricesAt(state, instrument.index);
    if (!instrument.isFutures) {
      if (state.timeMs - prices.referencedAtMs < REFERENCE_INTERVAL_MS) continue;
      const isFresh = isIndexFresh(state, instrument.index);
      refreshReference(prices, state.timeMs, instrument.guards, isFresh);
      continue;
    }
    if (prices.index === 0) continue;
    sample(state, instrument);
    if (state.timeMs - prices.markedAtMs >= MARK_PRICE_INTERVAL_MS) {
      refreshMark(state, instrument, emit);
    }
  }
}
