/** The leverage at which a unified account borrows a coin. */
import type { User } from "../accounts/user.ts";
import type { Rejection } from "../base/rejections.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { debtTermsOf } from "../lending/debt-margin.ts";
import { isAccountLiquidating } from "../margin/liquidating.ts";
import { unifiedFiguresOf } from "../margin/unified-margin.ts";
import { ZERO_ATOMS } from "../money/units.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { borrowedWith } from "./borrowed-amount.ts";

type Change = DraftOf<"set_coin_leverage">;

function refusalOf(
  state: State,
  user: User,
  { currency, leverage }: Change,
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

/** Whether the account has free margin at this leverage; what owes nothing needs none. */
function isCovered(state: State, user: User, { currency, leverage }: Change): boolean {
  if (borrowedWith(state, user, currency, ZERO_ATOMS) === 0n) return true;
  const before = user.coinLeverages.get(currency);
  user.coinLeverages.set(currency, leverage);
  const { freeUsd } = unifiedFiguresOf(state, user);
  if (before === undefined) user.coinLeverages.delete(currency);
  else user.coinLeverages.set(currency, before);
  return freeUsd >= 0n;
}

/**
 * Emits `coin_leverage_changed`, also when it is the same, or `command_rejected`: from 1 to the
 * leverage of the coin's first tier; what is borrowed must be covered at it (specification,
 * Unified-account concepts).
 */
export function setCoinLeverage(state: State, command: Change, emit: Emit): void {
  const user = ordinaryUser(state, command.user);
  if (user === undefined) return rejectCommand(state, command.user, "user_not_found", emit);
  const refusal = refusalOf(state, user, command);
  if (refusal !== undefined) return rejectCommand(state, user.index, refusal, emit);
  if (!isCovered(state, user, command)) {
    return rejectCommand(state, user.index, "leverage_margin_insufficient", emit);
  }
  user.coinLeverages.set(command.currency, command.leverage);
  emit.write("coin_leverage_changed", {
    user: user.index,
    currency: command.currency,
    leverage: command.leverage,
  });
}
