/**
 * What an insurance fund bears in an hour, and how much of it is allowed. Hours are those of the
 * clock, so that two bounds may be used up within sixty minutes (decision 0037).
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";

export const DRAW_HOUR_MS = 3_600_000;

export type FundDraw = {
  /** The hour of `borne`, counted from the Unix epoch. */
  hour: number;
  /** Losses less gains of the hour in settle atoms, never below zero. */
  borne: Atoms;
};

export function newFundDraw(): FundDraw {
  return { hour: 0, borne: ZERO_ATOMS };
}

export function drawHourOf(timeMs: number): number {
  return Math.floor(timeMs / DRAW_HOUR_MS);
}

/** Losses of the present hour; zero once the recorded hour is over. */
export function borneIn(draw: FundDraw, timeMs: number): Atoms {
  return draw.hour === drawHourOf(timeMs) ? draw.borne : ZERO_ATOMS;
}

/** What may still be borne this hour under a bound; `undefined` where 0 says that none is set. */
export function drawLeft(draw: FundDraw, drawMax: Atoms, timeMs: number): Atoms | undefined {
  if (drawMax === 0n) return undefined;
  const left = drawMax - borneIn(draw, timeMs);
  return left > 0n ? atoms(left) : ZERO_ATOMS;
}

/** Adds a loss, or takes off a gain (below zero), which never makes up for more than was borne. */
export function addLoss(draw: FundDraw, loss: bigint, timeMs: number): void {
  if (loss === 0n) return;
  const borne = borneIn(draw, timeMs) + loss;
  draw.hour = drawHourOf(timeMs);
  draw.borne = borne > 0n ? atoms(borne) : ZERO_ATOMS;
}

export function writeFundDraw(out: ByteWriter, { borne, hour }: FundDraw): void {
  out.varint(hour);
  out.i64(borne);
}

export function readFundDraw(from: ByteReader): FundDraw {
  const hour = from.varint();
  return { hour, borne: atoms(from.i64()) };
}
