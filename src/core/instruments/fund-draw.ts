/**
 * Losses that an insurance fund bears in an hour, and their bound. Hours are hours of the clock, so
 * that two bounds may be used up within sixty minutes (decision 0037).
 */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { hourOf } from "../base/clock-hour.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

export type FundDraw = {
  /** Hour of `borne`, counted from the Unix epoch. */
  hour: number;
  /** Losses less gains of the hour in settle atoms, never below zero. */
  borne: Atoms;
};

export function newFundDraw(): FundDraw {
  return { hour: 0, borne: ZERO_ATOMS };
}

/** Returns the losses of the present hour; zero once the recorded hour is over. */
export function borneIn(draw: FundDraw, timeMs: number): Atoms {
  return draw.hour === hourOf(timeMs) ? draw.borne : ZERO_ATOMS;
}

/** Returns what the fund may still bear this hour, or `undefined` without a bound (0). */
export function drawLeft(draw: FundDraw, drawMax: Atoms, timeMs: number): Atoms | undefined {
  assert(drawMax >= 0n, "the bound of a fund draw is not negative");
  if (drawMax === 0n) return undefined;
  const left = drawMax - borneIn(draw, timeMs);
  return left > 0n ? atoms(left) : ZERO_ATOMS;
}

/** Adds a loss, or a gain (below zero), which offsets at most the losses of the hour. */
export function addLoss(draw: FundDraw, loss: bigint, timeMs: number): void {
  if (loss === 0n) return;
  assert(draw.hour <= hourOf(timeMs), "losses are recorded in order of time");
  const borne = borneIn(draw, timeMs) + loss;
  draw.hour = hourOf(timeMs);
  draw.borne = borne > 0n ? atoms(borne) : ZERO_ATOMS;
}

export function writeFundDraw(out: ByteWriter, { borne, hour }: FundDraw): void {
  out.varint(hour);
  out.i64(borne);
}

export function readFundDraw(from: ByteReader): FundDraw {
  const hour = from.varint();
  const borne = atoms(from.i64());
  assert(borne >= 0n, "borne losses are not negative");
  return { hour, borne };
}
