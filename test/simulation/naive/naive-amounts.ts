/** Amounts from first principles: products and quotients of prices, sizes and rates. */
import type { NaiveInstrument } from "./naive-records.ts";

export function ceilDiv(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

export function least(...values: bigint[]): bigint {
  return values.sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
}

/** The worth of a size at a price: quote atoms, or settle atoms of an inverse instrument. */
export function worthOf(instrument: NaiveInstrument, price: number, size: number): bigint {
  if (!instrument.isInverse) return BigInt(price) * BigInt(size) * instrument.scale;
  const top = BigInt(size) * instrument.scale;
  const bottom = BigInt(price);
  const half = (top % bottom) * 2n >= bottom ? 1n : 0n;
  return top / bottom + half;
}

/** The fee of a futures quantity: its exact worth times the rate, rounded up once. */
export function tradingFeeOf(
  instrument: NaiveInstrument,
  price: number,
  size: number,
  rateE6: number,
): bigint {
  const product = BigInt(size) * instrument.scale * BigInt(rateE6);
  if (instrument.isInverse) return ceilDiv(product, BigInt(price) * 1_000_000n);
  return ceilDiv(product * BigInt(price), 1_000_000n);
}

export function feeOf(amount: bigint, rateE6: number): bigint {
  return ceilDiv(amount * BigInt(rateE6), 1_000_000n);
}
