/** Commands about users, their keys and reviews, and about the terms of unified accounts. */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { setCancelCountdown } from "./naive-countdowns.ts";
import { repayDebts, setCoinLeverage } from "./naive-debts.ts";
import {
  createKey,
  createSubAccount,
  createUser,
  deleteKey,
  modifyKey,
  setUserAccess,
} from "./naive-listing.ts";
import { unifiedCoins } from "./naive-money.ts";
import { setUserReview } from "./naive-review.ts";
import type { NaiveState } from "./naive-state.ts";
import { setAccountLevel, setCollateral, setQuestionnaire } from "./naive-unified.ts";

type AccountKind =
  | "set_coin_leverage"
  | "repay_debts"
  | "set_account_level"
  | "set_questionnaire"
  | "set_user_review"
  | "set_collateral"
  | "create_user"
  | "create_key"
  | "delete_key"
  | "create_sub_account"
  | "set_user_access"
  | "modify_key"
  | "set_cancel_countdown";

/** Applies one of them. */
export function dispatchAccounts(
  state: NaiveState,
  command: { [K in AccountKind]: CommandOf<K> }[AccountKind],
): void {
  switch (command.kind) {
    case "set_account_level":
      return setAccountLevel(state, command, (user) => unifiedCoins(state, user));
    case "set_questionnaire":
      return setQuestionnaire(state, command);
    case "set_user_review":
      return setUserReview(state, command);
    case "set_collateral":
      return setCollateral(state, command);
    case "set_coin_leverage":
      return setCoinLeverage(state, command);
    case "repay_debts":
      return repayDebts(state, command);
    case "create_user":
      return createUser(state, command);
    case "create_key":
      return createKey(state, command);
    case "delete_key":
      return deleteKey(state, command);
    case "create_sub_account":
      return createSubAccount(state, command);
    case "set_user_access":
      return setUserAccess(state, command);
    case "modify_key":
      return modifyKey(state, command);
    case "set_cancel_countdown":
      return setCancelCountdown(state, command);
    default:
      return unreachable(command);
  }
}
