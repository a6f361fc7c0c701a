/** Administrative actions on opening limits. */
import { parseUnits } from "../../core/money/decimals.ts";
import type { LimitActions } from "../../ops/limit-port.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { listedInstrument } from "./listed-instrument.ts";
import { timeOf } from "./times.ts";

const RATIO_DECIMALS = 6;

/**
 * Returns a ratio in millionths, `present` when no text is given, `undefined` when it cannot be
 * read.
 */
function ratioOf(text: string | undefined, present: number): number | undefined {
  if (text === undefined) return present;
  const units = parseUnits(text, RATIO_DECIMALS);
  return units === undefined || units > 2n ** 32n ? undefined : Number(units);
}

/** Returns all administrative actions on opening limits. */
export function limitActions({ engine }: { readonly engine: ActingEngine }): LimitActions {
  return {
    async setOpeningLimits(request) {
      const instrument = listedInstrument(engine, request);
      if ("refused" in instrument) return instrument;
      const { limits } = instrument;
      const feeUpRatioE6 = ratioOf(request.feeUpRatio, limits.feeUpRatio);
      const costUpRatioE6 = ratioOf(request.costUpRatio, limits.costUpRatio);
      const positionShareE6 = ratioOf(request.positionShare, limits.positionShare);
      const opensUntilMs =
        request.opensUntil === undefined ? limits.opensUntilMs : timeOf(request.opensUntil);
      if (feeUpRatioE6 === undefined || costUpRatioE6 === undefined) {
        return refuse("invalid", `ratios with at most ${RATIO_DECIMALS} decimals`);
      }
      if (positionShareE6 === undefined || opensUntilMs === undefined) {
        return refuse("invalid", "a share with at most 6 decimals and an ISO time or none");
      }
      const outcome = await submit(engine, {
        kind: "set_opening_limits",
        instrument: instrument.index,
        ...{ feeUpRatioE6, costUpRatioE6, positionShareE6, opensUntilMs },
        symbolOrdersMax: request.symbolOrdersMax ?? limits.symbolOrdersMax,
        productOrdersMax: request.productOrdersMax ?? limits.productOrdersMax,
        positionsMax: request.positionsMax ?? limits.positionsMax,
      });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}
