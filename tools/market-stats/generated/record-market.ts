import { EventReader } from "../../../src/core/events/event-buffer.ts";
import { EVENT_INDEX, eventLayout } from "../../../src/core/events/event-layout.ts";
import { lotValue } from "../../../src/simulation-market/agents/order-size.ts";
import { BOOK_KEYS, type BookSubject, type Recordings } from "../figures.ts";
import { BookRecording } from "../measures/book-recording.ts";
import { GENERATED_START_MS, type GeneratedMarket } from "./generated-market.ts";

const LEVEL = eventLayout("level_changed");
const TRADE = eventLayout("trade_executed");

/** Time in ms that a generated market takes to fill its books, before anything is recorded. */
const WARM_UP_MS = 600_000;

/** Records the books of a generated market from the events of each command. */
class MarketRecorder {
  readonly recordings = new Map<BookSubject, BookRecording>();
  readonly #market: GeneratedMarket;
  readonly #byInstrument: BookRecording[] = [];
  readonly #changed = new Set<number>();

  constructor(market: GeneratedMarket) {
    this.#market = market;
    const { exchange, instruments } = market;
    for (const key of BOOK_KEYS) {
      const facts = instruments[key];
      const recording = new BookRecording(facts, exchange.books.of(facts.index));
      this.recordings.set(key, recording);
      this.#byInstrument[facts.index] = recording;
    }
    exchange.onApplied = (words) => this.#read(words);
  }

  /** Records the second that ends now. */
  endSecond(second: number): void {
    for (const recording of this.recordings.values()) recording.endSecond(second);
  }

  #read(words: Float64Array): void {
    const reader = new EventReader(words);
    this.#changed.clear();
    while (reader.next()) {
      const kind = reader.kindIndex;
      if (kind === EVENT_INDEX.level_changed) this.#changed.add(reader.number(LEVEL.instrument));
      else if (kind === EVENT_INDEX.trade_executed) this.#readTrade(reader);
    }
    for (const instrument of this.#changed) {
      const recording = this.#byInstrument[instrument];
      if (recording === undefined) continue;
      const { bids, asks } = this.#market.exchange.books.of(instrument);
      recording.updated(this.#market.exchange.nowMs());
      recording.touched(bids.bestPrice, bids.bestSize, asks.bestPrice, asks.bestSize);
    }
  }

  #readTrade(reader: EventReader): void {
    const recording = this.#byInstrument[reader.number(TRADE.instrument)];
    if (recording === undefined) return;
    const price = reader.number(TRADE.price);
    recording.traded({
      atMs: this.#market.exchange.nowMs(),
      price,
      dollars: reader.number(TRADE.size) * lotValue(recording.instrument, price),
      orderKey: String(reader.number(TRADE.takerOrderId)),
    });
  }
}

export type RecordingPlan = {
  readonly seconds: number;
  readonly warmUpMs?: number;
  /** Called at the end of each recorded second, from 0. */
  readonly onSecond?: (second: number) => void;
};

/** Runs a new market for some seconds after its warm-up, and records its books. */
export function recordMarket(market: GeneratedMarket, plan: RecordingPlan): Recordings {
  const { seconds, warmUpMs = WARM_UP_MS, onSecond } = plan;
  const recorder = new MarketRecorder(market);
  const startMs = GENERATED_START_MS + warmUpMs;
  for (let second = 0; second <= seconds; second++) {
    market.run(startMs + second * 1_000);
    recorder.endSecond(startMs / 1_000 + second);
    onSecond?.(second);
  }
  market.exchange.onApplied = undefined;
  return Object.fromEntries(recorder.recordings);
}
