/** Leverage at which a unified account borrows a coin. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { chosenLeverage, debtTermsOf, leverageMargin } from "../lending/debt-margin.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { freeUsdAfter } from "../margin/unified-margin.ts";
import { minus } from "../money/arithmetic.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { borrowedWith } from "./borrowed-amount.ts";

type Change = DraftOf<"set_coin_leverage">;

/** Why a user may not choose a leverage of a coin beside a lack of margin, or `undefined`. */
export function coinLeverageRefusal(
  state: State,
  user: User,
  { currency, leverage }: Pick<Change, "currency" | "leverage">,
): Rejection | undefined {
  if (!user.isUnified) return "account_not_unified";
  if (state.currencies[currency] === undefined) return "currency_not_found";
  const terms = debtTermsOf(state, user, currency);
  if (terms === undefined) return "margin_not_supported";
  const wallet = WALLET_INDEX.unified;
  if (isAccountLiquidating(state, user.index, wallet, 0)) return "account_liquidating";
  const most = terms.tiers[0]?.leverage ?? 0;
  return leverage < 1 || leverage > most ? "leverage_out_of_range" : undefined;
}

/** Whether the account has enough margin for its borrowed amount of the coin at the leverage. */
function isCovered(state: State, user: User, { currency, leverage }: Change): boolean {
  const borrowed = borrowedWith(state, user, currency, ZERO_ATOMS);
  const terms = debtTermsOf(state, user, currency);
  if (borrowed === 0n || terms === undefined) return true;
  const present = leverageMargin(terms, borrowed, chosenLeverage(user, currency));
  const amount = minus(leverageMargin(terms, borrowed, leverage), present);
  return freeUsdAfter(state, user, { currency, amount }) >= 0n;
}

/**
 * Sets the leverage, from 1 to that of the coin's first tier; the account keeps enough margin for
 * the borrowed amount (specification, Unified-account concepts). Emits `coin_leverage_changed`,
 * also when the leverage is unchanged, or `command_rejected`.
 */
export function setCoinLeverage(state: State, command: Change, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const refusal = coinLeverageRefusal(state, user, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  if (!isCovered(state, user, command)) {
    return rejectCommand(state, user.index, "leverage_margin_insufficient", emit);
  }
  user.coinLeverages ??= new Map();
  user.coinLeverages.set(command.currency, command.leverage);
  emit.write("coin_leverage_changed", {
    user: user.index,
    currency: command.currency,
    leverage: command.leverage,
  });
}
