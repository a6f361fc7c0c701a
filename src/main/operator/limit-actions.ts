/** The bounds of opening positions as the operator has a say in them. */
import { parseUnits } from "../../core/money/decimals.ts";
import type { LimitActions } from "../../ops/limit-port.ts";
import type { Engine } from "../engine.ts";
import { refusalOf, refuse, submit } from "./admin-command.ts";

const RATIO_DECIMALS = 6;

/** A ratio in millionths, or the present one where none is given; `undefined` when it is none. */
function ratioOf(text: string | undefined, present: number): number | undefined {
  if (text === undefined) return present;
  const units = parseUnits(text, RATIO_DECIMALS);
  return units === undefined || units > 2n ** 32n ? undefined : Number(units);
}

/** A time, 0 for never. */
function timeOf(text: string | undefined, presentMs: number): number | undefined {
  if (text === undefined) return presentMs;
  if (text === "") return 0;
  const timeMs = Date.parse(text);
  return Number.isSafeInteger(timeMs) && timeMs > 0 ? timeMs : undefined;
}

/** All administrative acts on the bounds of opening. */
export function limitActions({ engine }: { readonly engine: Engine }): LimitActions {
  return {
    async setOpeningLimits(terms) {
      const { realm, category, symbol } = terms;
      const instrument = engine.accounts.instrument(realm, category, symbol);
      if (instrument === undefined) return refuse("not_found", `${symbol} is not listed`);
      const { limits } = instrument;
      const feeUpRatioE6 = ratioOf(terms.feeUpRatio, limits.feeUpRatio);
      const costUpRatioE6 = ratioOf(terms.costUpRatio, limits.costUpRatio);
      const positionShareE6 = ratioOf(terms.positionShare, limits.positionShare);
      const opensUntilMs = timeOf(terms.opensUntil, limits.opensUntilMs);
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
        symbolOrdersMax: terms.symbolOrdersMax ?? limits.symbolOrdersMax,
        productOrdersMax: terms.productOrdersMax ?? limits.productOrdersMax,
        positionsMax: terms.positionsMax ?? limits.positionsMax,
      });
      return outcome.rejection === undefined ? { done: terms } : refusalOf(outcome.rejection);
    },
  };
}
