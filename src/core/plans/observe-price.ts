/**
 * Prices that plans wait for. A new price fires plans at once; the next tick places their orders,
 * so that matching one order never places another.
 */

import { unreachable } from "../base/assert.ts";
import { indexIn, TRIGGER_SOURCES, type TriggerSource } from "../base/vocabulary.ts";
import { isTrading } from "../base/word-traits.ts";
import { isIndexFresh } from "../instruments/index-freshness.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Ticks } from "../money/units.ts";
import { type Emit, pricesAt, type State } from "../state.ts";
import type { Plan } from "./plan.ts";
import { emitPlanActivated, emitPlanFired } from "./plan-events.ts";

const LAST = indexIn(TRIGGER_SOURCES, "last");
const MARK = indexIn(TRIGGER_SOURCES, "mark");
const INDEX = indexIn(TRIGGER_SOURCES, "index");

/** Returns the price of a source, or 0 while unknown; before the first trade, mark as `last`. */
export function sourcePrice(state: State, instrument: number, by: TriggerSource): Ticks {
  const prices = pricesAt(state, instrument);
  switch (by) {
    case "last":
      return prices.last === 0 ? prices.mark : prices.last;
    case "mark":
      return prices.mark;
    case "index":
      return prices.index;
    default:
      return unreachable(by);
  }
}

function reach(
  state: State,
  watched: { readonly instrument: number; readonly source: number },
  price: Ticks,
  emit: Emit,
): void {
  const watch = state.plans.watch(watched.instrument, watched.source);
  if (watch === undefined || price === 0 || !watch.isReached(price)) return;
  watch.reach(price, {
    activate: (plan: Plan) => emitPlanActivated(plan, price, emit),
    fire: (plan: Plan) => {
      state.plans.fire(plan);
      emitPlanFired(plan, price, emit);
    },
  });
}

/** Emits `plan_activated` and `plan_fired` for the plans that the price of a trade reaches. */
export function observeLast(state: State, instrument: number, price: Ticks, emit: Emit): void {
  if (state.plans.count === 0) return;
  reach(state, { instrument, source: LAST }, price, emit);
}

/**
 * Emits `plan_activated` and `plan_fired` for the plans reached after mark or index have changed
 * or trading has resumed. A halted instrument fires no plans, and a stale index none by mark or
 * index (decision 0019); prices of that time have no effect afterwards.
 */
export function observePrices(state: State, instrument: Instrument, emit: Emit): void {
  if (state.plans.count === 0 || !isTrading(instrument.status)) return;
  const { index } = instrument;
  reach(state, { instrument: index, source: LAST }, sourcePrice(state, index, "last"), emit);
  if (!isIndexFresh(state, index)) return;
  reach(state, { instrument: index, source: MARK }, sourcePrice(state, index, "mark"), emit);
  reach(state, { instrument: index, source: INDEX }, sourcePrice(state, index, "index"), emit);
}
