/** The bounds of mark and reference prices as the operator lists and changes them. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { GuardActions, PriceGuardState } from "../../ops/guard-port.ts";
import type { Engine } from "../engine.ts";
import { refusalOf, refuse, submit } from "./admin-command.ts";
import { incrementsOf } from "./decimal-units.ts";

const RATIO_DECIMALS = 6;

const ratioText = (ratioE6: number): string => formatTrimmed(ratioE6, RATIO_DECIMALS);

/** A ratio in millionths, or the present one where none is given; `undefined` when too fine. */
function ratioOf(text: string | undefined, present: number): number | undefined {
  return text === undefined ? present : incrementsOf(text, RATIO_DECIMALS, 1);
}

function guardState({ state }: Engine, instrument: Instrument): PriceGuardState {
  const { category, guards, isFutures, priceDecimals, realm, symbol, tickStep } = instrument;
  const { index = 0, last = 0, mark = 0, reference = 0 } = state.prices[instrument.index] ?? {};
  const priceText = (ticks: number): string => formatTrimmed(ticks * tickStep, priceDecimals);
  return {
    ...{ symbol, category, realm },
    markCap: ratioText(guards.markCap),
    markStep: ratioText(guards.markStep),
    impactUnits: guards.impactUnits,
    referenceStep: ratioText(guards.referenceStep),
    indexPrice: priceText(index),
    markPrice: priceText(mark),
    lastPrice: priceText(last),
    referencePrice: priceText(isFutures ? mark : reference),
  };
}

/** All administrative acts on the bounds of prices. */
export function guardActions({ engine }: { readonly engine: Engine }): GuardActions {
  return {
    listPriceGuards: () => engine.state.instruments.map((one) => guardState(engine, one)),
    async setPriceGuards(terms) {
      const { realm, category, symbol } = terms;
      const instrument = engine.accounts.instrument(realm, category, symbol);
      if (instrument === undefined) return refuse("not_found", `${symbol} is not listed`);
      const { guards } = instrument;
      const markCapE6 = ratioOf(terms.markCap, guards.markCap);
      const markStepE6 = ratioOf(terms.markStep, guards.markStep);
      const referenceStepE6 = ratioOf(terms.referenceStep, guards.referenceStep);
      if (markCapE6 === undefined || markStepE6 === undefined || referenceStepE6 === undefined) {
        return refuse("invalid", `ratios with at most ${RATIO_DECIMALS} decimals`);
      }
      const outcome = await submit(engine, {
        kind: "set_price_guards",
        instrument: instrument.index,
        ...{ markCapE6, markStepE6, referenceStepE6 },
        impactUnits: terms.impactUnits ?? guards.impactUnits,
      });
      return outcome.rejection === undefined ? { done: terms } : refusalOf(outcome.rejection);
    },
  };
}
