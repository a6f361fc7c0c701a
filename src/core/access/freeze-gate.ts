/**
 * What each kind of command may do while its user is frozen (decision 0091). The table names every
 * kind, so that a new one is decided when it is added.
 */
import { areDealsFrozen, isTradingFrozen } from "../accounts/freezes.ts";
import type { User } from "../accounts/user.ts";
import type { Command, CommandKind, DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { type Emit, ordinaryUser, type State } from "../state.ts";
import { isClosing } from "../triggers/plan-checks.ts";

/**
 * `exchange`: comes from the operator, a price source, a chain or the clock. `free`: lowers risk,
 * moves nothing to others, or changes settings without risk. `own_check`: the operation itself
 * checks the freezes, after repeats or per order. `trading` and `deals`: refused while that is
 * frozen. A function: refused when it returns the user whose freeze prevents the command.
 */
export type FreezeRule<K extends CommandKind = CommandKind> =
  | "exchange"
  | "free"
  | "own_check"
  | "trading"
  | "deals"
  | ((state: State, command: DraftOf<K>) => User | undefined);

function frozenTrader(state: State, index: number): User | undefined {
  const user = ordinaryUser(state, index);
  return user !== undefined && isTradingFrozen(user) ? user : undefined;
}

function frozenDealer(state: State, index: number): User | undefined {
  const user = ordinaryUser(state, index);
  return user !== undefined && areDealsFrozen(user) ? user : undefined;
}

/** A user of the unit whose collateral would serve the others while its own value is held. */
function frozenInUnit(state: State, unit: number): User | undefined {
  for (const index of state.institutional.find(unit)?.users ?? []) {
    const frozen = frozenDealer(state, index);
    if (frozen !== undefined) return frozen;
  }
  return undefined;
}

/** On spot every plan trades; in futures those that close are allowed. */
function frozenPlanner(state: State, command: DraftOf<"place_plan">): User | undefined {
  const isFutures = state.instruments[command.instrument]?.isFutures === true;
  return isFutures && isClosing(command) ? undefined : frozenTrader(state, command.user);
}

export const FREEZE_RULES: { readonly [K in CommandKind]: FreezeRule<K> } = {
  tick: "exchange",
  list_currency: "exchange",
  list_instrument: "exchange",
  set_collateral: "exchange",
  set_instrument_status: "exchange",
  create_user: "exchange",
  set_account_level: "free",
  set_questionnaire: "free",
  create_key: "free",
  delete_key: "free",
  credit: "exchange",
  transfer: "own_check",
  place_order: "own_check",
  amend_order: "free",
  replace_order: "own_check",
  cancel_order: "free",
  cancel_orders: "free",
  close_positions: "free",
  set_leverage: "trading",
  set_position_mode: "free",
  set_index_prices: "exchange",
  set_funding_terms: "exchange",
  schedule_delivery: "exchange",
  place_plan: frozenPlanner,
  place_exits: (state, { margin, user }) =>
    margin === undefined ? undefined : frozenTrader(state, user),
  amend_plan: "free",
  cancel_plan: "free",
  cancel_plans: "free",
  set_loan_terms: "exchange",
  set_margin_rules: "exchange",
  endow: "exchange",
  borrow: "trading",
  repay: "free",
  flash_repay: "free",
  set_margin_mode: "free",
  adjust_margin: (state, { amount, user }) => (amount < 0n ? frozenTrader(state, user) : undefined),
  set_auto_margin: "free",
  set_position_tiers: "exchange",
  set_opening_limits: "exchange",
  set_coin_leverage: "trading",
  repay_debts: "free",
  set_user_review: "exchange",
  set_fund_terms: "exchange",
  set_loss_limits: "exchange",
  set_price_guards: "exchange",
  set_chain_terms: "exchange",
  create_sub_account: "deals",
  set_user_access: "exchange",
  modify_key: "free",
  set_conversion_terms: "exchange",
  set_conversion_rules: "exchange",
  quote_conversion: "trading",
  convert: "trading",
  observe_deposit: "exchange",
  confirm_deposit: "exchange",
  revert_deposit: "exchange",
  set_deposit_wallet: "free",
  add_address: "free",
  remove_address: "free",
  request_withdrawal: "own_check",
  withdraw_internally: "own_check",
  cancel_withdrawal: "free",
  review_withdrawal: "exchange",
  sign_withdrawal: "own_check",
  report_withdrawal: "exchange",
  set_p2p_fiat: "exchange",
  set_p2p_token: "exchange",
  add_p2p_method: "exchange",
  set_p2p_level: "exchange",
  set_p2p_merchant: "exchange",
  add_p2p_account: "free",
  remove_p2p_account: "free",
  create_p2p_ad: "own_check",
  update_p2p_ad: "own_check",
  set_p2p_ad_status: "own_check",
  place_p2p_order: "own_check",
  step_p2p_order: "own_check",
  resolve_p2p_order: "exchange",
  set_cancel_countdown: "free",
  set_pledged_loan_terms: "exchange",
  set_pledge_terms: "exchange",
  take_pledged_loan: "trading",
  repay_pledged_loan: "free",
  revise_pledge: (state, { isAdded, user }) => (isAdded ? undefined : frozenTrader(state, user)),
  set_loan_product: "exchange",
  set_risk_unit: "exchange",
  bind_unit_user: (state, { bound, unit }) =>
    frozenDealer(state, bound) ?? frozenInUnit(state, unit),
  issue_unit_loan: (state, { unit }) => frozenInUnit(state, unit),
  repay_unit_loan: "deals",
  reverse_position: "trading",
  move_position: "own_check",
  switch_account: "free",
  found_market: "exchange",
  remember_market: "exchange",
  import_path: "exchange",
  cancel_all_of_user: "exchange",
  set_setting: "exchange",
  set_admin_token: "exchange",
  remove_admin_token: "exchange",
  hold_index_price: "exchange",
  adjust_balance: "exchange",
  decide_adjustment: "exchange",
  set_adjustment_rules: "exchange",
  bust_trade: "exchange",
  refund_liquidation: "exchange",
  set_market_fees: "exchange",
  set_fee_level: "exchange",
  set_user_fee_level: "exchange",
  set_order_limits: "exchange",
  set_user_freezes: "exchange",
  prepare_instrument: "exchange",
  set_sign_in: "free",
};

function frozenUser(state: State, command: Command): User | undefined {
  const rule = FREEZE_RULES[command.kind] as FreezeRule;
  if (typeof rule === "function") return rule(state, command);
  if (rule === "trading" || rule === "deals") {
    const { user } = command as DraftOf<"borrow">;
    return rule === "trading" ? frozenTrader(state, user) : frozenDealer(state, user);
  }
  return undefined;
}

/** Whether a freeze prevents the command; if so, emits `command_rejected` for the frozen user. */
export function isStoppedByFreeze(state: State, command: Command, emit: Emit): boolean {
  const user = frozenUser(state, command);
  if (user === undefined) return false;
  rejectCommand(state, user.index, "account_frozen", emit);
  return true;
}
