/**
 * Prices that plans wait for. A price fires plans where it becomes known; their orders are placed
 * by the clock, so that no trade places others inside itself.
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

/**
 * The price of a source now, 0 while it is unknown. Before the first trade the mark price stands
 * for the last one.
 */
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
  at: { readonly instrument: number; readonly source: number },
  price: Ticks,
  emit: Emit,
): void {
  const watch = state.plans.watch(at.instrument, at.source);
  if (watch === undefined || price === 0 || !watch.isReached(price)) return;
  watch.reach(price, {
    activate: (plan: Plan) => emitPlanActivated(plan, price, emit),
    fire: (plan: Plan) => {
      state.plans.fire(plan);
      emitPlanFired(plan, price, emit);
    },
  });
}

/** A trade happened. Emits `plan_activated` and `plan_fired` for the plans it reaches. */
export function observeLast(state: State, instrument: number, price: Ticks, emit: Emit): void {
  if (state.plans.count === 0) return;
  reach(state, { instrument, source: LAST }, price, emit);
}

/**
 * Mark or index changed, or trading goes on: emits `plan_activated` and `plan_fired` for the plans
 * reached. A halted instrument fires nothing, and a stale index nothing by mark or index (decision
 * 0019); what prices did in the meantime does not count.
 */
export function observePrices(state: State, instrument: Instrument, emit: Emit): void {
  if (state.plans.count === 0 || !isTrading(instrument.status)) return;
  const { index } = instrument;
  reach(state, { instrument: index, source: LAST }, sourcePrice(state, index, "last"), emit);
  if (!isIndexFresh(state, index)) return;
  reach(state, { instrument: index, source: MARK }, sourcePrice(state, index, "mark"), emit);
  reach(state, { instrument: index, source: INDEX }, sourcePrice(state, index, "index"), emit);
}
