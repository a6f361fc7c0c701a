/** Level of a unified account: decides which products it trades and which coins are margin. */

import type { User } from "../accounts/user.ts";
import { ADVANCED_EQUITY_USD_MIN } from "../base/limits.ts";
import type { Rejection } from "../base/rejections.ts";
import { isAdvanced } from "../base/word-traits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { unifiedFiguresOf } from "./unified-margin.ts";

const USD_E8 = 100_000_000n;

/** Whether the account has open orders, positions or a debt. */
function isInUse(state: State, user: User): boolean {
  const { currencies, ledger, positions } = state;
  if (user.ordersFirst !== 0) return true;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (positions.isHeld(row)) return true;
  }
  return currencies.some(
    ({ index }) => ledger.balance(ledger.find(user.index, WALLET_INDEX.unified, index)) < 0n,
  );
}

function refusalOf(
  state: State,
  user: User,
  command: DraftOf<"set_account_level">,
): Rejection | undefined {
  if (!user.isUnified) return "account_not_unified";
  if (command.level === user.level) return undefined;
  const isFree = !isAdvanced(command.level) || command.isByOperator;
  if (!isFree && !user.isQuestionnairePassed) return "questionnaire_not_passed";
  if (isInUse(state, user)) return "account_level_blocked";
  if (isFree) return undefined;
  const { equityUsd } = unifiedFiguresOf(state, user);
  return equityUsd < ADVANCED_EQUITY_USD_MIN * USD_E8 ? "equity_below_minimum" : undefined;
}

/**
 * Emits `account_level_changed`, also for an unchanged level, or `command_rejected`. The account
 * must have no orders, positions and debts. Unless an operator sets it, the advanced level requires
 * the questionnaire and 1,000 US dollars of equity (specification, Unified-account concepts;
 * trading-rules.md section 8).
 */
export function setAccountLevel(
  state: State,
  command: DraftOf<"set_account_level">,
  emit: Emit,
): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const refusal = refusalOf(state, user, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  user.level = command.level;
  emit.write("account_level_changed", { user: user.index, level: user.level });
}

/** Emits `questionnaire_changed`, or `command_rejected`. The level does not change. */
export function setQuestionnaire(
  state: State,
  command: DraftOf<"set_questionnaire">,
  emit: Emit,
): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  user.isQuestionnairePassed = command.isPassed;
  emit.write("questionnaire_changed", { user: user.index, isPassed: command.isPassed });
}
