/**
 * The exchange a second time, written apart from the core and as simply as can be: the oracle that
 * every event and every outcome of the core is compared with.
 */
import { unreachable } from "../../../src/core/base/assert.ts";
import { CLIENT_TRANSFER_IDS_MAX, CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import { CATEGORIES, type MoveReason, type Wallet } from "../../../src/core/base/vocabulary.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import type { CoreEvent } from "../../../src/core/events/events.ts";
import { dispatchAccounts } from "./naive-accounts.ts";
import { tellAct } from "./naive-acts.ts";
import { setChainTerms } from "./naive-chains.ts";
import { dispatchConversions, expireQuotes } from "./naive-conversions.ts";
import { endCountdowns } from "./naive-countdowns.ts";
import { custodyTools, dispatchCustody, isCustody } from "./naive-custody.ts";
import { chargeHour, judgeCredit, tellDebt } from "./naive-debts.ts";
import { scheduleDelivery } from "./naive-delivery.ts";
import { depthTick } from "./naive-depth.ts";
import { dispatchAccess, hasFreeze, isBarred, isMoveBarred, isOfAccess } from "./naive-freezes.ts";
import { feesTick } from "./naive-fund.ts";
import { setFundingTerms } from "./naive-funding.ts";
import {
  availableAt,
  borrow,
  fundOf,
  isUnwinding,
  moneyAt,
  type Place,
  placeOf,
  repay,
  setLoanTerms,
  termsFor,
} from "./naive-lending.ts";
import { setOpeningLimits } from "./naive-limits.ts";
import { liquidationTick } from "./naive-liquidation.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { list, setIndexPrices, setInstrumentStatus, tick } from "./naive-listing.ts";
import { setFundTerms, setLossLimits } from "./naive-losses.ts";
import {
  adjustMargin,
  level,
  setAutoMargin,
  setLeverage,
  setMarginMode,
  setPositionTiers,
} from "./naive-margin.ts";
import { dispatchMarket, isOfMarket } from "./naive-market.ts";
import { spendableOf } from "./naive-money.ts";
import { judgeLeaving } from "./naive-open-loss.ts";
import { dispatchOperating, isOfOperating } from "./naive-operating.ts";
import { dispatchOrders } from "./naive-order-dispatch.ts";
import { dispatchP2p, expireP2p, isP2p } from "./naive-p2p-orders.ts";
import { executePlans } from "./naive-plan-commands.ts";
import { dispatchPlans } from "./naive-plan-dispatch.ts";
import { dispatchPledging, isPledging, sweepPledges } from "./naive-pledging.ts";
import { setMarginRules } from "./naive-pool.ts";
import { setPriceGuards } from "./naive-prices.ts";
import {
  isHedged,
  type NaiveAccount,
  type NaiveTransfer,
  type NaiveUser,
} from "./naive-records.ts";
import { isHeldFor } from "./naive-review.ts";
import { NaiveState } from "./naive-state.ts";
import { switchAccount } from "./naive-switches.ts";
import { dispatchUnits, isOfUnits, unitTick } from "./naive-unit-loans.ts";
import { judgeLeavingUnit } from "./naive-units.ts";
import { flashRepay, stepUnwinds, sweep } from "./naive-unwinding.ts";

function walletsOf(user: NaiveUser): readonly Wallet[] {
  if (user.accountKind === "unified") return ["unified", "funding"];
  return ["spot", "funding", "usdt_futures", "usdc_futures", "coin_futures"];
}

function move(
  state: NaiveState,
  from: NaiveAccount,
  to: NaiveAccount,
  terms: {
    readonly reason: MoveReason;
    readonly amount: bigint;
    readonly clientTransferId: string;
  },
  instruments: { readonly from: number; readonly to: number } = { from: 0, to: 0 },
): void {
  chargeHour(state, from.user);
  chargeHour(state, to.user);
  from.balance -= terms.amount;
  to.balance += terms.amount;
  state.outcome.id = state.nextId();
  state.emit("funds_moved", {
    ...terms,
    transferId: state.outcome.id,
    currency: from.currency,
    fromUser: from.user,
    fromWallet: from.wallet,
    fromBalance: from.balance,
    toUser: to.user,
    toWallet: to.wallet,
    toBalance: to.balance,
    fromInstrument: instruments.from,
    toInstrument: instruments.to,
  });
  tellDebt(state, from);
  tellDebt(state, to);
}

/** Between wallets of one user, whole accounts of isolated pairs too. */
function moveAll(state: NaiveState, from: NaiveAccount, to: NaiveAccount, amount: bigint): void {
  const terms = { reason: "transfer", amount, clientTransferId: "" } as const;
  const instrument = from.instrument === undefined ? 0 : from.instrument + 1;
  move(state, from, to, terms, { from: instrument, to: 0 });
}

function credit(state: NaiveState, command: CommandOf<"credit">): void {
  const { amount, currency, user: index, wallet } = command;
  const user = state.ordinary(index);
  if (user === undefined) return state.rejectCommand(index, "user_not_found");
  if (state.currencies[currency] === undefined) {
    return state.rejectCommand(index, "currency_not_found");
  }
  if (!walletsOf(user).includes(wallet)) return state.rejectCommand(index, "wallet_not_allowed");
  const to = state.account(index, wallet, currency, undefined);
  const exchange = user.realm === "live" ? 0 : 1;
  const from = state.account(exchange, "outside_world", currency, undefined);
  if (amount <= 0n) return state.rejectCommand(index, "amount_not_positive");
  if (amount - from.balance > CREDIT_ATOMS_MAX) {
    return state.rejectCommand(index, "amount_too_large");
  }
  move(state, from, to, { reason: "credit", amount, clientTransferId: "" });
}

/** The transfer of this user under the same client id, among the latest that are remembered. */
function knownTransfer(
  state: NaiveState,
  command: CommandOf<"transfer">,
): NaiveTransfer | undefined {
  return state.transfers
    .filter((one) => one.command.fromUser === command.fromUser)
    .slice(-CLIENT_TRANSFER_IDS_MAX)
    .find((one) => one.command.clientTransferId === command.clientTransferId);
}

function isSameTransfer(one: CommandOf<"transfer">, other: CommandOf<"transfer">): boolean {
  const names = [
    ...(["fromWallet", "toUser", "toWallet", "currency", "amount"] as const),
    ...(["fromInstrument", "toInstrument", "mayBorrow"] as const),
  ];
  return names.every((name) => one[name] === other[name]);
}

function transfer(state: NaiveState, command: CommandOf<"transfer">): void {
  const { amount, clientTransferId, currency, fromUser, fromWallet, toUser, toWallet } = command;
  const [from, to] = [state.ordinary(fromUser), state.ordinary(toUser)];
  if (from === undefined || to === undefined || from.parent !== to.parent) {
    return state.rejectCommand(fromUser, "user_not_found");
  }
  const known = knownTransfer(state, command);
  if (known !== undefined) {
    if (!isSameTransfer(known.command, command)) {
      return state.rejectCommand(fromUser, "duplicate_client_transfer_id");
    }
    state.outcome.id = known.id;
    return;
  }
  if (state.currencies[currency] === undefined) {
    return state.rejectCommand(fromUser, "currency_not_found");
  }
  const { fromInstrument, toInstrument } = command;
  const source = endOf(state, from, fromWallet, fromInstrument, currency);
  const target = endOf(state, to, toWallet, toInstrument, currency);
  if (source === undefined || target === undefined || source.account === target.account) {
    return state.rejectCommand(fromUser, "wallet_not_allowed");
  }
  const { mayBorrow } = command;
  if (mayBorrow && fromWallet !== "unified") {
    return state.rejectCommand(fromUser, "wallet_not_allowed");
  }
  if (amount <= 0n) return state.rejectCommand(fromUser, "amount_not_positive");
  if (from !== to && isHeldFor(state, from)) {
    return state.rejectCommand(fromUser, "account_under_review");
  }
  if (
    isMoveBarred(state, fromUser, toUser) ||
    (mayBorrow && hasFreeze(state, fromUser, "trading"))
  ) {
    return state.rejectCommand(fromUser, "account_frozen");
  }
  const isFrozen =
    isAccountLiquidating(state, fromUser, fromWallet, currency) ||
    isAccountLiquidating(state, toUser, toWallet, currency);
  if (isFrozen) return state.rejectCommand(fromUser, "account_liquidating");
  const refusal = judgeMargin(state, source.place, target.place, { currency, amount });
  if (refusal !== undefined) return state.rejectCommand(fromUser, refusal);
  const spendable =
    source.place === undefined
      ? spendableOf(state, from, fromWallet, currency)
      : availableAt(state, source.place, currency);
  if (spendable < amount) {
    const lack = mayBorrow ? judgeCredit(state, from, currency, amount) : "insufficient_available";
    if (lack !== undefined) return state.rejectCommand(fromUser, lack);
  }
  const receiver = { user: toUser, wallet: toWallet };
  const moved = { wallet: fromWallet, currency, amount };
  const line = judgeLeavingUnit(state, fromUser, receiver, moved);
  if (line !== undefined) return state.rejectCommand(fromUser, line);
  const reason = from === to ? "transfer" : "sub_transfer";
  const instruments = { from: fromInstrument, to: toInstrument };
  move(state, source.account, target.account, { reason, amount, clientTransferId }, instruments);
  if (clientTransferId !== "") state.transfers.push({ id: state.outcome.id, command });
}

/** One end of a transfer; undefined when the user has no such wallet for the coin. */
function endOf(
  state: NaiveState,
  user: NaiveUser,
  wallet: Wallet,
  instrument: number,
  currency: number,
): { readonly account: NaiveAccount; readonly place: Place | undefined } | undefined {
  if (wallet !== "crossed_margin" && wallet !== "isolated_margin") {
    if (instrument !== 0 || !walletsOf(user).includes(wallet)) return undefined;
    return { account: state.account(user.index, wallet, currency, undefined), place: undefined };
  }
  const place = placeOf(state, user, wallet, instrument);
  if (place === undefined || termsFor(state, place, currency) === undefined) return undefined;
  return { account: moneyAt(state, place, currency), place };
}

function judgeMargin(
  state: NaiveState,
  from: Place | undefined,
  to: Place | undefined,
  terms: { readonly currency: number; readonly amount: bigint },
): Rejection | undefined {
  for (const place of [from, to]) {
    if (place !== undefined && isUnwinding(state, place)) return "account_unwinding";
  }
  return from === undefined ? undefined : judgeLeaving(state, from, terms);
}

/** Funds for a fund of the exchange. */
function endow(state: NaiveState, command: CommandOf<"endow">): void {
  const { amount, currency, realm, wallet } = command;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  if (!["lending_pool", "insurance_fund", "conversion"].includes(wallet)) {
    return state.rejectCommand(0, "wallet_not_allowed");
  }
  if (amount <= 0n) return state.rejectCommand(0, "amount_not_positive");
  const from = fundOf(state, realm, "outside_world", currency);
  if (amount - from.balance > CREDIT_ATOMS_MAX) return state.rejectCommand(0, "amount_too_large");
  const to = fundOf(state, realm, wallet, currency);
  move(state, from, to, { reason: "credit", amount, clientTransferId: "" });
}

function setPositionMode(state: NaiveState, command: CommandOf<"set_position_mode">): void {
  const { category, isHedge } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const isUnified = user.accountKind === "unified";
  const scope = isUnified ? CATEGORIES : [category];
  const isInScope = (index: number): boolean => {
    const instrument = state.instrumentAt(index);
    return isUnified || (instrument.isFutures && instrument.category === category);
  };
  const isBlocked =
    state.positions.some((one) => one.user === user.index && isInScope(one.instrument)) ||
    state.openOrdersOf(user.index).some((one) => isInScope(one.instrument)) ||
    state.plans.some((one) => one.user === user.index && isInScope(one.instrument));
  if (isBlocked && user.hedgeCategories.has(category) !== isHedge) {
    return state.rejectCommand(user.index, "position_mode_blocked");
  }
  for (const one of scope) {
    if (isHedge) user.hedgeCategories.add(one);
    else user.hedgeCategories.delete(one);
  }
  state.emit("position_mode_changed", { user: user.index, category, isHedge });
  for (const instrument of state.instruments) {
    const isOneWay = instrument.isFutures && !isHedged(user, instrument);
    if (isOneWay && user.leverages.has(instrument.index)) level(state, user, instrument);
  }
}

type LendingKind =
  | "set_loan_terms"
  | "set_margin_rules"
  | "endow"
  | "borrow"
  | "repay"
  | "flash_repay";

function dispatchLending(
  state: NaiveState,
  command: { [K in LendingKind]: CommandOf<K> }[LendingKind],
): void {
  switch (command.kind) {
    case "set_loan_terms":
      return setLoanTerms(state, command);
    case "set_margin_rules":
      return setMarginRules(state, command);
    case "endow":
      return endow(state, command);
    case "borrow":
      return borrow(state, command);
    case "repay":
      return repay(state, command);
    case "flash_repay":
      return flashRepay(state, command);
    default:
      return unreachable(command);
  }
}

function passTime(state: NaiveState): void {
  tick(state);
  executePlans(state);
  liquidationTick(state);
  sweep(state);
  stepUnwinds(state);
  feesTick(state);
  depthTick(state);
  unitTick(state, move);
  expireQuotes(state);
  expireP2p(state, custodyTools(state, move).move);
  endCountdowns(state);
  sweepPledges(state);
}

type FundsKind = "credit" | "transfer" | "switch_account";

function dispatchFunds(
  state: NaiveState,
  command: { [K in FundsKind]: CommandOf<K> }[FundsKind],
): void {
  switch (command.kind) {
    case "credit":
      return credit(state, command);
    case "transfer":
      return transfer(state, command);
    case "switch_account":
      return switchAccount(state, command, (from, to, amount) => moveAll(state, from, to, amount));
    default:
      return unreachable(command);
  }
}

function operatingTools(state: NaiveState) {
  return { move: custodyTools(state, move).move, walletsOf };
}

function dispatch(state: NaiveState, command: Command): void {
  if (isOfAccess(command)) return dispatchAccess(state, command);
  if (isCustody(command)) return dispatchCustody(state, command, custodyTools(state, move));
  if (isP2p(command)) return dispatchP2p(state, command, custodyTools(state, move).move);
  if (isPledging(command)) return dispatchPledging(state, command);
  if (isOfMarket(command)) return dispatchMarket(state, command);
  if (isOfOperating(command)) return dispatchOperating(state, command, operatingTools(state));
  if (isOfUnits(command)) return dispatchUnits(state, command, move);
  switch (command.kind) {
    case "tick":
      return passTime(state);
    case "place_plan":
    case "place_exits":
    case "amend_plan":
    case "cancel_plan":
    case "cancel_plans":
      return dispatchPlans(state, command);
    case "set_loan_terms":
    case "set_margin_rules":
    case "endow":
    case "borrow":
    case "repay":
    case "flash_repay":
      return dispatchLending(state, command);
    case "list_currency":
    case "list_instrument":
    case "prepare_instrument":
      return list(state, command);
    case "set_instrument_status":
      return setInstrumentStatus(state, command);
    case "set_collateral":
    case "set_account_level":
    case "set_questionnaire":
    case "set_user_review":
    case "set_coin_leverage":
    case "repay_debts":
    case "create_user":
    case "create_key":
    case "delete_key":
    case "create_sub_account":
    case "set_user_access":
    case "modify_key":
    case "set_cancel_countdown":
      return dispatchAccounts(state, command);
    case "set_chain_terms":
      return setChainTerms(state, command);
    case "credit":
    case "transfer":
    case "switch_account":
      return dispatchFunds(state, command);
    case "place_order":
    case "amend_order":
    case "replace_order":
    case "cancel_order":
    case "cancel_orders":
    case "close_positions":
    case "reverse_position":
    case "move_position":
      return dispatchOrders(state, command);
    case "set_index_prices":
      return setIndexPrices(state, command);
    case "set_conversion_terms":
    case "set_conversion_rules":
    case "quote_conversion":
    case "convert":
      return dispatchConversions(state, command);
    default:
      return dispatchFutures(state, command);
  }
}

type FuturesTerms = Extract<
  Command,
  {
    kind:
      | "set_leverage"
      | "set_position_mode"
      | "set_margin_mode"
      | "adjust_margin"
      | "set_auto_margin"
      | "set_position_tiers"
      | "set_opening_limits"
      | "set_loss_limits"
      | "set_fund_terms"
      | "set_price_guards"
      | "set_funding_terms"
      | "schedule_delivery";
  }
>;

/** What sets the terms of futures and of their positions. */
function dispatchFutures(state: NaiveState, command: FuturesTerms): void {
  switch (command.kind) {
    case "set_leverage":
      return setLeverage(state, command);
    case "set_position_mode":
      return setPositionMode(state, command);
    case "set_margin_mode":
      return setMarginMode(state, command);
    case "adjust_margin":
      return adjustMargin(state, command);
    case "set_auto_margin":
      return setAutoMargin(state, command);
    case "set_position_tiers":
      return setPositionTiers(state, command);
    case "set_opening_limits":
      return setOpeningLimits(state, command);
    case "set_loss_limits":
      return setLossLimits(state, command);
    case "set_fund_terms":
      return setFundTerms(state, command);
    case "set_price_guards":
      return setPriceGuards(state, command);
    case "schedule_delivery":
      return scheduleDelivery(state, command);
    case "set_funding_terms":
      return setFundingTerms(state, command);
    default:
      return unreachable(command);
  }
}

/** Applies commands in order and answers with the events of each. */
export class NaiveExchange {
  readonly state = new NaiveState();

  apply(command: Command): CoreEvent[] {
    const { state } = this;
    if (command.seq !== state.seq + 1) throw new Error(`seq ${state.seq + 1}, got ${command.seq}`);
    if (command.timeMs < state.timeMs) throw new Error(`time goes back at seq ${command.seq}`);
    state.seq = command.seq;
    state.timeMs = command.timeMs;
    state.events = [];
    const amounts = { repaidUsd: 0n, conversion: undefined, pledged: undefined };
    const nothing = { rejection: undefined, id: 0, replacedReduceOnly: false, items: undefined };
    state.outcome = { ...nothing, ...amounts };
    state.emit("command_applied", { command: command.kind });
    if (!isBarred(state, command)) dispatch(state, command);
    tellAct(state, command);
    return state.events;
  }
}
