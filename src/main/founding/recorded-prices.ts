/** Reads the recorded candles that a new exchange is founded with. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { PATH_BYTES_MAX } from "../../core/base/limits.ts";
import type { PathPart } from "../../core/instruments/generated-market.ts";
import { messageOf } from "../../journal/operating-fault.ts";
import { parseCandleFile } from "../../market-data/candle-file.ts";
import { encodePath } from "../../market-model/path-bytes.ts";
import type { RealPath } from "../../market-model/real-path.ts";
import type { RecordedFile } from "../past-config.ts";

/** Recorded candles that cannot be the past of an exchange. */
export class RecordedPricesRefused extends Error {
  readonly code = "recorded_prices_refused";
}

async function readPath({ code, path }: RecordedFile): Promise<RealPath> {
  // The file name names the coin, unless the operator does.
  const name = code === undefined ? path : `${code}-${basename(path)}`;
  try {
    const real = parseCandleFile(name, await readFile(path));
    if (code === undefined || real.code === code) return real;
    throw new Error(`${code} is no coin of this exchange`);
  } catch (thrown) {
    throw new RecordedPricesRefused(`${path}: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/**
 * Returns the parts of all files; several files of a coin are joined in the given order. Throws
 * `RecordedPricesRefused`.
 */
export async function readRecordedPrices(files: readonly RecordedFile[]): Promise<PathPart[]> {
  const spans = new Map<string, number>();
  const parts: PathPart[] = [];
  for (const file of files) {
    const real = await readPath(file);
    const { code, spanMs } = real;
    if ((spans.get(code) ?? spanMs) !== spanMs) {
      throw new RecordedPricesRefused(`${file.path}: candles of ${code} have one length`);
    }
    spans.set(code, spanMs);
    parts.push(...encodePath(real));
  }
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > PATH_BYTES_MAX) {
    const most = Math.floor(PATH_BYTES_MAX / 40);
    throw new RecordedPricesRefused(`at most about ${most} recorded candles in all`);
  }
  return parts;
}
