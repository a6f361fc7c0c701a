/** Entry point of the core: applies a command to the state and writes events. */

import { cancelAllOfUser } from "./access/cancel-all-of-user.ts";
import { isStoppedByFreeze } from "./access/freeze-gate.ts";
import { setSignIn } from "./access/set-sign-in.ts";
import { setUserFreezes } from "./access/set-user-freezes.ts";
import {
  createKey,
  createSubAccount,
  createUser,
  deleteKey,
  modifyKey,
  setUserAccess,
} from "./accounts/manage-users.ts";
import { setUserReview } from "./accounts/review-user.ts";
import { assert } from "./base/assert.ts";
import { borrow } from "./borrowing/borrow.ts";
import { setCoinLeverage } from "./borrowing/change-coin-leverage.ts";
import { repayDebts } from "./borrowing/repay-debts.ts";
import { applyTick } from "./clock/tick.ts";
import {
  COMMAND_KINDS,
  type Command,
  type CommandKind,
  type DraftOf,
} from "./commands/commands.ts";
import { convert } from "./converting/convert.ts";
import { quoteConversion } from "./converting/quote-conversion.ts";
import { setConversionRules, setConversionTerms } from "./converting/set-conversion-terms.ts";
import { addAddress } from "./custody/address-book.ts";
import { setDepositWallet } from "./custody/deposit-wallet.ts";
import { confirmDeposit, observeDeposit, revertDeposit } from "./custody/deposits.ts";
import { withdrawInternally } from "./custody/internal-withdrawals.ts";
import { removeAddress } from "./custody/remove-address.ts";
import {
  cancelWithdrawal,
  reportWithdrawal,
  requestWithdrawal,
  reviewWithdrawal,
  signWithdrawal,
} from "./custody/withdrawals.ts";
import { scheduleDelivery } from "./delivery/schedule-delivery.ts";
import { eventLayout } from "./events/event-layout.ts";
import { setFeeLevel, setMarketFees, setUserFeeLevel } from "./fees/set-fees.ts";
import { setFundingTerms } from "./funding/set-funding-terms.ts";
import { bindUnitUser } from "./institutional/bind-user.ts";
import { setLoanProduct, setRiskUnit } from "./institutional/set-loan-product.ts";
import { repay } from "./lending/repay-loan.ts";
import { setLoanTerms } from "./lending/set-loan-terms.ts";
import { setMarginRules } from "./lending/set-margin-rules.ts";
import { foundMarket, importPath, rememberMarket } from "./listing/found-market.ts";
import { holdIndexPrice } from "./listing/hold-index-price.ts";
import {
  listCurrency,
  listInstrument,
  prepareInstrument,
  setCollateral,
  setInstrumentStatus,
  setPositionTiers,
} from "./listing/list.ts";
import { setIndexPrices } from "./listing/refresh-marks.ts";
import { setChainTerms } from "./listing/set-chain-terms.ts";
import { setLossLimits } from "./listing/set-loss-limits.ts";
import { setOpeningLimits } from "./listing/set-opening-limits.ts";
import { setOrderLimits } from "./listing/set-order-limits.ts";
import { setPriceGuards } from "./listing/set-price-guards.ts";
import { adjustMargin, setAutoMargin } from "./margin/adjust-margin.ts";
import { setAccountLevel, setQuestionnaire } from "./margin/change-account-level.ts";
import { setLeverage, setMarginMode, setPositionMode } from "./margin/change-settings.ts";
import type { Seq, TimeMs } from "./money/units.ts";
import { adjustBalance, setAdjustmentRules } from "./operating/adjustments.ts";
import { removeAdminToken, setAdminToken } from "./operating/admin-tokens.ts";
import { bustTrade } from "./operating/bust-trade.ts";
import { decideAdjustment } from "./operating/decide-adjustment.ts";
import { refundLiquidation } from "./operating/refund-liquidation.ts";
import { reportAct } from "./operating/report-act.ts";
import { setSetting } from "./operating/settings.ts";
import { amendOrder } from "./orders/amend-order.ts";
import { cancelOrder, cancelOrders } from "./orders/cancel-order.ts";
import { closePositions } from "./orders/close-positions.ts";
import { movePosition } from "./orders/move-position.ts";
import { placeOrder } from "./orders/place-order.ts";
import { replaceOrder } from "./orders/replace-order.ts";
import { reversePosition } from "./orders/reverse-position.ts";
import { setCancelCountdown } from "./orders/run-countdowns.ts";
import { addP2pAccount, removeP2pAccount } from "./p2p/p2p-accounts.ts";
import { createP2pAd, setP2pAdStatus, updateP2pAd } from "./p2p/p2p-ads.ts";
import { resolveP2pOrder, stepP2pOrder } from "./p2p/p2p-order-steps.ts";
import { placeP2pOrder } from "./p2p/place-p2p-order.ts";
import {
  addP2pMethod,
  setP2pFiat,
  setP2pLevel,
  setP2pMerchant,
  setP2pToken,
} from "./p2p/set-p2p-terms.ts";
import { repayPledgedLoan } from "./pledging/repay-pledged-loan.ts";
import { revisePledge } from "./pledging/revise-pledge.ts";
import { setPledgedLoanTerms, setPledgeTerms } from "./pledging/set-pledge-terms.ts";
import { takePledgedLoan } from "./pledging/take-pledged-loan.ts";
import { NO_EPOCH } from "./positions/row-need.ts";
import { setFundTerms } from "./settlement/share-fees.ts";
import type { Emit, State } from "./state.ts";
import { credit, endow, transfer } from "./transfers/move-funds.ts";
import { switchAccount } from "./transfers/switch-account.ts";
import { amendPlan } from "./triggers/amend-plan.ts";
import { cancelPlan, cancelPlans } from "./triggers/cancel-plan.ts";
import { placeExits } from "./triggers/place-exits.ts";
import { placePlan } from "./triggers/place-plan.ts";
import { issueUnitLoan } from "./unit-lending/issue-unit-loan.ts";
import { repayUnitLoan } from "./unit-lending/repay-unit-loan.ts";
import { flashRepay } from "./unwinding/unwind-accounts.ts";

const COMMAND_INDEX: Readonly<Record<CommandKind, number>> = Object.fromEntries(
  COMMAND_KINDS.map((kind, index) => [kind, index]),
) as Record<CommandKind, number>;

/**
 * Commands, besides those on orders, that change what a sweep finds by balances, orders and prices
 * alone: users known to be calm stay so. Any other command may change terms and modes.
 */
const KEEPS_CALM: ReadonlySet<CommandKind> = new Set<CommandKind>([
  "tick",
  "set_index_prices",
  "replace_order",
  "cancel_orders",
  "close_positions",
  "reverse_position",
  "place_plan",
  "place_exits",
  "amend_plan",
  "cancel_plan",
  "cancel_plans",
  "set_leverage",
  "adjust_margin",
  "transfer",
  "credit",
]);

const APPLIED = eventLayout("command_applied");
const PLACE_ORDER = COMMAND_INDEX.place_order;
const AMEND_ORDER = COMMAND_INDEX.amend_order;
const CANCEL_ORDER = COMMAND_INDEX.cancel_order;

/**
 * Applies one command. Its seq follows that of the last command, its time is not before the last
 * time. Emits `command_applied`, the events of the operation, then `operator_acted` if it is an act
 * of the operator; `state.outcome` is the result for the submitter.
 *
 * The three most frequent kinds read their stamp in separate branches: code that sees the shapes of
 * all kinds takes ten times as long to find a field.
 */
export function apply(state: State, command: Command, emit: Emit): void {
  switch (command.kind) {
    case "amend_order":
      advance(state, command.seq, command.timeMs);
      emitApplied(state, AMEND_ORDER, emit);
      return amendOrder(state, command, emit);
    case "place_order":
      advance(state, command.seq, command.timeMs);
      emitApplied(state, PLACE_ORDER, emit);
      return placeOrder(state, command, emit);
    case "cancel_order":
      advance(state, command.seq, command.timeMs);
      emitApplied(state, CANCEL_ORDER, emit);
      return cancelOrder(state, command, emit);
    default: {
      advance(state, command.seq, command.timeMs);
      emitApplied(state, COMMAND_INDEX[command.kind], emit);
      const { needEpoch } = state;
      state.needEpoch = NO_EPOCH;
      applyOther(state, command, emit);
      state.needEpoch = needEpoch + 1;
      if (!KEEPS_CALM.has(command.kind)) state.liquidations.calm.forgetAll();
      const act = command.origin?.act;
      if (act !== undefined) reportAct(state, command, act, emit);
    }
  }
}

function advance(state: State, seq: Seq, timeMs: TimeMs): void {
  assert(seq === state.seq + 1, "commands are applied in order, none left out");
  assert(timeMs >= state.timeMs, "time never goes back");
  state.seq = seq;
  state.timeMs = timeMs;
  const outcome = state.outcome;
  outcome.rejection = undefined;
  outcome.id = 0;
  outcome.replacedReduceOnly = false;
  outcome.repaidUsd = 0n;
  outcome.items = undefined;
  outcome.conversion = undefined;
  outcome.pledged = undefined;
}

function emitApplied(state: State, kindIndex: number, emit: Emit): void {
  const place = emit.open(APPLIED.header);
  const { numberWords } = emit;
  numberWords[place + APPLIED.seq] = state.seq;
  numberWords[place + APPLIED.timeMs] = state.timeMs;
  numberWords[place + APPLIED.command] = kindIndex;
}

type Handler<K extends CommandKind> = (state: State, command: DraftOf<K>, emit: Emit) => void;
type HotKind = "place_order" | "amend_order" | "cancel_order" | "replace_order" | "tick";

/** Handlers of all commands except the most frequent ones. */
const HANDLERS: { readonly [K in Exclude<CommandKind, HotKind>]: Handler<K> } = {
  cancel_orders: cancelOrders,
  close_positions: closePositions,
  reverse_position: reversePosition,
  move_position: movePosition,
  set_index_prices: setIndexPrices,
  transfer: transfer,
  credit: credit,
  set_leverage: setLeverage,
  set_position_mode: setPositionMode,
  set_margin_mode: setMarginMode,
  adjust_margin: adjustMargin,
  set_auto_margin: setAutoMargin,
  set_position_tiers: setPositionTiers,
  set_opening_limits: setOpeningLimits,
  set_price_guards: setPriceGuards,
  create_user: createUser,
  create_key: createKey,
  delete_key: deleteKey,
  set_loan_terms: setLoanTerms,
  set_margin_rules: setMarginRules,
  endow: endow,
  borrow: borrow,
  repay: repay,
  flash_repay: flashRepay,
  list_currency: listCurrency,
  list_instrument: listInstrument,
  prepare_instrument: prepareInstrument,
  schedule_delivery: scheduleDelivery,
  set_funding_terms: setFundingTerms,
  set_account_level: setAccountLevel,
  set_questionnaire: setQuestionnaire,
  set_collateral: setCollateral,
  set_instrument_status: setInstrumentStatus,
  place_plan: placePlan,
  place_exits: placeExits,
  amend_plan: amendPlan,
  cancel_plan: cancelPlan,
  cancel_plans: cancelPlans,
  set_coin_leverage: setCoinLeverage,
  repay_debts: repayDebts,
  set_user_review: setUserReview,
  set_fund_terms: setFundTerms,
  set_loss_limits: setLossLimits,
  set_chain_terms: setChainTerms,
  create_sub_account: createSubAccount,
  set_user_access: setUserAccess,
  modify_key: modifyKey,
  set_conversion_terms: setConversionTerms,
  set_conversion_rules: setConversionRules,
  quote_conversion: quoteConversion,
  convert: convert,
  observe_deposit: observeDeposit,
  confirm_deposit: confirmDeposit,
  revert_deposit: revertDeposit,
  set_deposit_wallet: setDepositWallet,
  add_address: addAddress,
  remove_address: removeAddress,
  request_withdrawal: requestWithdrawal,
  withdraw_internally: withdrawInternally,
  cancel_withdrawal: cancelWithdrawal,
  review_withdrawal: reviewWithdrawal,
  sign_withdrawal: signWithdrawal,
  report_withdrawal: reportWithdrawal,
  set_p2p_fiat: setP2pFiat,
  set_p2p_token: setP2pToken,
  add_p2p_method: addP2pMethod,
  set_p2p_level: setP2pLevel,
  set_p2p_merchant: setP2pMerchant,
  add_p2p_account: addP2pAccount,
  remove_p2p_account: removeP2pAccount,
  create_p2p_ad: createP2pAd,
  update_p2p_ad: updateP2pAd,
  set_p2p_ad_status: setP2pAdStatus,
  place_p2p_order: placeP2pOrder,
  step_p2p_order: stepP2pOrder,
  resolve_p2p_order: resolveP2pOrder,
  set_cancel_countdown: setCancelCountdown,
  set_pledged_loan_terms: setPledgedLoanTerms,
  set_pledge_terms: setPledgeTerms,
  take_pledged_loan: takePledgedLoan,
  repay_pledged_loan: repayPledgedLoan,
  revise_pledge: revisePledge,
  set_loan_product: setLoanProduct,
  set_risk_unit: setRiskUnit,
  bind_unit_user: bindUnitUser,
  issue_unit_loan: issueUnitLoan,
  repay_unit_loan: repayUnitLoan,
  switch_account: switchAccount,
  found_market: foundMarket,
  remember_market: rememberMarket,
  import_path: importPath,
  set_setting: setSetting,
  set_admin_token: setAdminToken,
  remove_admin_token: removeAdminToken,
  hold_index_price: holdIndexPrice,
  adjust_balance: adjustBalance,
  decide_adjustment: decideAdjustment,
  set_adjustment_rules: setAdjustmentRules,
  cancel_all_of_user: cancelAllOfUser,
  set_user_freezes: setUserFreezes,
  bust_trade: bustTrade,
  refund_liquidation: refundLiquidation,
  set_market_fees: setMarketFees,
  set_fee_level: setFeeLevel,
  set_user_fee_level: setUserFeeLevel,
  set_order_limits: setOrderLimits,
  set_sign_in: setSignIn,
};

type OtherCommand = Exclude<Command, { kind: "place_order" | "amend_order" | "cancel_order" }>;

function applyOther(state: State, command: OtherCommand, emit: Emit): void {
  switch (command.kind) {
    case "replace_order":
      return replaceOrder(state, command, emit);
    case "tick":
      return applyTick(state, emit);
    default:
      if (isStoppedByFreeze(state, command, emit)) return;
      return (HANDLERS[command.kind] as Handler<CommandKind>)(state, command, emit);
  }
}
