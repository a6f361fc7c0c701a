/** Recorded candles as bytes: parts of a bounded size, which the journal keeps. */
import { ByteReader, BytesDamaged, ByteWriter } from "../core/base/bytes.ts";
import type { PathPart } from "../core/instruments/generated-market.ts";
import type { RealPath } from "./real-path.ts";

/** Candles of a part; each has five numbers of eight bytes. */
const CANDLES_PER_PART = 400;

/** Returns the parts of a path, in the order of time. */
export function encodePath({ code, spanMs, ...columns }: RealPath): PathPart[] {
  const { close, high, low, open, volume } = columns;
  const parts: PathPart[] = [];
  for (let from = 0; from < close.length; from += CANDLES_PER_PART) {
    const until = Math.min(close.length, from + CANDLES_PER_PART);
    const out = new ByteWriter();
    out.varint(until - from);
    for (const column of [open, high, low, close, volume]) {
      for (const value of column.slice(from, until)) out.f64(value);
    }
    parts.push({ code, spanMs, bytes: out.bytes().slice() });
  }
  return parts;
}

/**
 * Returns the paths of all coins; the parts of a coin are joined in their order. The core accepts
 * any bytes: a coin with a part that is not of `encodePath` has no path.
 */
export function decodePaths(parts: readonly PathPart[]): RealPath[] {
  const byCode = Map.groupBy(parts, ({ code }) => code);
  return Array.from(byCode, ([code, ofCoin]) => joinedPath(code, ofCoin)).filter(
    (path) => path !== undefined,
  );
}

function joinedPath(code: string, parts: readonly PathPart[]): RealPath | undefined {
  const spanMs = parts[0]?.spanMs;
  if (spanMs !== 60_000 && spanMs !== 3_600_000) return undefined;
  const columns: number[][] = [[], [], [], [], []];
  for (const part of parts) {
    if (part.spanMs !== spanMs || !appendPart(part.bytes, columns)) return undefined;
  }
  const [open = [], high = [], low = [], close = [], volume = []] = columns;
  return { code, spanMs, open, high, low, close, volume };
}

/** Appends the candles of a part; returns false when its bytes are not those of whole candles. */
function appendPart(bytes: Uint8Array, columns: readonly number[][]): boolean {
  const from = new ByteReader(bytes);
  try {
    const count = from.varint();
    for (const column of columns) {
      for (let index = 0; index < count; index++) column.push(from.f64());
    }
  } catch (thrown) {
    if (thrown instanceof BytesDamaged) return false;
    throw thrown;
  }
  return from.remaining === 0 && columns.every((column) => column.every(isAmount));
}

/** Whether a number can be a price or a volume. */
function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
