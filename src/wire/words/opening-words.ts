/** Texts about the limits of opening positions in an instrument. */

import { deliveryPhaseOf } from "../../core/instruments/delivery-terms.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import { hasOpeningEnded } from "../../core/instruments/opening-limits.ts";
import { rateE6Text } from "../texts.ts";
import { deliveryWordsOf } from "./delivery-words.ts";

export type OpeningWords = {
  readonly feeRateUpRatio: string;
  readonly openCostUpRatio: string;
  readonly maxSymbolOrderNum: string;
  readonly maxProductOrderNum: string;
  readonly maxPositionNum: string;
  readonly posLimit: string;
  /** `-1`, or the time from which positions can only be closed: by order or near delivery. */
  readonly limitOpenTime: string;
};

/** Whether positions of a contract can only be closed now. */
export function isOpeningOver(instrument: Instrument, timeMs: number): boolean {
  if (deliveryPhaseOf(instrument, timeMs) === "near") return true;
  return hasOpeningEnded(instrument.limits, timeMs);
}

export function openingWordsOf(instrument: Instrument, timeMs: number): OpeningWords {
  const { limits } = instrument;
  const byDelivery = Number(deliveryWordsOf(instrument, timeMs).limitOpenTime);
  const ends = [limits.opensUntilMs, byDelivery].filter((timeMs) => timeMs > 0);
  return {
    feeRateUpRatio: rateE6Text(limits.feeUpRatio),
    openCostUpRatio: rateE6Text(limits.costUpRatio),
    maxSymbolOrderNum: String(limits.symbolOrdersMax),
    maxProductOrderNum: String(limits.productOrdersMax),
    maxPositionNum: String(limits.positionsMax),
    posLimit: rateE6Text(limits.positionShare),
    limitOpenTime: ends.length === 0 ? "-1" : String(Math.min(...ends)),
  };
}
