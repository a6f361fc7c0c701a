/** Administrative actions on the guards of mark and reference prices. */
import type { Instrument } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import type { GuardActions, PriceGuardState } from "../../ops/guard-port.ts";
import { rateE6Text } from "../../wire/texts.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { RATE_E6_DECIMALS, rateE6Or } from "./decimal-units.ts";
import { listedInstrument } from "./listed-instrument.ts";

/**
 * Returns a ratio in millionths, `present` when no text is given, `undefined` when it has too many
 * decimals.
 */
const BAD_RATIOS =
  "markCap, markStep and referenceStep are ratios from 0 with at most " +
  `${RATE_E6_DECIMALS} decimals: markCap to 0.5, markStep and referenceStep to 1`;

function guardState({ state }: ActingEngine, instrument: Instrument): PriceGuardState {
  const { category, guards, isFutures, priceDecimals, realm, symbol, tickStep } = instrument;
  const { index = 0, last = 0, mark = 0, reference = 0 } = state.prices[instrument.index] ?? {};
  const priceText = (ticks: number): string => formatTrimmed(ticks * tickStep, priceDecimals);
  return {
    ...{ symbol, category, realm },
    markCap: rateE6Text(guards.markCap),
    markStep: rateE6Text(guards.markStep),
    impactUnits: guards.impactUnits,
    referenceStep: rateE6Text(guards.referenceStep),
    indexPrice: priceText(index),
    markPrice: priceText(mark),
    lastPrice: priceText(last),
    referencePrice: priceText(isFutures ? mark : reference),
  };
}

/** Returns all administrative actions on price guards. */
export function guardActions({ engine }: { readonly engine: ActingEngine }): GuardActions {
  return {
    listPriceGuards: () =>
      engine.state.instruments.map((instrument) => guardState(engine, instrument)),
    async setPriceGuards(request) {
      const instrument = listedInstrument(engine, request);
      if ("refused" in instrument) return instrument;
      const { guards } = instrument;
      const markCapE6 = rateE6Or(request.markCap, guards.markCap);
      const markStepE6 = rateE6Or(request.markStep, guards.markStep);
      const referenceStepE6 = rateE6Or(request.referenceStep, guards.referenceStep);
      if (markCapE6 === undefined || markStepE6 === undefined || referenceStepE6 === undefined) {
        return refuse("invalid", BAD_RATIOS);
      }
      const outcome = await submit(engine, {
        kind: "set_price_guards",
        instrument: instrument.index,
        ...{ markCapE6, markStepE6, referenceStepE6 },
        impactUnits: request.impactUnits ?? guards.impactUnits,
      });
      return outcome.rejection === undefined ? { done: request } : refusalOf(outcome.rejection);
    },
  };
}
