/**
 * What bounds the losses of the house in a futures instrument (decision 0037): set by command, off
 * at listing.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { DEPTH_FACTOR_E6_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type Atoms, atoms, type Lots, lots, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { type FundDraw, newFundDraw, readFundDraw, writeFundDraw } from "./fund-draw.ts";

export type LossLimits = {
  /** The most that the insurance fund bears in an hour, in settle atoms; 0 for no bound. */
  readonly fundDrawMax: Atoms;
  /**
   * Open interest, and the position of a user, in units of the average depth of the side with less
   * of it: millionths, 0 for no limit. Up to the floors, in lots, anything may be held.
   */
  readonly openInterestFactorE6: number;
  readonly positionFactorE6: number;
  readonly openInterestFloor: Lots;
  readonly positionFloor: Lots;
};

/** The limits with which an instrument is listed: none. */
export const NO_LOSS_LIMITS: LossLimits = {
  fundDrawMax: ZERO_ATOMS,
  openInterestFactorE6: 0,
  positionFactorE6: 0,
  openInterestFloor: ZERO_LOTS,
  positionFloor: ZERO_LOTS,
};

type Terms = Omit<DraftOf<"set_loss_limits">, "kind" | "seq" | "timeMs" | "instrument">;

/** The limits that a command names, or `undefined` when one of them is out of bounds. */
export function lossLimitsFrom(terms: Terms): LossLimits | undefined {
  const { fundDrawMax, openInterestFactorE6, positionFactorE6 } = terms;
  const { openInterestFloor, positionFloor } = terms;
  const isSound =
    fundDrawMax >= 0n && Math.max(openInterestFactorE6, positionFactorE6) <= DEPTH_FACTOR_E6_MAX;
  if (!isSound) return undefined;
  const factors = { openInterestFactorE6, positionFactorE6 };
  return limitsOf({ fundDrawMax, ...factors, openInterestFloor, positionFloor });
}

/** Limits that are all off are those of listing, by identity. */
function limitsOf(limits: LossLimits): LossLimits {
  const { fundDrawMax, openInterestFactorE6, positionFactorE6 } = limits;
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

/** What an instrument has cost its insurance fund, and what the fund's position there was worth. */
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
