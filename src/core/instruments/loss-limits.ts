/**
 * Limits of the exchange's losses in a futures instrument (decision 0037), set by command and off
 * at listing.
 */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { DEPTH_FACTOR_E6_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, atoms, type Lots, lots, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { type FundDraw, newFundDraw, readFundDraw, writeFundDraw } from "./fund-draw.ts";

export type LossLimits = {
  /** Largest loss of the insurance fund in an hour, in settle atoms; 0 for no bound. */
  readonly fundDrawMax: Atoms;
  /**
   * Limits of open interest and of a user's position, in millionths of the average depth of the
   * side with less depth; 0 for no limit. The limits are never below the floors, in lots.
   */
  readonly openInterestFactorE6: number;
  readonly positionFactorE6: number;
  readonly openInterestFloor: Lots;
  readonly positionFloor: Lots;
};

/** Limits of a new instrument: none. */
export const NO_LOSS_LIMITS: LossLimits = {
  fundDrawMax: ZERO_ATOMS,
  openInterestFactorE6: 0,
  positionFactorE6: 0,
  openInterestFloor: ZERO_LOTS,
  positionFloor: ZERO_LOTS,
};

type Terms = Omit<DraftOf<"set_loss_limits">, "kind" | "seq" | "timeMs" | "instrument">;

/** Returns the limits that a command states, or `undefined` when one is out of bounds. */
export function lossLimitsFrom(terms: Terms): LossLimits | undefined {
  const { fundDrawMax, openInterestFactorE6, positionFactorE6 } = terms;
  const { openInterestFloor, positionFloor } = terms;
  const isSound =
    fundDrawMax >= 0n && Math.max(openInterestFactorE6, positionFactorE6) <= DEPTH_FACTOR_E6_MAX;
  if (!isSound) return undefined;
  const factors = { openInterestFactorE6, positionFactorE6 };
  return limitsOf({ fundDrawMax, ...factors, openInterestFloor, positionFloor });
}

/** Returns the limits; limits that are all off are `NO_LOSS_LIMITS` by identity. */
function limitsOf(limits: LossLimits): LossLimits {
  const { fundDrawMax, openInterestFactorE6, positionFactorE6 } = limits;
  assert(fundDrawMax >= 0n, "the bound of a fund draw is not negative");
  const floors = limits.openInterestFloor + limits.positionFloor;
  const isOff = openInterestFactorE6 + positionFactorE6 + floors === 0 && fundDrawMax === 0n;
  return isOff ? NO_LOSS_LIMITS : limits;
}

export function writeLossLimits(out: ByteWriter, limits: LossLimits): void {
  out.i64(limits.fundDrawMax);
  out.varint(limits.openInterestFactorE6);
  out.varint(limits.positionFactorE6);
  out.varint(limits.openInterestFloor);
  out.varint(limits.positionFloor);
}

export function readLossLimits(from: ByteReader): LossLimits {
  return limitsOf({
    fundDrawMax: atoms(from.i64()),
    openInterestFactorE6: from.varint(),
    positionFactorE6: from.varint(),
    openInterestFloor: lots(from.varint()),
    positionFloor: lots(from.varint()),
  });
}

/** Losses of the insurance fund in an instrument, and the profit of its position there. */
export type FundHolding = {
  readonly draw: FundDraw;
  /** Unrealised profit of the fund's position when it was last accounted for. */
  marked: Atoms;
};

export function newFundHolding(): FundHolding {
  return { draw: newFundDraw(), marked: ZERO_ATOMS };
}

export function writeFundHolding(out: ByteWriter, { draw, marked }: FundHolding): void {
  writeFundDraw(out, draw);
  out.i64(marked);
}

export function readFundHolding(from: ByteReader): FundHolding {
  const draw = readFundDraw(from);
  return { draw, marked: atoms(from.i64()) };
}
