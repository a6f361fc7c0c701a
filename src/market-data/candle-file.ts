/**
 * Reading recorded candles: comma-separated rows of time, open, high, low, close and volume, plain,
 * gzip-compressed or as the only file of a zip archive. Two layouts are known:
 *
 * - with a header line and times like `2022-01-01 00:00:00`; the volume is in dollars;
 * - without one, and times like `20220101 00:00` or ms since midnight; the volume is in coins.
 */
import { gunzipSync } from "node:zlib";
import { MODEL_COINS } from "../market-model/coins.ts";
import type { RealPath } from "../market-model/real-path.ts";
import { onlyZipEntry } from "./zip-entry.ts";

const BYTES_MAX = 256_000_000;
/** Four years of minutes. */
const CANDLES_MAX = 2_103_840;
const COLUMNS = 6;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A file that is not a readable list of candles. */
export class CandleFileRefused extends Error {
  override readonly name = "CandleFileRefused";
  readonly code = "candle_file_refused";
}

type Row = {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

function refuse(reason: string, options?: ErrorOptions): never {
  throw new CandleFileRefused(reason, options);
}

/**
 * Returns the candles of a file. The name, with its folders, tells the coin: `btcusdt/20221213.zip`
 * is BTC. Gaps become candles without trades. Throws `CandleFileRefused`, whose message does not
 * repeat the name.
 */
export function parseCandleFile(name: string, bytes: Uint8Array): RealPath {
  const code = coinOf(name) ?? refuse("the name begins with no known coin");
  const content = contentOf(bytes) ?? refuse("not a whole zip archive of one file");
  if (content.length > BYTES_MAX) refuse(`expected at most ${BYTES_MAX} bytes`);
  const rows = rowsOf(new TextDecoder().decode(content));
  const spanMs = spanOf(rows);
  return { code, spanMs, ...columnsOf(rows, spanMs) };
}

/** The coin with which the file name, or else the name of a folder, begins. */
function coinOf(name: string): string | undefined {
  for (const part of name.toUpperCase().split(/[\\/]/).reverse()) {
    const coin = MODEL_COINS.find(({ code }) => {
      return part.startsWith(code) && /^(USD[TC]?)?([^A-Z]|$)/.test(part.slice(code.length));
    });
    if (coin !== undefined) return coin.code;
  }
  return undefined;
}

function contentOf(bytes: Uint8Array): Uint8Array | undefined {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
      return gunzipSync(bytes, { maxOutputLength: BYTES_MAX });
    }
    return bytes[0] === 0x50 && bytes[1] === 0x4b ? onlyZipEntry(bytes, BYTES_MAX) : bytes;
  } catch (thrown) {
    return refuse("cannot be decompressed", { cause: thrown });
  }
}

function rowsOf(text: string): Row[] {
  const lines = text.split(/\r?\n/);
  const hasHeader = lines[0]?.startsWith("timestamp,") === true;
  const rows: Row[] = [];
  lines.forEach((line, index) => {
    if (line === "" || (hasHeader && index === 0)) return;
    const row = rowOf(line, hasHeader);
    rows.push(row ?? refuse(`line ${index + 1} is no candle: ${line.slice(0, 80)}`));
  });
  if (rows.length < 2) refuse("expected at least two candles");
  if (rows.length > CANDLES_MAX) refuse(`expected at most ${CANDLES_MAX} candles`);
  return rows;
}

function rowOf(line: string, isVolumeInDollars: boolean): Row | undefined {
  const fields = line.split(",");
  if (fields.length !== COLUMNS) return undefined;
  const [time = "", ...numbers] = fields;
  const timeMs = timeOf(time);
  const [open = 0, high = 0, low = 0, close = 0, traded = -1] = numbers.map(numberOf);
  const isCandle = low > 0 && open >= low && close >= low && high >= open && high >= close;
  const areFinite = [timeMs, high, traded].every(Number.isFinite);
  if (!(isCandle && traded >= 0 && areFinite)) return undefined;
  return { timeMs, open, high, low, close, volume: isVolumeInDollars ? traded / close : traded };
}

function numberOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

function timeOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const compact = /^(\d{4})(\d\d)(\d\d) (\d\d:\d\d)$/.exec(text);
  if (compact === null) return Date.parse(`${text.replace(" ", "T")}Z`);
  const [, year, month, day, time] = compact;
  return Date.parse(`${year}-${month}-${day}T${time}Z`);
}

/** The shortest distance of two candles, which is a minute or an hour. */
function spanOf(rows: readonly Row[]): RealPath["spanMs"] {
  let span = Number.POSITIVE_INFINITY;
  for (let i = 1; i < rows.length; i++) {
    span = Math.min(span, (rows[i]?.timeMs ?? 0) - (rows[i - 1]?.timeMs ?? 0));
  }
  if (span <= 0) refuse("the times of candles do not ascend");
  if (span !== MINUTE_MS && span !== HOUR_MS) refuse("expected candles of one minute or one hour");
  return span;
}

function columnsOf(rows: readonly Row[], spanMs: number) {
  const columns = {
    open: [] as number[],
    high: [] as number[],
    low: [] as number[],
    close: [] as number[],
    volume: [] as number[],
  };
  let nextMs = rows[0]?.timeMs ?? 0;
  const push = ({ close, high, low, open, volume }: Omit<Row, "timeMs">): void => {
    columns.open.push(open);
    columns.high.push(high);
    columns.low.push(low);
    columns.close.push(close);
    columns.volume.push(volume);
    nextMs += spanMs;
  };
  for (const row of rows) {
    if ((row.timeMs - nextMs) % spanMs !== 0) refuse("the times of candles are irregular");
    if ((row.timeMs - nextMs) / spanMs > CANDLES_MAX - columns.close.length) {
      refuse(`expected at most ${CANDLES_MAX} candles, gaps included`);
    }
    const before = columns.close.at(-1) ?? row.open;
    while (nextMs < row.timeMs) {
      push({ open: before, high: before, low: before, close: before, volume: 0 });
    }
    push(row);
  }
  return columns;
}
