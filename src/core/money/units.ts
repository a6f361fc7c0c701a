/**
 * The units of the core, as distinct types. Prices and sizes are whole numbers of an instrument's
 * increments, money is a whole number of a currency's smallest unit.
 */

/** A price counted in price increments of its instrument. Always below 2^31. */
export type Ticks = number & { readonly unit: "ticks" };

/** A size or quantity counted in size increments of its instrument. Always below 2^53. */
export type Lots = number & { readonly unit: "lots" };

/** An amount counted in the smallest unit of its currency. Always within 64 bits. */
export type Atoms = bigint & { readonly unit: "atoms" };

/** A fee rate in millionths: 600 is 0.06 %. */
export type RateE6 = number & { readonly unit: "rate-e6" };

/** A funding or premium rate in hundred-millionths: 10_000 is 0.01 %. */
export type RateE8 = number & { readonly unit: "rate-e8" };

/** Milliseconds since the Unix epoch, as stamped by the sequencer. */
export type TimeMs = number & { readonly unit: "ms" };

/** Sequence number of a command in the journal, counted from 1. */
export type Seq = number & { readonly unit: "seq" };

export const TICKS_MAX = 2 ** 31 - 1;
export const LOTS_MAX = 2 ** 53 - 1;
export const ATOMS_MAX = 2n ** 63n - 1n;

export const ZERO_ATOMS = 0n as Atoms;
export const ZERO_LOTS = 0 as Lots;
export const NO_PRICE = 0 as Ticks;

export function ticks(value: number): Ticks {
  return value as Ticks;
}

export function lots(value: number): Lots {
  return value as Lots;
}

export function atoms(value: bigint): Atoms {
  return value as Atoms;
}

export function rateE6(value: number): RateE6 {
  return value as RateE6;
}

export function rateE8(value: number): RateE8 {
  return value as RateE8;
}
