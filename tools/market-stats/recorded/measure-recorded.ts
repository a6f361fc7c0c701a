import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  BOOK_KEYS,
  type BookSubject,
  bookCurves,
  bookValues,
  candleCurves,
  candleValues,
  type FigureValues,
  fundingValues,
  IMPACT_BTC,
  type Measured,
  pastValues,
  type Recordings,
  volumeValues,
} from "../figures.ts";
import { turnoverPerDay } from "../measures/book-figures.ts";
import type { BookRecording } from "../measures/book-recording.ts";
import { candleVolatility, volumeByRange } from "../measures/candle-figures.ts";
import { readCandles, readFundingRates } from "./candle-file.ts";
import { recordCapture } from "./record-capture.ts";

/** Folder of recorded markets beside the repository, of which they are not part. */
export const RECORDED_FOLDER = resolve(import.meta.dirname, "../../../../shared/data");

export const HAS_RECORDED = existsSync(RECORDED_FOLDER);

const CAPTURES: Readonly<Partial<Record<BookSubject, readonly string[]>>> = {
  btc_spot: ["spot/btcusdt_20240808.gz", "spot/btcusdt_20240809.gz"],
  btc_perp: ["usdm/btcusdt_20240808.gz"],
  btc_coin: ["coinm/btcusd_perp_20240808.gz", "coinm/btcusd_perp_20240809.gz"],
  eth_spot: ["spot/ethusdt_20240808.gz", "spot/ethusdt_20240809.gz"],
  eth_perp: ["usdm/ethusdt_20240808.gz"],
};

const CANDLES = "candles-nautilus/btc-perp-20211231-20220201_1m.csv.gz";

/** Days of three venues and years, all on BTC. */
const FUNDING = [
  "candles-lean/cryptofuture/binance/margin_interest/btcusd.csv",
  "candles-lean/cryptofuture/bybit/margin_interest/btcusdt.csv",
];

async function recordedBooks(folder: string): Promise<Recordings> {
  const recordings: Partial<Record<BookSubject, BookRecording>> = {};
  for (const key of BOOK_KEYS) {
    const names = CAPTURES[key];
    if (names === undefined) continue;
    recordings[key] = await recordCapture(names.map((name) => join(folder, "binance-raw", name)));
  }
  return recordings;
}

/**
 * Impact of the purchase by the square-root law: daily volatility × √(value ÷ daily turnover), in
 * basis points. No capture contains such a purchase; the law is that of published studies, which
 * find about two thirds of it to last.
 */
function expectedImpact(perpetual: BookRecording, yearlyVolatility: number): FigureValues {
  const price = (perpetual.middles[0] ?? 0) * perpetual.tickDollars;
  const share = (IMPACT_BTC * price) / turnoverPerDay(perpetual);
  const peakBp = (yearlyVolatility / Math.sqrt(365.25)) * Math.sqrt(share) * 10_000;
  return { "impact.1": peakBp, "impact.3600": (peakBp * 2) / 3 };
}

/** Measures all recorded markets of a folder. Throws an error when a file is absent or damaged. */
export async function measureRecorded(folder: string): Promise<Measured> {
  const recordings = await recordedBooks(folder);
  const candles = readCandles(join(folder, CANDLES));
  const fundingRates = FUNDING.flatMap((name) => readFundingRates(join(folder, name)));
  const perpetual = recordings.btc_perp;
  const impact =
    perpetual === undefined ? {} : expectedImpact(perpetual, candleVolatility(candles));
  return {
    figures: {
      ...bookValues(recordings),
      ...candleValues(candles),
      ...volumeValues(candles),
      ...pastValues(candles),
      ...fundingValues(fundingRates),
      ...impact,
    },
    curves: {
      ...candleCurves(candles),
      ...bookCurves(recordings),
      volumeByRange: volumeByRange(candles),
      fundingRates,
    },
  };
}
