/** Placing, changing, cancelling and executing plans: the checks in the order of the rules. */

import {
  CALLBACK_E4_MAX,
  CALLBACK_E4_MIN,
  PLANS_PER_TICK_MAX,
} from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import { PLAN_KINDS } from "../../../src/core/base/vocabulary.ts";
import type {
  AmendPlan,
  DraftOf,
  PlaceExits,
  PlaceOrder,
  PlacePlan,
} from "../../../src/core/commands/commands.ts";
import { ZERO_ATOMS, ZERO_LOTS } from "../../../src/core/money/units.ts";
import { namedBy, nameOfPlanned } from "./naive-client-ids.ts";
import { unborrowedOf } from "./naive-debts.ts";
import { isLiquidating } from "./naive-liquidation-state.ts";
import { borrowingLimit } from "./naive-margin-orders.ts";
import { judgeBacking, judgeSpotExits } from "./naive-margin-plans.ts";
import { closeOrder, closingOrders } from "./naive-matching.ts";
import { openIn } from "./naive-mode.ts";
import { positionOf, spendableOf, walletFor } from "./naive-money.ts";
import { judgeSize } from "./naive-order-limits.ts";
import { judgeExits, judgeTrigger, placeOrder } from "./naive-orders.ts";
import {
  admit,
  cancel,
  countAfter,
  drop,
  emitAmended,
  exitOrder,
  exitsIn,
  exitsOfPosition,
  isBound,
  isTaken,
  isTrailing,
  NO_EXITS,
  newPlan,
  wait,
} from "./naive-plans.ts";
import {
  isClosing,
  isHedged,
  type NaiveExits,
  type NaiveInstrument,
  type NaivePlan,
  type NaiveUser,
  remainingOf,
} from "./naive-records.ts";
import { planSizing } from "./naive-sizing.ts";
import type { NaiveState } from "./naive-state.ts";
import { haltReason, isExecuting } from "./naive-status.ts";

type Terms = Pick<
  NaivePlan,
  | "positionSide"
  | "reduceOnly"
  | "planKind"
  | "side"
  | "triggerBy"
  | "triggerPrice"
  | "callbackE4"
  | "orderType"
  | "price"
  | "size"
  | "quoteAmount"
>;

/** What an order of the plan would be refused for whatever the market does. */
export function judgeTerms(instrument: NaiveInstrument, terms: Terms): Rejection | undefined {
  const { callbackE4, orderType, price, quoteAmount, side, size } = terms;
  const trigger = judgeTrigger(instrument, terms.triggerBy, terms.triggerPrice);
  if (trigger !== undefined) return trigger;
  if (isTrailing(terms)) {
    const isGood = callbackE4 >= CALLBACK_E4_MIN && callbackE4 <= CALLBACK_E4_MAX;
    if (!isGood) return "callback_out_of_range";
    if (orderType !== "market") return "price_out_of_range";
  } else if (callbackE4 !== 0) {
    return "callback_out_of_range";
  }
  const isMarket = orderType === "market";
  if (isMarket && price !== 0) return "price_out_of_range";
  if (!isMarket && price === 0) return "price_missing";
  if (!isMarket && price > instrument.priceMax) return "price_out_of_range";
  if (terms.planKind.startsWith("position")) return undefined;
  if (isMarket && side === "buy" && !instrument.isFutures && !isBound(terms)) {
    if (size !== 0 || quoteAmount <= 0n) return "amount_not_positive";
    return quoteAmount < instrument.valueMin ? "value_below_minimum" : undefined;
  }
  if (quoteAmount !== 0n) return "amount_not_positive";
  return judgeSize(instrument, size, { isMarket, price, isClosing: isClosing(terms) });
}

function judgeSide(
  user: NaiveUser,
  instrument: NaiveInstrument,
  terms: Pick<NaivePlan, "positionSide" | "reduceOnly">,
): Rejection | undefined {
  const isHedge = instrument.isFutures && isHedged(user, instrument);
  if (isHedge !== (terms.positionSide !== "net")) {
    return isHedge ? "position_side_required" : "position_side_not_allowed";
  }
  const mayReduce = instrument.isFutures && !isHedge;
  return terms.reduceOnly && !mayReduce ? "reduce_only_not_allowed" : undefined;
}

function heldAgainst(state: NaiveState, plan: Pick<NaivePlan, "user" | "instrument" | "side">) {
  const side = plan.side === "sell" ? "long" : "short";
  const held = positionOf(state, plan.user, plan.instrument, side)?.size ?? 0;
  const closing = closingOrders(state, plan.user, plan.instrument, side);
  return { held, free: closing.reduce((sum, one) => sum - remainingOf(one), held) };
}

export function hasExits(exits: NaiveExits): boolean {
  return exits.profitTrigger > 0 || exits.lossTrigger > 0;
}

/** Exits that a plan's order is to bring. */
export function judgeBrought(
  instrument: NaiveInstrument,
  plan: Terms & NaiveExits & Pick<NaivePlan, "positionSide" | "reduceOnly">,
): Rejection | undefined {
  if (!hasExits(plan)) return undefined;
  if (isBound(plan) || isClosing(plan)) return "exits_not_allowed";
  if (!instrument.isFutures && plan.side === "sell") return "exits_not_allowed";
  const reference = plan.orderType === "limit" ? plan.price : plan.triggerPrice;
  return judgeExits(instrument, plan, { isLong: plan.side === "buy", reference });
}

function judgePlan(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlacePlan,
): Rejection | undefined {
  if (!instrument.isFutures && command.planKind !== "normal") return "instrument_not_futures";
  if (!instrument.isFutures && command.opening !== undefined) return "margin_mode_not_allowed";
  if (user.realm !== instrument.realm) return "realm_mismatch";
  if (!isExecuting(instrument)) return haltReason(state.timeMs, instrument);
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const { margin } = command;
  const barred = margin === undefined ? undefined : judgeBacking(state, user, instrument, margin);
  if (barred !== undefined) return barred;
  if (isTaken(state, user.index, command.clientOrderId)) return "duplicate_client_order_id";
  const refusal = judgeTerms(instrument, command) ?? judgeSide(user, instrument, command);
  if (refusal !== undefined) return refusal;
  if (command.planKind === "moving") {
    if (!isClosing(command)) return "position_side_required";
    const { held } = heldAgainst(state, command);
    if (held === 0) return "no_position";
    if (command.size > held) return "insufficient_position";
  }
  const brought = { ...command, ...(command.exits ?? NO_EXITS) };
  return judgeBrought(instrument, brought) ?? countAfter(state, user.index, 1);
}

/** User and instrument of a command, or why there are none. */
export function partiesOf(
  state: NaiveState,
  command: { readonly user: number; readonly instrument: number },
): { user: NaiveUser; instrument: NaiveInstrument } | undefined {
  const user = state.ordinary(command.user);
  const instrument = state.instruments[command.instrument];
  if (user === undefined) state.rejectCommand(command.user, "user_not_found");
  else if (instrument === undefined) state.rejectCommand(command.user, "instrument_not_found");
  return user === undefined || instrument === undefined ? undefined : { user, instrument };
}

export function placePlan(state: NaiveState, command: PlacePlan): void {
  const parties = partiesOf(state, command);
  if (parties === undefined) return;
  const refusal = judgePlan(state, parties.user, parties.instrument, command);
  if (refusal !== undefined) return state.rejectCommand(command.user, refusal);
  const mode = isClosing(command) ? undefined : command.opening?.marginMode;
  const undo = openIn(state, parties.user, parties.instrument, mode);
  if (typeof undo === "string") return state.rejectCommand(command.user, undo);
  const { kind: _, exits, margin, opening: __, sizing, ...terms } = command;
  const plan = newPlan(state, {
    ...terms,
    ...exitsIn(exits ?? NO_EXITS),
    parentOrderId: 0,
    sizingPriceE6: planSizing(parties.instrument, terms, sizing),
    backing: margin?.backing ?? "default",
  });
  state.outcome.id = plan.id;
  admit(state, [plan]);
}

type Leg = { readonly name: "profit" | "loss"; readonly size: number; readonly clientId: string };

function legsOf(command: PlaceExits): Leg[] {
  const profit = {
    name: "profit",
    size: command.profitSize,
    clientId: command.profitClientOrderId,
  } as const;
  const loss = {
    name: "loss",
    size: command.lossSize,
    clientId: command.lossClientOrderId,
  } as const;
  return [profit, loss].filter(({ name }) => command[`${name}Trigger`] > 0);
}

function judgeLeg(
  state: NaiveState,
  instrument: NaiveInstrument,
  command: PlaceExits,
  leg: Leg,
): Rejection | undefined {
  const side = command.positionSide === "long" ? "long" : "short";
  if (isTaken(state, command.user, leg.clientId)) return "duplicate_client_order_id";
  if (leg.size === 0) {
    const known = exitsOfPosition(state, command.user, instrument.index, side);
    const isThere = known.some((one) => one.planKind === `position_${leg.name}`);
    return isThere ? "position_plan_exists" : undefined;
  }
  const held = positionOf(state, command.user, instrument.index, side)?.size ?? 0;
  if (leg.size > held) return "insufficient_position";
  const price = command[`${leg.name}Price`];
  return judgeSize(instrument, leg.size, { isMarket: price === 0, price, isClosing: true });
}

function judgeLegs(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  command: PlaceExits,
): Rejection | undefined {
  const { positionSide } = command;
  if (!instrument.isFutures) return "instrument_not_futures";
  if (user.realm !== instrument.realm) return "realm_mismatch";
  if (!isExecuting(instrument)) return haltReason(state.timeMs, instrument);
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  if (positionSide === "net") return "position_side_required";
  if (!hasExits(command)) return "exits_missing";
  if (positionOf(state, user.index, instrument.index, positionSide) === undefined) {
    return "no_position";
  }
  const isLong = positionSide === "long";
  const misplaced = judgeExits(instrument, command, { isLong, reference: undefined });
  if (misplaced !== undefined) return misplaced;
  const legs = legsOf(command);
  for (const leg of legs) {
    const refusal = judgeLeg(state, instrument, command, leg);
    if (refusal !== undefined) return refusal;
  }
  const [one, other] = legs;
  if (one !== undefined && one.clientId !== "" && one.clientId === other?.clientId) {
    return "duplicate_client_order_id";
  }
  return countAfter(state, user.index, legs.length);
}

export function placeExits(state: NaiveState, command: PlaceExits): void {
  const parties = partiesOf(state, command);
  if (parties === undefined) return;
  const { instrument, user } = parties;
  const { margin } = command;
  const judge = margin === undefined ? judgeLegs : judgeSpotExits;
  const refusal = judge(state, user, instrument, command);
  if (refusal !== undefined) return state.rejectCommand(command.user, refusal);
  const isHedge = isHedged(user, instrument);
  const isOwn = margin === undefined;
  const plans = legsOf(command).map(({ clientId, name, size }) => {
    const price = command[`${name}Price`];
    const triggerPrice = command[`${name}Trigger`];
    return newPlan(state, {
      user: user.index,
      instrument: instrument.index,
      planKind: isOwn && size === 0 ? `position_${name}` : name,
      side: margin?.side ?? (command.positionSide === "long" ? "sell" : "buy"),
      timeInForce: "gtc",
      positionSide: isOwn && isHedge ? command.positionSide : "net",
      reduceOnly: isOwn && !isHedge,
      stpMode: command.stpMode,
      source: command.source,
      backing: margin?.backing ?? "default",
      clientOrderId: clientId,
      parentOrderId: 0,
      sizingPriceE6: planSizing(instrument, { price, triggerPrice, size }, command.sizing),
      triggerBy: command[`${name}By`],
      triggerPrice,
      ...exitOrder(price, size),
    });
  });
  state.outcome.id = plans[0]?.id ?? 0;
  state.outcome.items = plans.map(({ clientOrderId, id: orderId }) => {
    return { orderId, clientOrderId, instrument: instrument.index, rejection: undefined };
  });
  admit(state, plans);
}

function findPlan(
  state: NaiveState,
  named: { readonly user: number; readonly planId: number; readonly clientOrderId: string },
): NaivePlan | undefined {
  const own = state.plans.filter((one) => one.user === named.user);
  if (named.planId !== 0) return own.find((one) => one.id === named.planId);
  return namedBy(own, named.user, named.clientOrderId);
}

/** The plan as it would be after a change. */
function changed(state: NaiveState, plan: NaivePlan, command: AmendPlan): NaivePlan {
  const isWhole = plan.planKind.startsWith("position");
  const orderType = command.orderType === "keep" ? plan.orderType : command.orderType;
  const keepsPrice = command.price === 0 && orderType === "limit";
  // A spot market buy is given by its amount, a limit order by its size: neither becomes the other.
  const isSpot = !state.instrumentAt(plan.instrument).isFutures;
  const isBuy = isSpot && plan.side === "buy" && !isBound(plan);
  const losesSize = isBuy && orderType !== plan.orderType;
  const after = {
    ...plan,
    orderType,
    price: keepsPrice ? plan.price : command.price,
    size: isWhole ? plan.size : command.size || (losesSize ? ZERO_LOTS : plan.size),
    triggerBy: command.triggerBy === "keep" ? plan.triggerBy : command.triggerBy,
    triggerPrice: command.triggerPrice || plan.triggerPrice,
    callbackE4: command.callbackE4 || plan.callbackE4,
    quoteAmount: command.quoteAmount || (losesSize ? ZERO_ATOMS : plan.quoteAmount),
  };
  const { exits } = command;
  if (exits === undefined) return after;
  const { lossBy, lossPrice, lossTrigger, profitBy, profitPrice, profitTrigger } = exits;
  if (exits.setsProfit) Object.assign(after, { profitBy, profitPrice, profitTrigger });
  if (exits.setsLoss) Object.assign(after, { lossBy, lossPrice, lossTrigger });
  return after;
}

function judgeChange(state: NaiveState, plan: NaivePlan, after: NaivePlan): Rejection | undefined {
  const instrument = state.instrumentAt(plan.instrument);
  if (!isExecuting(instrument)) return haltReason(state.timeMs, instrument);
  const user = state.userAt(plan.user);
  if (isLiquidating(state, user, instrument)) return "account_liquidating";
  const names = Object.keys(plan) as (keyof NaivePlan)[];
  if (names.every((name) => plan[name] === after[name])) return "plan_not_changed";
  const refusal = judgeTerms(instrument, after);
  if (refusal !== undefined) return refusal;
  if (isBound(plan)) {
    const isLong = plan.side === "sell";
    const { price, triggerBy, triggerPrice } = after;
    const profit = { profitTrigger: triggerPrice, profitBy: triggerBy, profitPrice: price };
    const loss = { lossTrigger: triggerPrice, lossBy: triggerBy, lossPrice: price };
    const exits = { ...NO_EXITS, ...(plan.planKind.endsWith("profit") ? profit : loss) };
    if (plan.planKind !== "moving") {
      const misplaced = judgeExits(instrument, exits, { isLong, reference: undefined });
      if (misplaced !== undefined) return misplaced;
    }
    const isResized = instrument.isFutures && after.size !== plan.size;
    if (isResized && after.size > heldAgainst(state, plan).held) return "insufficient_position";
  }
  return judgeBrought(instrument, after);
}

export function amendPlan(state: NaiveState, command: AmendPlan): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const plan = findPlan(state, command);
  if (plan === undefined) return state.rejectCommand(user, "plan_not_found");
  if (plan.firedAt !== undefined) return state.rejectCommand(user, "plan_fired");
  const after = changed(state, plan, command);
  const refusal = judgeChange(state, plan, after);
  if (refusal !== undefined) return state.rejectCommand(user, refusal);
  state.outcome.id = plan.id;
  Object.assign(plan, after);
  emitAmended(state, plan);
  wait(state, plan);
}

export function cancelPlan(state: NaiveState, command: DraftOf<"cancel_plan">): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const plan = findPlan(state, command);
  if (plan === undefined) return state.rejectCommand(user, "plan_not_found");
  const counterpart = state.plans.find((one) => one.id === plan.counterpart);
  state.outcome.id = plan.id;
  cancel(state, plan, "user_cancelled");
  if (command.withPaired && counterpart !== undefined) cancel(state, counterpart, "user_cancelled");
}

export function cancelPlans(state: NaiveState, command: DraftOf<"cancel_plans">): void {
  const { category, instrument, planKinds, user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const chosen = state.plans.filter((one) => {
    if (one.user !== user) return false;
    const kind = PLAN_KINDS.indexOf(one.planKind);
    if (planKinds.length > 0 && !planKinds.some((wanted) => wanted === kind)) return false;
    if (instrument !== 0) return one.instrument + 1 === instrument;
    return state.instrumentAt(one.instrument).category === category;
  });
  if (chosen.length === 0) return state.rejectCommand(user, "no_plans");
  for (const plan of chosen) cancel(state, plan, "user_cancelled");
  state.outcome.items = chosen.map(({ clientOrderId, id, instrument: index }) => {
    return { orderId: id, clientOrderId, instrument: index, rejection: undefined };
  });
}

/** How much a fired plan can place, or why it cannot. */
function sizeNow(state: NaiveState, plan: NaivePlan): number | Rejection {
  const instrument = state.instrumentAt(plan.instrument);
  if (!instrument.isFutures) {
    if (plan.parentOrderId === 0) return plan.size;
    const user = state.userAt(plan.user);
    if (plan.backing === "unified_margin") {
      const own = unborrowedOf(state, user, instrument.base);
      return Math.min(plan.size, Number(own / instrument.baseAtomsPerLot));
    }
    const coins = spendableOf(state, user, walletFor(user, instrument), instrument.base);
    return Math.min(plan.size, Number(coins / instrument.baseAtomsPerLot));
  }
  if (!isClosing(plan)) return plan.size;
  const { free, held } = heldAgainst(state, plan);
  if (held === 0) return "no_position";
  const closable = plan.positionSide === "net" || isBound(plan) ? held : free;
  if (closable === 0) return "insufficient_position";
  const isMarket = plan.orderType === "market";
  const largest = isMarket ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
  const wanted = plan.planKind.startsWith("position") ? closable : plan.size;
  return Math.min(wanted, closable, largest);
}

/** Buying back at market is given by size: a limit order that does not rest, at the band. */
function pricesOf(instrument: NaiveInstrument, plan: NaivePlan) {
  const { orderType, planKind, price, side, timeInForce } = plan;
  const isBuyBack = side === "buy" && orderType === "market" && planKind !== "normal";
  if (instrument.isFutures || !isBuyBack) return { orderType, price, timeInForce };
  return { orderType: "limit", price: borrowingLimit(instrument, "buy"), timeInForce: "ioc" };
}

/** Exits of hedged positions come before closing orders that rest: the oldest are cancelled. */
function giveWay(state: NaiveState, plan: NaivePlan, size: number): void {
  if (plan.positionSide === "net" || !isBound(plan)) return;
  const side = plan.side === "sell" ? "long" : "short";
  for (const order of closingOrders(state, plan.user, plan.instrument, side)) {
    if (heldAgainst(state, plan).free >= size) return;
    closeOrder(state, order, "reduce_only_excess");
  }
}

function execute(state: NaiveState, plan: NaivePlan): void {
  const names = { planId: plan.id, user: plan.user, instrument: plan.instrument };
  const size = sizeNow(state, plan);
  const counterpart = state.plans.find((one) => one.id === plan.counterpart);
  drop(state, plan);
  if (typeof size === "string") return state.emit("plan_failed", { ...names, reason: size });
  giveWay(state, plan, size);
  state.outcome.rejection = undefined;
  const { backing, instrument, positionSide, quoteAmount, reduceOnly, side } = plan;
  const order = {
    kind: "place_order",
    user: plan.user,
    instrument,
    side,
    ...pricesOf(state.instrumentAt(instrument), plan),
    positionSide,
    reduceOnly,
    stpMode: plan.stpMode,
    size,
    quoteAmount,
    clientOrderId: nameOfPlanned(state, plan),
    source: `${plan.planKind}_plan`,
    exits: hasExits(plan) ? exitsIn(plan) : undefined,
    margin: backing === "default" ? undefined : { backing, loanType: "normal" },
    sizing: plan.sizingPriceE6 === 0 ? undefined : { priceE6: plan.sizingPriceE6 },
  } as PlaceOrder;
  placeOrder(state, order);
  const { id, rejection } = state.outcome;
  if (rejection !== undefined) return state.emit("plan_failed", { ...names, reason: rejection });
  state.emit("plan_executed", { ...names, orderId: id });
  if (counterpart !== undefined && state.plans.includes(counterpart))
    cancel(state, counterpart, "twin_executed");
}

/** The clock: fired plans are placed, instrument by instrument, oldest firing first. */
export function executePlans(state: NaiveState): void {
  let left = PLANS_PER_TICK_MAX;
  const isFired = (one: NaivePlan): boolean => one.firedAt !== undefined;
  const instruments = new Set(state.plans.filter(isFired).map(({ instrument }) => instrument));
  for (const index of [...instruments].sort((a, b) => a - b)) {
    if (!isExecuting(state.instrumentAt(index))) continue;
    const queue = state.plans
      .filter((one) => isFired(one) && one.instrument === index)
      .sort((a, b) => (a.firedAt ?? 0) - (b.firedAt ?? 0))
      .slice(0, left);
    left -= queue.length;
    for (const plan of queue) if (state.plans.includes(plan)) execute(state, plan);
  }
  const nothing = { rejection: undefined, id: 0, replacedReduceOnly: false, items: undefined };
  state.outcome = { ...nothing, repaidUsd: 0n, conversion: undefined, pledged: undefined };
}
