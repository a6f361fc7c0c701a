/**
 * What bounds the losses of the house in a futures instrument (decision 0037): set by command, off
 * at listing.
 */
import type { ByteReader, ByteWriter } from "../bytes.ts";
import type { CommandOf } from "../commands.ts";
import { type Atoms, atoms, ZERO_ATOMS } from "../money/units.ts";
import { type FundDraw, newFundDraw, readFundDraw, writeFundDraw } from "./fund-draw.ts";

export type LossLimits = {
  /** The most that the insurance fund bears in an hour, in settle atoms; 0 for no bound. */
  readonly fundDrawMax: Atoms;
};

/** The limits with which an instrument is listed: none. */
export const NO_LOSS_LIMITS: LossLimits = { fundDrawMax: ZERO_ATOMS };

type Terms = Omit<CommandOf<"set_loss_limits">, "kind" | "seq" | "timeMs" | "instrument">;

/** The limits that a command names, or `undefined` when one of them is out of bounds. */
export function lossLimitsFrom(terms: Terms): LossLimits | undefined {
  const { fundDrawMax } = terms;
  return fundDrawMax < 0n ? undefined : limitsOf({ fundDrawMax });
}

/** Limits that are all off are those of listing, by identity. */
function limitsOf(limits: LossLimits): LossLimits {
  return limits.fundDrawMax === 0n ? NO_LOSS_LIMITS : limits;
}

export function writeLossLimits(out: ByteWriter, limits: LossLimits): void {
  out.i64(limits.fundDrawMax);
}

export function readLossLimits(from: ByteReader): LossLimits {
  return limitsOf({ fundDrawMax: atoms(from.i64()) });
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
