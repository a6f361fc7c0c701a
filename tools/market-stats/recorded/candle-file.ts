import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { MinuteCandle } from "../measures/candle-figures.ts";

/** Lines of a text file; decompressed if its name ends in `.gz`. */
function linesOf(path: string): string[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text.split("\n").filter((line) => line.trim() !== "");
}

function numbersOf(line: string, texts: readonly string[]): number[] {
  const numbers = texts.map(Number);
  if (numbers.length > 0 && numbers.every(Number.isFinite)) return numbers;
  throw new Error(`numbers between commas, got ${line}`);
}

/**
 * Reads minute candles: a heading, then `YYYY-MM-DD HH:MM:SS.ffffff,open,high,low,close,volume` in
 * UTC. Throws an error for other lines.
 */
export function readCandles(path: string): MinuteCandle[] {
  return linesOf(path)
    .slice(1)
    .map((line) => {
      const [time = "", ...fields] = line.split(",");
      const startMs = Date.parse(`${time.slice(0, 19).replace(" ", "T")}Z`);
      const numbers = numbersOf(line, [String(startMs), ...fields]);
      const [, open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers;
      return { startMs, open, high, low, close, volume };
    });
}

/** Reads funding rates: `YYYYMMDD HH:MM:SS,rate`. Throws an error for other lines. */
export function readFundingRates(path: string): number[] {
  return linesOf(path).map((line) => numbersOf(line, line.split(",").slice(1, 2))[0] ?? 0);
}
