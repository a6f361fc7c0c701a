/** The operator's freezes by the rules of decision 0091, and its cancelling for users. */
import { unreachable } from "../../../src/core/base/assert.ts";
import { OPERATOR_CANCELS_PER_COMMAND } from "../../../src/core/base/limits.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { closeOrder } from "./naive-matching.ts";
import { cancel } from "./naive-plans.ts";
import { isClosing, type NaiveOrder, type NaivePlan } from "./naive-records.ts";
import { setSignIn } from "./naive-sign-ins.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveFreeze = "trading" | "transfersOut" | "withdrawals" | "login";

const FREEZES = ["trading", "transfersOut", "withdrawals", "login"] as const;

export function hasFreeze(
  state: NaiveState,
  user: number,
  ...freezes: readonly NaiveFreeze[]
): boolean {
  const own = state.freezes.get(user) ?? [];
  return freezes.some((one) => own.includes(one));
}

/** Whether neither deals with others nor shared risks are taken on. */
export function isKeptApart(state: NaiveState, user: number): boolean {
  return hasFreeze(state, user, "trading", "transfersOut", "withdrawals");
}

/** Whether value must not go from one account of an owner to the other. */
export function isMoveBarred(state: NaiveState, from: number, to: number): boolean {
  if (from === to) return false;
  const escapes = hasFreeze(state, from, "withdrawals") && !hasFreeze(state, to, "withdrawals");
  return escapes || hasFreeze(state, from, "transfersOut");
}

function addsRisk(state: NaiveState, one: NaiveOrder | NaivePlan): boolean {
  return !state.instrumentAt(one.instrument).isFutures || !isClosing(one);
}

function setUserFreezes(state: NaiveState, command: CommandOf<"set_user_freezes">): void {
  const { login, trading, transfersOut, user, withdrawals } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const chosen = FREEZES.filter((one) => command[one]);
  state.freezes.set(user, chosen);
  state.emit("user_freezes_changed", { user, trading, transfersOut, withdrawals, login });
  if (!chosen.includes("trading")) return;
  for (const order of state.openOrdersOf(user)) {
    if (addsRisk(state, order)) closeOrder(state, order, "operator_cancelled");
  }
  for (const plan of state.plans.filter((one) => one.user === user)) {
    if (addsRisk(state, plan)) cancel(state, plan, "operator_cancelled");
  }
}

function cancelAllOfUser(state: NaiveState, command: CommandOf<"cancel_all_of_user">): void {
  const { category, instrument, user } = command;
  if (state.ordinary(user) === undefined) return state.rejectCommand(user, "user_not_found");
  const isChosen = (one: NaiveOrder | NaivePlan): boolean => {
    if (instrument > 0) return one.instrument + 1 === instrument;
    return category === "all" || state.instrumentAt(one.instrument).category === category;
  };
  const orders = state.openOrdersOf(user).filter(isChosen).slice(0, OPERATOR_CANCELS_PER_COMMAND);
  const room = OPERATOR_CANCELS_PER_COMMAND - orders.length;
  const isOwn = (one: NaivePlan): boolean => one.user === user && isChosen(one);
  const plans = state.plans.filter(isOwn).slice(0, room);
  const isAll = category === "all" && instrument === 0;
  const countdown = isAll ? state.countdowns.find((one) => one.user === user) : undefined;
  if (orders.length === 0 && plans.length === 0 && countdown === undefined) {
    return state.rejectCommand(user, "no_orders");
  }
  for (const order of orders) closeOrder(state, order, "operator_cancelled");
  for (const plan of plans) cancel(state, plan, "operator_cancelled");
  if (countdown !== undefined) {
    state.countdowns = state.countdowns.filter((one) => one !== countdown);
    state.emit("cancel_countdown_changed", { user, endsAtMs: 0, isExpired: false });
  }
  state.outcome.id = orders.length;
  state.outcome.items = [...orders, ...plans].map((one) => {
    const { clientOrderId, id: orderId } = one;
    return { orderId, clientOrderId, instrument: one.instrument, rejection: undefined };
  });
}

/** Who of a unit is kept apart, the account of the unit first. */
function apartIn(state: NaiveState, account: number): number | undefined {
  const unit = state.units.list.find((one) => one.account === account);
  return unit?.users.find((user) => isKeptApart(state, user));
}

/** The user whose freeze stands against a command that no other rule looks at for freezes. */
function barredUser(state: NaiveState, command: Command): number | undefined {
  const ofTrading = (user: number): number | undefined =>
    hasFreeze(state, user, "trading") ? user : undefined;
  switch (command.kind) {
    case "set_leverage":
    case "set_coin_leverage":
    case "borrow":
    case "quote_conversion":
    case "convert":
    case "take_pledged_loan":
    case "reverse_position":
      return ofTrading(command.user);
    case "place_plan": {
      const isFutures = state.instruments[command.instrument]?.isFutures ?? false;
      return isFutures && isClosing(command) ? undefined : ofTrading(command.user);
    }
    case "place_exits":
      return command.margin === undefined ? undefined : ofTrading(command.user);
    case "adjust_margin":
      return command.amount < 0n ? ofTrading(command.user) : undefined;
    case "revise_pledge":
      return command.isAdded ? undefined : ofTrading(command.user);
    case "create_sub_account":
    case "repay_unit_loan":
      return isKeptApart(state, command.user) ? command.user : undefined;
    case "bind_unit_user":
      if (isKeptApart(state, command.bound)) return command.bound;
      return apartIn(state, command.unit);
    case "issue_unit_loan":
      return apartIn(state, command.unit);
    default:
      return undefined;
  }
}

/** Whether a freeze stands against the command; if so, it is rejected. */
export function isBarred(state: NaiveState, command: Command): boolean {
  const user = barredUser(state, command);
  if (user !== undefined) state.rejectCommand(user, "account_frozen");
  return user !== undefined;
}

const ACCESS_KINDS = ["cancel_all_of_user", "set_user_freezes", "set_sign_in"] as const;
type AccessKind = (typeof ACCESS_KINDS)[number];

export function isOfAccess(command: Command): command is Extract<Command, { kind: AccessKind }> {
  return ACCESS_KINDS.some((kind) => kind === command.kind);
}

export function dispatchAccess(
  state: NaiveState,
  command: Extract<Command, { kind: AccessKind }>,
): void {
  switch (command.kind) {
    case "cancel_all_of_user":
      return cancelAllOfUser(state, command);
    case "set_user_freezes":
      return setUserFreezes(state, command);
    case "set_sign_in":
      return setSignIn(state, command);
    default:
      return unreachable(command);
  }
}
