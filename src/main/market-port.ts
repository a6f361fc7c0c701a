/** The `MarketPort` of agents and replays: sequencer, live books and timers of the exchange. */
import type { Instrument } from "../core/instruments/instrument.ts";
import type { State } from "../core/state.ts";
import {
  bookViewOf,
  type CurrencyFacts,
  type InstrumentFacts,
  type MarketPort,
  type SubmitOutcome,
} from "../simulation-market/market-port.ts";
import type { Engine } from "./engine.ts";
import { isProductListing } from "./founding/product-listings.ts";

/** While this process lives, a command that missed its deadline has no effect. */
const EXPIRED: SubmitOutcome = { seq: 0, timeMs: 0, rejection: "expired", orderId: 0 };

function factsOf(state: State, instrument: Instrument): InstrumentFacts {
  const code = (index: number): string => state.currencies[index]?.code ?? "";
  return {
    index: instrument.index,
    symbol: instrument.symbol,
    category: instrument.category,
    realm: instrument.realm,
    base: instrument.base,
    quote: instrument.quote,
    settle: instrument.settle,
    baseCode: code(instrument.base),
    quoteCode: code(instrument.quote),
    baseDecimals: state.currencies[instrument.base]?.decimals ?? 0,
    quoteDecimals: state.currencies[instrument.quote]?.decimals ?? 0,
    isInverse: instrument.isInverse,
    priceDecimals: instrument.priceDecimals,
    tickStep: instrument.tickStep,
    sizeDecimals: instrument.sizeDecimals,
    lotStep: instrument.lotStep,
    // The operator changes these while agents trade (decision 0096).
    get sizeLotsMin() {
      return instrument.sizeLotsMin;
    },
    get sizeLotsMax() {
      return instrument.sizeLotsMax;
    },
    get sizeLotsMarketMax() {
      return instrument.sizeLotsMarketMax;
    },
    get valueMin() {
      return instrument.valueMin;
    },
    deliveryAtMs: instrument.deliveryAtMs,
  };
}

/** Returns the facts of all listed instruments. */
export function instrumentFacts(state: State): InstrumentFacts[] {
  return state.instruments.map((instrument) => factsOf(state, instrument));
}

/** Returns a reader of the facts of all instruments, those that are listed later included. */
export function listedFacts(state: State): () => readonly InstrumentFacts[] {
  const facts: InstrumentFacts[] = [];
  return () => {
    for (const instrument of state.instruments.slice(facts.length)) {
      facts.push(factsOf(state, instrument));
    }
    return facts;
  };
}

export function currencyFacts(state: State): CurrencyFacts[] {
  return state.currencies.map(({ index, code, decimals }) => ({ index, code, decimals }));
}

/**
 * Creates the port with the product's instruments that are listed now. Agents and replays stay out
 * of those of the operator: the generated market knows no price of their coins (decision 0095).
 * `monotonicMs` is a clock that is never set, used for the ages of prices.
 */
export function marketPortOf(
  engine: Pick<Engine, "live" | "sequencer" | "state">,
  monotonicMs: () => number,
): MarketPort {
  const { live, sequencer, state } = engine;
  return {
    submit(command, done, withinMs) {
      const urgent = command.kind === "set_index_prices";
      return sequencer.submit(
        command,
        ({ seq, timeMs, rejection, id }) => done({ seq, timeMs, rejection, orderId: id }),
        withinMs === undefined
          ? { urgent }
          : {
              urgent,
              deadline: { atMs: sequencer.nowMs() + withinMs, missed: () => done(EXPIRED) },
            },
      );
    },
    nowMs: monotonicMs,
    schedule: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
    onEvents: (listener) => sequencer.onBatch((events) => listener(events.words())),
    book: (instrument) => bookViewOf(live.books.of(instrument)),
    instruments: state.instruments
      .filter(isProductListing)
      .map((instrument) => factsOf(state, instrument)),
  };
}
