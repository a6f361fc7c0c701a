/**
 * Guards against manipulation of the prices of an instrument (decision 0036). The first three apply
 * to the mark price of futures, the last to the reference price of spot. Set by command.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { MARK_CAP_E6_MAX, TIER_VALUE_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { type RateE6, rateE6 } from "../money/units.ts";

export type PriceGuards = {
  /** Limits the mark price to index × (1 ± cap); 0 for no cap. */
  readonly markCap: RateE6;
  /** Share of the mark price by which mark − index may change per second; 0 for no limit. */
  readonly markStep: RateE6;
  /** Notional of impact prices in whole quote coins; 0 for the best level of the book. */
  readonly impactUnits: number;
  /** Share by which the reference may change per second; 0 if the last price is the reference. */
  readonly referenceStep: RateE6;
};

/** Guards of a new instrument: none. */
export const NO_PRICE_GUARDS: PriceGuards = {
  markCap: rateE6(0),
  markStep: rateE6(0),
  impactUnits: 0,
  referenceStep: rateE6(0),
};

const WHOLE_E6 = 1_000_000;

type Terms = Omit<DraftOf<"set_price_guards">, "kind" | "seq" | "timeMs" | "instrument">;

/** Returns the guards that a command states, or `undefined` when one is out of bounds. */
export function priceGuardsFrom(
  instrument: { readonly isFutures: boolean },
  terms: Terms,
): PriceGuards | undefined {
  const { impactUnits, markCapE6, markStepE6, referenceStepE6 } = terms;
  const isSound = instrument.isFutures
    ? markCapE6 <= MARK_CAP_E6_MAX &&
      markStepE6 <= WHOLE_E6 &&
      impactUnits <= TIER_VALUE_MAX &&
      referenceStepE6 === 0
    : markCapE6 + markStepE6 + impactUnits === 0 && referenceStepE6 <= WHOLE_E6;
  if (!isSound) return undefined;
  return {
    markCap: rateE6(markCapE6),
    markStep: rateE6(markStepE6),
    impactUnits,
    referenceStep: rateE6(referenceStepE6),
  };
}

export function writePriceGuards(out: ByteWriter, guards: PriceGuards): void {
  out.varint(guards.markCap);
  out.varint(guards.markStep);
  out.varint(guards.impactUnits);
  out.varint(guards.referenceStep);
}

export function readPriceGuards(from: ByteReader): PriceGuards {
  return {
    markCap: rateE6(from.varint()),
    markStep: rateE6(from.varint()),
    impactUnits: from.varint(),
    referenceStep: rateE6(from.varint()),
  };
}
