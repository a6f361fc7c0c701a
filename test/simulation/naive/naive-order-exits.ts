/** Changing the exits of an order that nothing has filled yet. */
import type { CommandOf } from "../../../src/core/commands.ts";
import type { Rejection } from "../../../src/core/rejections.ts";
import { findOrder, judgeExits, replaceOrder } from "./naive-orders.ts";
import { exitsIn, NO_EXITS } from "./naive-plans.ts";
import { isClosing, type NaiveExits, type NaiveOrder, type NaiveState } from "./naive-state.ts";

const LEGS = ["profit", "loss"] as const;

type Change = CommandOf<"set_order_exits" | "replace_order_with_exits">;

const isNone = (exits: NaiveExits): boolean => exits.profitTrigger + exits.lossTrigger === 0;

function judge(state: NaiveState, order: NaiveOrder, after: NaiveExits): Rejection | undefined {
  const instrument = state.instrumentAt(order.instrument);
  if (order.backing !== "default" || order.filled > 0) return "order_not_amendable";
  if (instrument.status !== "online") return "instrument_halted";
  const isLong = order.side === "buy";
  if (instrument.isFutures ? isClosing(order) : !isLong) return "exits_not_allowed";
  const before = order.exits ?? NO_EXITS;
  const names = Object.keys(NO_EXITS) as (keyof NaiveExits)[];
  if (names.every((name) => before[name] === after[name])) return "order_not_changed";
  const misplaced = judgeExits(instrument, after, { isLong, reference: order.price });
  if (misplaced !== undefined) return misplaced;
  if (isNone(before) && isNone(after)) return "order_not_changed";
  const count = state.plans.filter(({ user }) => user === order.user).length;
  const isFull = count + 2 > state.userAt(order.user).openOrdersMax;
  return isNone(before) && isFull ? "plans_limit_reached" : undefined;
}

/** The exits of an order after a change. */
function changed(before: NaiveExits, command: Change): NaiveExits {
  const after = { ...before };
  for (const leg of LEGS) {
    if (!(leg === "profit" ? command.setsProfit : command.setsLoss)) continue;
    const by = command[`${leg}By`];
    const [trigger, price] = [command[`${leg}Trigger`], command[`${leg}Price`]];
    Object.assign(after, { [`${leg}Trigger`]: trigger, [`${leg}By`]: by, [`${leg}Price`]: price });
  }
  return after;
}

export function setOrderExits(state: NaiveState, command: CommandOf<"set_order_exits">): void {
  const { user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const order = findOrder(state, command);
  if (order === undefined) return state.rejectCommand(user, "order_not_found");
  const after = changed(order.exits ?? NO_EXITS, command);
  const refusal = judge(state, order, after);
  if (refusal !== undefined) return state.rejectCommand(user, refusal);
  state.outcome.id = order.id;
  order.exits = isNone(after) ? undefined : after;
  const names = { orderId: order.id, user, instrument: order.instrument };
  state.emit("order_exits_set", { ...names, ...exitsIn(after) });
}

export function replaceOrderWithExits(
  state: NaiveState,
  command: CommandOf<"replace_order_with_exits">,
): void {
  replaceOrder(state, command, (exits) => {
    const after = changed(exits ?? NO_EXITS, command);
    return isNone(after) ? undefined : after;
  });
}
