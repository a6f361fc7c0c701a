/** Changing the exits of an order that nothing has filled yet. */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { AmendOrder, ExitChange, ReplaceOrder } from "../../../src/core/commands/commands.ts";
import { closeOrder } from "./naive-matching.ts";
import { changeOrder, findOrder, judgeExits, replaceWith } from "./naive-orders.ts";
import { exitsIn, NO_EXITS } from "./naive-plans.ts";
import { isClosing, type NaiveExits, type NaiveOrder } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { haltReason, isExecuting } from "./naive-status.ts";

const LEGS = ["profit", "loss"] as const;

const isNone = (exits: NaiveExits): boolean => exits.profitTrigger + exits.lossTrigger === 0;

function isSame(before: NaiveExits, after: NaiveExits): boolean {
  if (isNone(before) && isNone(after)) return true;
  const names = Object.keys(NO_EXITS) as (keyof NaiveExits)[];
  return names.every((name) => before[name] === after[name]);
}

function judge(
  state: NaiveState,
  order: NaiveOrder,
  wanted: { readonly exits: NaiveExits; readonly price: number },
): Rejection | undefined {
  const instrument = state.instrumentAt(order.instrument);
  const isOwn = order.backing === "default" || order.backing === "unified_margin";
  if (!isOwn || order.filled > 0) return "order_not_amendable";
  if (!isExecuting(instrument)) return haltReason(state.timeMs, instrument);
  const isLong = order.side === "buy";
  if (instrument.isFutures ? isClosing(order) : !isLong) return "exits_not_allowed";
  const at = { isLong, reference: wanted.price };
  const misplaced = judgeExits(instrument, wanted.exits, at);
  if (misplaced !== undefined || order.exits !== undefined) return misplaced;
  const count = state.plans.filter(({ user }) => user === order.user).length;
  const isFull = count + 2 > state.userAt(order.user).openOrdersMax;
  return isFull ? "plans_limit_reached" : undefined;
}

/** The exits of an order after a change. */
function changed(before: NaiveExits, change: ExitChange): NaiveExits {
  const after = { ...before };
  for (const leg of LEGS) {
    if (!(leg === "profit" ? change.setsProfit : change.setsLoss)) continue;
    const by = change[`${leg}By`];
    const [trigger, price] = [change[`${leg}Trigger`], change[`${leg}Price`]];
    Object.assign(after, { [`${leg}Trigger`]: trigger, [`${leg}By`]: by, [`${leg}Price`]: price });
  }
  return after;
}

/** Gives an order other exits: the event precedes all others of the order. */
function take(state: NaiveState, order: NaiveOrder, after: NaiveExits): void {
  order.exits = isNone(after) ? undefined : after;
  const names = { orderId: order.id, user: order.user, instrument: order.instrument };
  state.emit("order_exits_set", { ...names, ...exitsIn(after) });
}

export function amendOrder(state: NaiveState, command: AmendOrder): void {
  const { exits, user } = command;
  if (exits === undefined) return changeOrder(state, command);
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const order = findOrder(state, command);
  if (order === undefined) return state.rejectCommand(user, "order_not_found");
  const after = changed(order.exits ?? NO_EXITS, exits);
  if (isSame(order.exits ?? NO_EXITS, after)) return changeOrder(state, command);
  const price = command.price || order.price;
  const refusal = judge(state, order, { exits: after, price });
  if (refusal !== undefined) {
    if (!command.autoCancel) return state.rejectCommand(user, refusal);
    state.outcome.id = order.id;
    return closeOrder(state, order, "amend_failed");
  }
  const isResized = command.size !== 0 && command.size !== order.size;
  if (price !== order.price || isResized) {
    return changeOrder(state, command, () => take(state, order, after));
  }
  state.outcome.id = order.id;
  take(state, order, after);
}

export function replaceOrder(state: NaiveState, command: ReplaceOrder): void {
  const { exits: change } = command;
  if (change === undefined) return replaceWith(state, command);
  replaceWith(state, command, (exits) => {
    const after = changed(exits ?? NO_EXITS, change);
    return isNone(after) ? undefined : after;
  });
}
