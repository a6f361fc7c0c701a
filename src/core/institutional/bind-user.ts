/** Binds users to risk units. */
import type { User } from "../accounts/user.ts";
import { UNIT_USERS_MAX } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import type { RiskUnit } from "./risk-unit.ts";
import { NO_CHANGE, productOf } from "./unit-figures.ts";
import { lineRefusal } from "./unit-refusals.ts";

type Bind = DraftOf<"bind_unit_user">;

/**
 * Unit that a user may manage: the main account manages the units of all its accounts, a unit's own
 * account its own. Any other unit is not found.
 */
export function managedUnit(state: State, user: User, account: number): RiskUnit | undefined {
  const unit = state.institutional.find(account);
  const owner = ordinaryUser(state, account);
  if (unit === undefined || owner === undefined) return undefined;
  const isOwn = owner === user || (owner.parent === user.index && user.parent === user.index);
  return isOwn ? unit : undefined;
}

function bindRefusal(state: State, unit: RiskUnit, bound: User): Rejection | undefined {
  if (state.institutional.ofUser(bound.index) !== undefined) return "unit_user_bound";
  return unit.users.length >= UNIT_USERS_MAX ? "risk_unit_limit_reached" : undefined;
}

/** A user whose coins the debt needs stays bound: else binding and unbinding would move funds. */
function unbindRefusal(state: State, unit: RiskUnit, bound: User): Rejection | undefined {
  const isOther = state.institutional.ofUser(bound.index) !== unit || bound.index === unit.user;
  if (isOther) return "unit_user_not_bound";
  if (unit.loans.length === 0) return undefined;
  const change = { ...NO_CHANGE, without: bound.index };
  return lineRefusal(state, unit, productOf(state, unit).transferLine, change);
}

/** Emits `unit_user_changed` or `command_rejected`; users of other main accounts are not found. */
export function bindUnitUser(state: State, command: Bind, emit: Emit): void {
  const reject = (reason: Rejection): void => rejectCommand(state, command.user, reason, emit);
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return reject("user_not_found");
  const unit = managedUnit(state, user, command.unit);
  if (unit === undefined) return reject("risk_unit_not_found");
  const bound = ordinaryUser(state, command.bound);
  if (bound === undefined || bound.parent !== user.parent) return reject("user_not_found");
  const judge = command.isBound ? bindRefusal : unbindRefusal;
  const refusal = judge(state, unit, bound);
  if (refusal !== undefined) return reject(refusal);
  if (command.isBound) state.institutional.bind(unit, bound.index);
  else state.institutional.unbind(unit, bound.index);
  emit.write("unit_user_changed", {
    unit: unit.user,
    user: bound.index,
    isBound: command.isBound,
  });
}
