import { lotValue } from "../../../src/simulation-market/agents/order-size.ts";
import type { InstrumentFacts } from "../../../src/simulation-market/market-port.ts";
import type {
  CapturedDepth,
  CapturedSnapshot,
  CapturedTrade,
  CaptureEvent,
} from "../../../src/simulation-market/replay/capture-event.ts";
import {
  type CapturedMarket,
  capturedMarketOf,
  readCapture,
} from "../../../src/simulation-market/replay/capture-file.ts";
import { CaptureScale } from "../../../src/simulation-market/replay/capture-scale.ts";
import { CapturedBook } from "../../../src/simulation-market/replay/captured-book.ts";
import { BookRecording } from "../measures/book-recording.ts";

/** Increments of the captured venue: decimals of prices and of sizes by category and coin. */
const INCREMENTS: Readonly<
  Record<CapturedMarket["category"], Readonly<Record<string, readonly [number, number]>>>
> = {
  spot: { BTCUSDT: [2, 5], ETHUSDT: [2, 4] },
  usdt_futures: { BTCUSDT: [1, 3], ETHUSDT: [2, 3] },
  coin_futures: { BTCUSD: [1, 0] },
};

function factsOf({ category, symbol }: CapturedMarket): InstrumentFacts {
  const [priceDecimals, sizeDecimals] = INCREMENTS[category][symbol] ?? [];
  if (priceDecimals === undefined || sizeDecimals === undefined) {
    throw new Error(`a captured market with known increments, got ${category} ${symbol}`);
  }
  return {
    ...{ index: 0, symbol, category, realm: "live", base: 0, quote: 0, settle: 0 },
    ...{
      baseCode: symbol.slice(0, 3),
      quoteCode: symbol.slice(3),
      baseDecimals: 8,
      quoteDecimals: 8,
    },
    ...{ isInverse: category === "coin_futures", priceDecimals, tickStep: 1 },
    ...{ sizeDecimals, lotStep: 1, sizeLotsMin: 1, valueMin: 0n },
    ...{ sizeLotsMax: Number.MAX_SAFE_INTEGER, sizeLotsMarketMax: Number.MAX_SAFE_INTEGER },
    deliveryAtMs: 0,
  };
}

/** One capture under way: its book, and the recording of it. */
class CaptureRecorder {
  readonly recording: BookRecording;
  readonly #scale: CaptureScale;
  readonly #book: CapturedBook;
  #second = 0;
  /** Updates that arrived before the snapshot to which they belong; undefined after it. */
  #early: CapturedDepth[] | undefined = [];

  constructor(market: CapturedMarket) {
    const facts = factsOf(market);
    this.#scale = new CaptureScale(facts, market.contractFace);
    this.#book = new CapturedBook(this.#scale);
    const { bids, asks } = this.#book;
    this.recording = new BookRecording(facts, { bids: bids.levels, asks: asks.levels });
  }

  /** Number of gaps in the chain of updates so far. */
  get gaps(): number {
    return this.#book.gaps;
  }

  apply(event: CaptureEvent): void {
    const { recording } = this;
    const second = Math.floor(event.atMs / 1_000);
    if (this.#second === 0) this.#second = second;
    for (; this.#second < second; this.#second++) recording.endSecond(this.#second);
    switch (event.kind) {
      case "snapshot":
        this.#begin(event);
        break;
      case "depth":
        if (this.#early === undefined) this.#book.applyDepth(event);
        else this.#early.push(event);
        recording.updated(event.atMs);
        break;
      case "touch":
        if (this.#early === undefined) this.#book.applyTouch(event);
        recording.touched(
          event.bid.priceE8,
          event.bid.quantityE8,
          event.ask.priceE8,
          event.ask.quantityE8,
        );
        break;
      default:
        this.#trade(event);
    }
  }

  #begin(snapshot: CapturedSnapshot): void {
    this.#book.applySnapshot(snapshot);
    for (const depth of this.#early ?? []) this.#book.applyDepth(depth);
    this.#early = undefined;
  }

  /** Trades with one taker side and one time of the match are of one order. */
  #trade(trade: CapturedTrade & { readonly atMs: number }): void {
    const { atMs, matchedAtMs, priceE8, quantityE8, takerSide } = trade;
    // Frames without a price concern insurance funds.
    if (priceE8 === 0 || quantityE8 === 0) return;
    const price = this.#scale.ticks("buy", priceE8);
    const dollars = this.#scale.lots(quantityE8).lots * lotValue(this.recording.instrument, price);
    this.recording.traded({ atMs, price, dollars, orderKey: `${matchedAtMs} ${takerSide}` });
  }
}

/**
 * Records the captures of one market, which follow each other in time; the first begins with a
 * snapshot of the book. Throws `CaptureDamaged`, and an error when updates are missing.
 */
export async function recordCapture(paths: readonly string[]): Promise<BookRecording> {
  const market = capturedMarketOf(paths[0] ?? "");
  if (market === undefined) throw new Error(`a capture, got ${paths[0]}`);
  const recorder = new CaptureRecorder(market);
  for (const path of paths) {
    const progress = { path, bytesRead: 0, bytesTotal: 0 };
    for await (const event of readCapture(path, progress)) recorder.apply(event);
  }
  if (recorder.gaps > 0) throw new Error(`captures without gaps, got ${recorder.gaps} gaps`);
  return recorder.recording;
}
