import { indexIn, POSITION_SIDES, type PositionSide } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";
import { nextFundingTimeMs } from "../../core/instruments/funding-rate.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { formatRatio } from "../../core/money/decimals.ts";
import {
  type Atoms,
  type Lots,
  lots,
  NO_PRICE,
  type RateE8,
  rateE8,
  type Ticks,
  ZERO_ATOMS,
  ZERO_LOTS,
} from "../../core/money/units.ts";
import { candleStartMs, DAY_MS, MINUTE_MS } from "./candle-interval.ts";
import { type Candle, joined } from "./candle-series.ts";
import type { LiveBooks } from "./live-books.ts";
import { combined, type LiveCandles } from "./live-candles.ts";
import type { LiveTrade } from "./live-trade.ts";

const MARKED = eventLayout("mark_price_changed");
const POSITION = eventLayout("position_changed");
const LONG = indexIn(POSITION_SIDES, "long");

/** Digits of change fractions. */
const CHANGE_DECIMALS = 5;

/** Ticker of an instrument. Prices are 0 before they are known; sizes in lots, money in atoms. */
export type Ticker = {
  readonly instrument: number;
  readonly last: Ticks;
  /** First price within 24 h; `last` without a trade in 24 h, as are high and low. */
  readonly open24h: Ticks;
  readonly high24h: Ticks;
  readonly low24h: Ticks;
  readonly volume24h: Lots;
  /** Quote atoms (spot, linear) or settle atoms (inverse). */
  readonly turnover24h: Atoms;
  /** First price of the UTC day; `last` without a trade on that day. */
  readonly openUtc: Ticks;
  readonly bidPrice: Ticks;
  readonly bidSize: Lots;
  readonly askPrice: Ticks;
  readonly askSize: Lots;
  readonly index: Ticks;
  readonly mark: Ticks;
  /** Estimate for the current interval from its samples so far; 0 on spot, as is the time. */
  readonly fundingRate: RateE8;
  readonly nextFundingTimeMs: number;
  /** Size of all long positions. */
  readonly openInterest: Lots;
  /** Seq of the last trade, mark price or change of the best bid or ask. */
  readonly seq: number;
  /** Time at which the ticker was read. */
  readonly timeMs: number;
};

/** Prices of an instrument in a state snapshot. */
export type PricesSeed = {
  readonly index: Ticks;
  readonly mark: Ticks;
  readonly last: Ticks;
  readonly fundingRate: RateE8;
};

/** A position in a state snapshot. */
export type PositionSeed = {
  readonly positionId: number;
  readonly instrument: number;
  readonly positionSide: PositionSide;
  readonly size: Lots;
};

/** Returns (to − from) ÷ from as a decimal fraction, `0.01` for 1 %; `0` without a price. */
export function changeFraction(from: Ticks, to: Ticks, decimals = CHANGE_DECIMALS): string {
  return formatRatio(BigInt(to - from), BigInt(from), decimals);
}

class InstrumentTicker {
  last = NO_PRICE;
  index = NO_PRICE;
  mark = NO_PRICE;
  fundingRate = rateE8(0);
  openInterest = 0;
  seq = 0;
  /** Closed minutes of the 24 h that end with the minute `dayMinuteMs`, as one candle. */
  day: Candle | undefined = undefined;
  dayMinuteMs = -1;
}

/** Last price, 24-hour figures, best prices, mark, index, funding and open interest. */
export class LiveTickers {
  readonly #instruments: readonly Instrument[];
  readonly #books: LiveBooks;
  readonly #candles: LiveCandles;
  readonly #tickers: InstrumentTicker[] = [];
  /** Size of each long position by its id. */
  readonly #longs = new Map<number, number>();

  /** `instruments` is the exchange's own list, which grows when one is listed. */
  constructor(instruments: readonly Instrument[], books: LiveBooks, candles: LiveCandles) {
    this.#instruments = instruments;
    this.#books = books;
    this.#candles = candles;
  }

  /**
   * Returns the ticker at `nowMs`, the time of the last command; `undefined` for an unknown
   * instrument. The 24 h are the current minute and the 1,439 before it.
   */
  read(instrument: number, nowMs: number): Ticker | undefined {
    const listed = this.#instruments[instrument];
    if (listed === undefined) return undefined;
    const ticker = this.#of(instrument);
    const day = this.#dayOf(instrument, ticker, nowMs);
    const book = this.#books.of(instrument);
    const last = ticker.last === NO_PRICE ? this.#lastClose(instrument) : ticker.last;
    return {
      instrument,
      last,
      open24h: day?.open ?? last,
      high24h: day?.high ?? last,
      low24h: day?.low ?? last,
      volume24h: day?.volume ?? ZERO_LOTS,
      turnover24h: day?.turnover ?? ZERO_ATOMS,
      openUtc: this.#openUtc(instrument, nowMs) ?? last,
      bidPrice: book.bids.bestPrice,
      bidSize: book.bids.bestSize,
      askPrice: book.asks.bestPrice,
      askSize: book.asks.bestSize,
      index: ticker.index,
      mark: ticker.mark,
      fundingRate: ticker.fundingRate,
      nextFundingTimeMs: listed.isFutures
        ? nextFundingTimeMs(nowMs, listed.fundingIntervalHours)
        : 0,
      openInterest: lots(ticker.openInterest),
      seq: Math.max(ticker.seq, book.seqWithin(1)),
      timeMs: nowMs,
    };
  }

  traded(trade: LiveTrade): void {
    const ticker = this.#of(trade.instrument);
    ticker.last = trade.price;
    ticker.seq = trade.seq;
  }

  /** Reads `mark_price_changed`. */
  marked(reader: EventReader): void {
    const ticker = this.#of(reader.number(MARKED.instrument));
    ticker.index = reader.number(MARKED.index);
    ticker.mark = reader.number(MARKED.mark);
    ticker.fundingRate = reader.number(MARKED.fundingRate);
    ticker.seq = reader.seq;
  }

  /** Reads `position_changed`. */
  positionChanged(reader: EventReader): void {
    if (reader.number(POSITION.positionSide) !== LONG) return;
    const positionId = reader.number(POSITION.positionId);
    this.#setLong(positionId, reader.number(POSITION.instrument), reader.number(POSITION.size));
  }

  seedPrices(instrument: number, prices: PricesSeed): void {
    const ticker = this.#of(instrument);
    ticker.index = prices.index;
    ticker.mark = prices.mark;
    ticker.last = prices.last;
    ticker.fundingRate = prices.fundingRate;
  }

  seedPosition(position: PositionSeed): void {
    if (position.positionSide !== "long") return;
    this.#setLong(position.positionId, position.instrument, position.size);
  }

  #setLong(positionId: number, instrument: number, size: number): void {
    const before = this.#longs.get(positionId) ?? ZERO_LOTS;
    this.#of(instrument).openInterest += size - before;
    if (size === 0) this.#longs.delete(positionId);
    else this.#longs.set(positionId, size);
  }

  /** Merges the trades of the last 24 h; the closed minutes are merged once a minute. */
  #dayOf(instrument: number, ticker: InstrumentTicker, nowMs: number): Candle | undefined {
    const series = this.#candles.series(instrument, "last", "1m");
    const minuteMs = candleStartMs("1m", nowMs);
    const startMs = minuteMs + MINUTE_MS - DAY_MS;
    const present = series.indexFrom(minuteMs);
    if (ticker.dayMinuteMs !== minuteMs) {
      ticker.day = combined(series, series.indexFrom(startMs), present, startMs);
      ticker.dayMinuteMs = minuteMs;
    }
    const minute = combined(series, present, series.count, startMs);
    if (ticker.day === undefined || minute === undefined) return ticker.day ?? minute;
    return joined(ticker.day, minute);
  }

  /** Last price of the candles; 0 without any. */
  #lastClose(instrument: number): Ticks {
    const series = this.#candles.series(instrument, "last", "1m");
    return series.count === 0 ? NO_PRICE : series.closeAt(series.count - 1);
  }

  #openUtc(instrument: number, nowMs: number): Ticks | undefined {
    const series = this.#candles.series(instrument, "last", "1Dutc");
    const first = series.indexFrom(candleStartMs("1Dutc", nowMs));
    return first < series.count ? series.at(first).open : undefined;
  }

  #of(instrument: number): InstrumentTicker {
    while (this.#tickers.length <= instrument) this.#tickers.push(new InstrumentTicker());
    return this.#tickers[instrument] ?? new InstrumentTicker();
  }
}
