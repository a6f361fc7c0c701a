/** Plans by the rules as written: each price is held against each plan, one after the other. */

import { INDEX_AGE_MS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { PlanCancelReason, TriggerSource } from "../../../src/core/base/vocabulary.ts";
import type { ExitTerms } from "../../../src/core/commands/commands.ts";
import { isRemembered, namedBy, rememberId } from "./naive-client-ids.ts";
import { marginModeOf } from "./naive-margin.ts";
import type { NaiveExits, NaiveInstrument, NaiveOrder, NaivePlan } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { isExecuting } from "./naive-status.ts";

export const NO_EXITS: NaiveExits = {
  profitTrigger: 0,
  profitBy: "last",
  profitPrice: 0,
  lossTrigger: 0,
  lossBy: "last",
  lossPrice: 0,
};

/** Order that an exit places: a limit order if it has a price. */
export function exitOrder(price: number, size: number) {
  const orderType = price === 0 ? ("market" as const) : ("limit" as const);
  return { callbackE4: 0, orderType, price, size, quoteAmount: 0n, ...NO_EXITS };
}

export function exitsIn(fields: NaiveExits | ExitTerms): NaiveExits {
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = fields;
  return { profitTrigger, profitBy, profitPrice, lossTrigger, lossBy, lossPrice };
}

export function sourcePriceOf(instrument: NaiveInstrument, by: TriggerSource): number {
  if (by === "index") return instrument.indexPrice;
  return by === "last" && instrument.last > 0 ? instrument.last : instrument.mark;
}

export function isTrailing(plan: { readonly planKind: NaivePlan["planKind"] }): boolean {
  return plan.planKind === "trailing" || plan.planKind === "moving";
}

/** Take-profits and stop-losses, of positions and of spot buys. */
export function isBound(plan: { readonly planKind: NaivePlan["planKind"] }): boolean {
  return plan.planKind !== "normal" && plan.planKind !== "trailing";
}

function namesOf(plan: NaivePlan) {
  return { planId: plan.id, user: plan.user, instrument: plan.instrument };
}

function termsOf(plan: NaivePlan) {
  const { callbackE4, orderType, price, quoteAmount, size, triggerBy, triggerPrice } = plan;
  const terms = { triggerBy, triggerPrice, callbackE4, orderType, price, size, quoteAmount };
  return { ...terms, ...exitsIn(plan) };
}

export function emitAmended(state: NaiveState, plan: NaivePlan): void {
  state.emit("plan_amended", { ...namesOf(plan), ...termsOf(plan) });
}

function fire(state: NaiveState, plan: NaivePlan, price: number): void {
  plan.firedAt = state.firings++;
  state.emit("plan_fired", { ...namesOf(plan), price });
}

/** Waiting plans that a price reaches from below or from above, the nearest trigger first. */
function reached(plans: readonly NaivePlan[], isRising: boolean, price: number): NaivePlan[] {
  const sign = isRising ? 1 : -1;
  return plans
    .filter((one) => one.best === undefined && one.isRising === isRising)
    .filter((one) => (price - one.triggerPrice) * sign >= 0)
    .sort((a, b) => (a.triggerPrice - b.triggerPrice) * sign || a.id - b.id);
}

function isRetreat(plan: NaivePlan, price: number): boolean {
  const best = BigInt(plan.best ?? 0);
  const by = BigInt(plan.callbackE4);
  if (plan.side === "sell") return BigInt(price) <= (best * (10_000n - by)) / 10_000n;
  return BigInt(price) >= (best * (10_000n + by) + 9_999n) / 10_000n;
}

/** A price of one source came. */
export function observe(
  state: NaiveState,
  instrument: NaiveInstrument,
  by: TriggerSource,
  price: number,
): void {
  const pending = (): NaivePlan[] =>
    state.plans.filter(
      (one) =>
        one.instrument === instrument.index && one.triggerBy === by && one.firedAt === undefined,
    );
  for (const isRising of [true, false]) {
    for (const plan of reached(pending(), isRising, price)) {
      if (!isTrailing(plan)) {
        fire(state, plan, price);
        continue;
      }
      plan.best = price;
      state.emit("plan_activated", { ...namesOf(plan), price });
    }
  }
  for (const side of ["sell", "buy"] as const) {
    for (const plan of pending()) {
      if (plan.side !== side || plan.best === undefined) continue;
      plan.best = side === "sell" ? Math.max(plan.best, price) : Math.min(plan.best, price);
      if (isRetreat(plan, price)) fire(state, plan, price);
    }
  }
}

export function observeAll(state: NaiveState, instrument: NaiveInstrument): void {
  if (!isExecuting(instrument)) return;
  const isStale = state.timeMs - instrument.indexedAtMs > INDEX_AGE_MS_MAX;
  for (const by of ["last", "mark", "index"] as const) {
    if (by !== "last" && isStale) continue;
    const price = sourcePriceOf(instrument, by);
    if (price > 0) observe(state, instrument, by, price);
  }
}

/** Waits for the price from where it is, or, with exits, on the side where they belong. */
export function wait(state: NaiveState, plan: NaivePlan): void {
  const instrument = state.instrumentAt(plan.instrument);
  const now = sourcePriceOf(instrument, plan.triggerBy);
  plan.best = undefined;
  plan.isRising = plan.triggerPrice >= now;
  if (plan.planKind.endsWith("profit")) plan.isRising = plan.side === "sell";
  if (plan.planKind.endsWith("loss")) plan.isRising = plan.side === "buy";
  observeAll(state, instrument);
}

type Draft = Omit<NaivePlan, "id" | "counterpart" | "best" | "isRising" | "firedAt">;

export function newPlan(state: NaiveState, draft: Draft): NaivePlan {
  const rest = { counterpart: 0, best: undefined, isRising: false, firedAt: undefined };
  return { ...draft, ...rest, id: state.nextId() };
}

/** Two plans that come together end together. */
export function admit(state: NaiveState, plans: readonly NaivePlan[]): void {
  const [one, other] = plans;
  if (one !== undefined && other !== undefined)
    [one.counterpart, other.counterpart] = [other.id, one.id];
  // While one begins to wait, the price has come for none of them.
  for (const plan of plans) {
    const { backing, clientOrderId, parentOrderId, planKind, positionSide, reduceOnly, side } =
      plan;
    const { sizingPriceE6, source, stpMode, timeInForce, counterpart: pairedId } = plan;
    const fields = { planKind, side, timeInForce, positionSide, reduceOnly, stpMode, source };
    const user = state.userAt(plan.user);
    const marginMode = marginModeOf(user, state.instrumentAt(plan.instrument));
    const links = { pairedId, parentOrderId, clientOrderId, marginMode, backing, sizingPriceE6 };
    state.emit("plan_accepted", { ...namesOf(plan), ...fields, ...links, ...termsOf(plan) });
  }
  for (const plan of plans) {
    state.plans.push(plan);
    wait(state, plan);
  }
}

/** Takes a plan out of the list; who was to end with it now stands alone. */
export function drop(state: NaiveState, plan: NaivePlan): void {
  state.plans.splice(state.plans.indexOf(plan), 1);
  rememberId(state, "plan", plan);
  for (const one of state.plans) if (one.counterpart === plan.id) one.counterpart = 0;
}

export function cancel(state: NaiveState, plan: NaivePlan, reason: PlanCancelReason): void {
  drop(state, plan);
  state.emit("plan_cancelled", { ...namesOf(plan), reason });
}

/** Exits of one position of a user. */
export function exitsOfPosition(
  state: NaiveState,
  user: number,
  instrument: number,
  side: "long" | "short",
): NaivePlan[] {
  const closing = side === "long" ? "sell" : "buy";
  return state.plans.filter(
    (one) =>
      one.user === user && one.instrument === instrument && one.side === closing && isBound(one),
  );
}

/** What an order opened is given the exits that came with it. */
export function protect(state: NaiveState, order: NaiveOrder, size: number): void {
  const { exits } = order;
  if (exits === undefined || size === 0) return;
  const made: NaivePlan[] = [];
  const legs = (["profit", "loss"] as const).filter((leg) => exits[`${leg}Trigger`] !== 0);
  const knownOf = (leg: "profit" | "loss") =>
    state.plans.find((one) => one.id === order.exitPlans[leg]);
  const hasFired = legs.some((leg) => knownOf(leg)?.firedAt !== undefined);
  for (const leg of legs) {
    const trigger = exits[`${leg}Trigger`];
    const known = hasFired ? undefined : knownOf(leg);
    if (known !== undefined) {
      known.size += size;
      emitAmended(state, known);
      continue;
    }
    const price = exits[`${leg}Price`];
    const isFutures = state.instrumentAt(order.instrument).isFutures;
    const plan = newPlan(state, {
      user: order.user,
      instrument: order.instrument,
      planKind: leg,
      side: order.side === "buy" ? "sell" : "buy",
      timeInForce: "gtc",
      positionSide: order.positionSide,
      reduceOnly: isFutures && order.positionSide === "net",
      stpMode: "none",
      source: order.source,
      backing: order.backing,
      clientOrderId: "",
      parentOrderId: order.id,
      sizingPriceE6: order.sizingPriceE6,
      triggerBy: exits[`${leg}By`],
      triggerPrice: trigger,
      ...exitOrder(price, size),
    });
    order.exitPlans[leg] = plan.id;
    made.push(plan);
  }
  admit(state, made);
}

export function countAfter(state: NaiveState, user: number, more: number): Rejection | undefined {
  const count = state.plans.filter((one) => one.user === user).length + more;
  return count > state.userAt(user).openOrdersMax ? "plans_limit_reached" : undefined;
}

export function isTaken(state: NaiveState, user: number, id: string): boolean {
  if (id === "") return false;
  return namedBy(state.plans, user, id) !== undefined || isRemembered(state, "plan", { user, id });
}
