/** Institutional loans, by the rules as written in decision 0067. */
import { unreachable } from "../../../src/core/base/assert.ts";
import { CREDIT_ATOMS_MAX, LIQUIDATION_CANCELS_PER_STEP } from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { MoveReason, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { INSTITUTIONAL_COMMANDS } from "../../../src/core/commands/institutional-commands.ts";
import { ceilDiv } from "./naive-amounts.ts";
import { closePositions } from "./naive-close.ts";
import { fundOf } from "./naive-lending.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { closeOrder } from "./naive-matching.ts";
import { spendableOf } from "./naive-money.ts";
import { cancel } from "./naive-plans.ts";
import { isPaused } from "./naive-pool.ts";
import type { NaiveAccount, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf } from "./naive-unified.ts";
import {
  figuresOf,
  hourly,
  isBeyond,
  judgeLine,
  type NaiveUnit,
  type NaiveUnitLoan,
  owedBy,
  productOf,
  ratioOf,
  UNIT_WALLETS,
  unitOf,
} from "./naive-units.ts";

const E6 = 1_000_000n;
const HOUR_MS = 3_600_000;
const DOLLAR = 100_000_000n;
const UNITS_MAX = 128;
const USERS_MAX = 20;
const LOANS_MAX = 20;
const UNITS_PER_TICK = 4;
const SWEEP_MS = 1_000;
const FUTURES = [
  ...(["usdt_futures", "usdc_futures", "coin_futures"] as const),
  ...(["susdt_futures", "susdc_futures", "scoin_futures"] as const),
];

export type UnitMove = (
  state: NaiveState,
  from: NaiveAccount,
  to: NaiveAccount,
  terms: {
    readonly reason: MoveReason;
    readonly amount: bigint;
    readonly clientTransferId: string;
  },
) => void;

function leastOf(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((one, other) => Number(one > other) - Number(one < other));
  return sorted[0] ?? 0n;
}

type UnitKind = keyof typeof INSTITUTIONAL_COMMANDS;
type UnitCommand = { [K in UnitKind]: CommandOf<K> }[UnitKind];

export function isOfUnits(command: Command): command is UnitCommand {
  return command.kind in INSTITUTIONAL_COMMANDS;
}

function isRising(list: readonly number[]): boolean {
  return list.every((one, at) => at === 0 || one > (list[at - 1] ?? one));
}

function isSound(state: NaiveState, command: CommandOf<"set_loan_product">): boolean {
  const { buyLineE6, liquidationLineE6, openLineE6, stopLineE6, transferLineE6 } = command;
  const { currencies, instruments, leverage, ratiosE6, valuesMaxUsd } = command;
  const lines = [buyLineE6, openLineE6, transferLineE6, stopLineE6];
  return (
    command.product >= 1 &&
    leverage >= 2 &&
    leverage <= 10 &&
    command.dailyRateE8 <= 100_000_000 &&
    lines.every((line) => line >= 1 && line <= liquidationLineE6) &&
    stopLineE6 !== liquidationLineE6 &&
    liquidationLineE6 <= 999_999 &&
    currencies.length === ratiosE6.length &&
    currencies.length === valuesMaxUsd.length &&
    currencies.length <= 64 &&
    instruments.length <= 256 &&
    isRising(currencies) &&
    isRising(instruments) &&
    currencies.every((coin) => coin < state.currencies.length) &&
    ratiosE6.every((ratio) => ratio <= 1_000_000) &&
    valuesMaxUsd.every((value) => value <= 10 ** 12) &&
    instruments.every((index) => state.instruments[index]?.realm === command.realm)
  );
}

function setProduct(state: NaiveState, command: CommandOf<"set_loan_product">): void {
  const { units } = state;
  const { product, realm } = command;
  const isSame = (one: { realm: string; product: number }): boolean =>
    one.realm === realm && one.product === product;
  const isNew = !units.products.some(isSame);
  if (!isSound(state, command) || (isNew && units.products.length >= 64)) {
    return state.rejectCommand(0, "loan_product_out_of_bounds");
  }
  const isEmpty = command.currencies.length === 0;
  const isUsed = units.list.some((unit) => {
    return unit.product === product && state.userAt(unit.account).realm === realm;
  });
  if (isEmpty && isUsed) return state.rejectCommand(0, "risk_unit_blocked");
  units.products = units.products.filter((one) => !isSame(one));
  if (!isEmpty) units.products.push(command);
  state.emit("loan_product_changed", { realm, product });
}

function judgeUnit(
  state: NaiveState,
  command: CommandOf<"set_risk_unit">,
  unit: NaiveUnit | undefined,
): Rejection | undefined {
  const user = state.ordinary(command.user);
  if (user === undefined) return "user_not_found";
  if (unit !== undefined && unit.loans.length > 0) return "risk_unit_blocked";
  if (command.product === 0) return unit === undefined ? "risk_unit_not_found" : undefined;
  const { products } = state.units;
  if (!products.some((one) => one.realm === user.realm && one.product === command.product)) {
    return "loan_product_not_found";
  }
  if (unit !== undefined) return undefined;
  if (unitOf(state, user.index) !== undefined) return "unit_user_bound";
  return state.units.list.length >= UNITS_MAX ? "risk_unit_limit_reached" : undefined;
}

function setUnit(state: NaiveState, command: CommandOf<"set_risk_unit">): void {
  const { product, user: account } = command;
  const unit = state.units.list.find((one) => one.account === account);
  const refusal = judgeUnit(state, command, unit);
  if (refusal !== undefined) return state.rejectCommand(account, refusal);
  if (unit === undefined) {
    const made = { account, product, users: [account], isLiquidating: false, loans: [] };
    state.units.list.push(made);
    state.units.list.sort((one, other) => one.account - other.account);
  } else if (product === 0) {
    state.units.list = state.units.list.filter((one) => one !== unit);
  } else {
    unit.product = product;
  }
  state.emit("risk_unit_changed", { unit: account, product });
}

function bind(state: NaiveState, command: CommandOf<"bind_unit_user">): void {
  const refuse = (reason: Rejection): void => state.rejectCommand(command.user, reason);
  const user = state.ordinary(command.user);
  if (user === undefined) return refuse("user_not_found");
  const unit = state.units.list.find((one) => one.account === command.unit);
  const owner = unit === undefined ? undefined : state.userAt(unit.account);
  const isMain = user.parent === user.index && owner?.parent === user.index;
  if (unit === undefined || (owner !== user && !isMain)) return refuse("risk_unit_not_found");
  const bound = state.ordinary(command.bound);
  if (bound?.parent !== user.parent) return refuse("user_not_found");
  const of = unitOf(state, bound.index);
  if (command.isBound) {
    if (of !== undefined) return refuse("unit_user_bound");
    if (unit.users.length >= USERS_MAX) return refuse("risk_unit_limit_reached");
    unit.users.push(bound.index);
  } else {
    if (of !== unit || bound === owner) return refuse("unit_user_not_bound");
    const { transferLineE6 } = productOf(state, unit);
    const without = { without: bound.index };
    const line =
      unit.loans.length === 0 ? undefined : judgeLine(state, unit, transferLineE6, without);
    if (line !== undefined) return refuse(line);
    unit.users.splice(unit.users.indexOf(bound.index), 1);
  }
  const { isBound } = command;
  state.emit("unit_user_changed", { unit: unit.account, user: bound.index, isBound });
}

function mainWallet(user: NaiveUser): Wallet {
  return user.accountKind === "unified" ? "unified" : "spot";
}

function charge(state: NaiveState, unit: NaiveUnit, loan: NaiveUnitLoan): void {
  const hour = Math.floor(state.timeMs / HOUR_MS);
  const hours = hour - loan.hour;
  const amount = hourly(loan.principal, loan.dailyRateE8) * BigInt(hours);
  loan.hour = hour;
  if (amount === 0n) return;
  loan.interest += amount;
  const { currency, id: loanId, interest, principal } = loan;
  state.emit("unit_interest_charged", {
    ...{ loanId, unit: unit.account, currency, amount, hours, principal, interest },
  });
}

function judgeIssue(
  state: NaiveState,
  unit: NaiveUnit,
  command: CommandOf<"issue_unit_loan">,
): Rejection | undefined {
  const { amount, currency } = command;
  const product = productOf(state, unit);
  const owner = state.userAt(unit.account);
  if (!product.currencies.includes(currency)) return "unit_coin_not_allowed";
  if (amount <= 0n) return "amount_not_positive";
  if (amount > CREDIT_ATOMS_MAX) return "amount_too_large";
  if (unit.loans.length >= LOANS_MAX) return "risk_unit_limit_reached";
  if (unit.isLiquidating) return "unit_liquidating";
  if (isAccountLiquidating(state, owner.index, mainWallet(owner), currency)) {
    return "account_liquidating";
  }
  if (isPaused(state, owner.realm, currency)) return "lending_paused";
  if (amount > fundOf(state, owner.realm, "lending_pool", currency).balance) {
    return "lending_pool_exhausted";
  }
  const debt = amount + hourly(amount, product.dailyRateE8);
  const after = figuresOf(state, unit, { currency, more: amount, debt, without: undefined });
  if (!after.isKnown) return "collateral_price_missing";
  const leverage = BigInt(product.leverage);
  const isWithin = after.debt * leverage <= after.collateral * (leverage - 1n);
  return isWithin ? undefined : "collateral_insufficient";
}

function issue(state: NaiveState, command: CommandOf<"issue_unit_loan">, move: UnitMove): void {
  const unit = state.units.list.find((one) => one.account === command.unit);
  if (unit === undefined) return state.rejectCommand(0, "risk_unit_not_found");
  const refusal = judgeIssue(state, unit, command);
  if (refusal !== undefined) return state.rejectCommand(unit.account, refusal);
  const { amount, currency } = command;
  const owner = state.userAt(unit.account);
  const from = fundOf(state, owner.realm, "lending_pool", currency);
  const to = state.account(owner.index, mainWallet(owner), currency, undefined);
  move(state, from, to, { reason: "unit_loan", amount, clientTransferId: "" });
  const id = state.nextId();
  const { dailyRateE8 } = productOf(state, unit);
  const hour = Math.floor(state.timeMs / HOUR_MS) - 1;
  const loan = { id, currency, dailyRateE8, principal: amount, interest: 0n, hour };
  unit.loans.push(loan);
  state.outcome.id = id;
  const { account, product } = unit;
  state.emit("unit_loan_issued", { loanId: id, unit: account, product, currency, amount });
  charge(state, unit, loan);
}

/** An amount that a user has paid for a loan lowers it, its interest first. */
function lower(
  state: NaiveState,
  paid: {
    readonly unit: NaiveUnit;
    readonly loan: NaiveUnitLoan;
    readonly user: number;
    readonly amount: bigint;
    readonly isForced: boolean;
  },
): void {
  const { amount, isForced, loan, unit, user } = paid;
  const interestPart = leastOf([amount, loan.interest]);
  const principalPart = amount - interestPart;
  loan.interest -= interestPart;
  loan.principal -= principalPart;
  const { currency, id: loanId, interest, principal } = loan;
  if (interest + principal === 0n) unit.loans = unit.loans.filter((one) => one !== loan);
  const repayId = state.nextId();
  state.outcome.id = repayId;
  state.emit("unit_loan_repaid", {
    ...{ repayId, loanId, unit: unit.account, user, currency, isForced },
    ...{ principalPart, interestPart, principal, interest },
  });
}

function pay(
  state: NaiveState,
  from: NaiveAccount,
  paid: Parameters<typeof lower>[1],
  move: UnitMove,
): void {
  const { amount, loan } = paid;
  const { realm } = state.userAt(paid.user);
  const interest = leastOf([amount, loan.interest]);
  const parts = [
    ["interest_income", interest],
    ["lending_pool", amount - interest],
  ] as const;
  for (const [wallet, part] of parts) {
    if (part === 0n) continue;
    const to = fundOf(state, realm, wallet, loan.currency);
    move(state, from, to, { reason: "unit_repayment", amount: part, clientTransferId: "" });
  }
  lower(state, paid);
}

function repay(state: NaiveState, command: CommandOf<"repay_unit_loan">, move: UnitMove): void {
  const refuse = (reason: Rejection): void => state.rejectCommand(command.user, reason);
  const user = state.ordinary(command.user);
  if (user === undefined) return refuse("user_not_found");
  const unit = unitOf(state, user.index);
  const loan = unit?.loans.find((one) => one.id === command.loan);
  if (unit === undefined || loan === undefined) return refuse("loan_not_found");
  if (command.amount <= 0n) return refuse("amount_not_positive");
  const wallet = mainWallet(user);
  const { currency } = loan;
  if (isAccountLiquidating(state, user.index, wallet, currency)) {
    return refuse("account_liquidating");
  }
  const owed = owedBy(state, loan);
  const amount = leastOf([command.amount, owed]);
  if (spendableOf(state, user, wallet, currency) < amount) return refuse("insufficient_available");
  charge(state, unit, loan);
  const from = state.account(user.index, wallet, currency, undefined);
  pay(state, from, { unit, loan, user: user.index, amount, isForced: false }, move);
}

type Source = { readonly user: NaiveUser; readonly wallet: Wallet; readonly currency: number };

/** Wallets that may repay a coin: those in the coin itself first. */
function sourcesOf(state: NaiveState, unit: NaiveUnit, owed: number): Source[] {
  const { currencies } = productOf(state, unit);
  const coins = [owed, ...[...currencies].filter((coin) => coin !== owed)];
  return coins.flatMap((currency) =>
    unit.users.flatMap((index) =>
      UNIT_WALLETS.filter((wallet) => !isAccountLiquidating(state, index, wallet, currency)).map(
        (wallet) => ({ user: state.userAt(index), wallet, currency }),
      ),
    ),
  );
}

/** Takes from one wallet what repays a loan by at most this value. Returns the value repaid. */
function take(
  state: NaiveState,
  unit: NaiveUnit,
  { loan, most, source }: { loan: NaiveUnitLoan; most: bigint; source: Source },
  move: UnitMove,
): bigint {
  const { currency, user, wallet } = source;
  const [owedTop, owedBottom] = dollarsOf(state, user, loan.currency);
  const [paidTop, paidBottom] = dollarsOf(state, user, currency);
  const spendable = spendableOf(state, user, wallet, currency);
  if (spendable <= 0n || owedTop === 0n || paidTop === 0n) return 0n;
  const limits = [loan.principal + loan.interest, (most * owedBottom) / owedTop + 1n];
  const isOwn = currency === loan.currency;
  const top = owedTop * paidBottom * (E6 + BigInt(state.lending.feeE6));
  const bottom = owedBottom * paidTop * E6;
  limits.push(isOwn ? spendable : (spendable * bottom) / top);
  const give = leastOf(limits);
  if (give <= 0n) return 0n;
  const from = state.account(user.index, wallet, currency, undefined);
  const taken = ceilDiv(give * top, bottom);
  const covered = leastOf([loan.principal + loan.interest, (taken * bottom) / top]);
  const repaid = isOwn ? give : covered;
  const paid = { unit, loan, user: user.index, amount: repaid, isForced: true };
  if (isOwn) pay(state, from, paid, move);
  else {
    const to = fundOf(state, user.realm, "lending_pool", currency);
    move(state, from, to, { reason: "unit_collateral", amount: taken, clientTransferId: "" });
    lower(state, paid);
  }
  return ceilDiv(repaid * owedTop, owedBottom);
}

/** Ends what a user has open. Returns how many orders and plans. */
function endAll(state: NaiveState, user: number): number {
  const orders = state
    .openOrdersOf(user)
    .filter((order) => ["default", "unified_margin"].includes(order.backing))
    .slice(0, LIQUIDATION_CANCELS_PER_STEP);
  for (const order of orders) closeOrder(state, order, "liquidation");
  const plans = state.plans
    .filter((plan) => plan.user === user)
    .slice(0, LIQUIDATION_CANCELS_PER_STEP);
  for (const plan of plans) cancel(state, plan, "liquidation");
  return orders.length + plans.length;
}

function closeAll(state: NaiveState, user: number): void {
  for (const category of FUTURES) {
    const isHeld = state.positions.some((one) => {
      return one.user === user && state.instrumentAt(one.instrument).category === category;
    });
    if (!isHeld) continue;
    closePositions(state, {
      ...{ kind: "close_positions", seq: state.seq, timeMs: state.timeMs },
      ...{ user, category, instrument: 0, positionSide: "net", source: "liquidation" },
    } as CommandOf<"close_positions">);
  }
}

function step(
  state: NaiveState,
  unit: NaiveUnit,
  figures: ReturnType<typeof figuresOf>,
  move: UnitMove,
): void {
  let ended = 0;
  for (const user of unit.users) ended += endAll(state, user);
  const { stopLineE6 } = productOf(state, unit);
  const { collateral, debt } = figures;
  const kept = collateral > 0n ? (collateral * BigInt(stopLineE6)) / E6 : 0n;
  const excess = debt - kept;
  let left = excess > DOLLAR ? excess : DOLLAR;
  let hasTaken = false;
  for (const loan of unit.loans) {
    for (const source of sourcesOf(state, unit, loan.currency)) {
      if (left <= 0n || loan.principal + loan.interest === 0n) break;
      const repaid = take(state, unit, { loan, most: left, source }, move);
      if (repaid > 0n) hasTaken = true;
      left -= repaid;
    }
  }
  if (!hasTaken && ended === 0) for (const user of unit.users) closeAll(state, user);
}

function visit(state: NaiveState, unit: NaiveUnit, move: UnitMove): void {
  for (const loan of unit.loans) charge(state, unit, loan);
  if (unit.loans.length === 0 && !unit.isLiquidating) return;
  const figures = figuresOf(state, unit);
  if (!figures.isKnown) return;
  const { liquidationLineE6, stopLineE6 } = productOf(state, unit);
  const tell = (isLiquidating: boolean): void => {
    unit.isLiquidating = isLiquidating;
    const ratioE6 = ratioOf(figures);
    state.emit("unit_liquidation_changed", { unit: unit.account, isLiquidating, ratioE6 });
  };
  if (unit.isLiquidating) {
    if (!isBeyond(figures, stopLineE6)) return tell(false);
  } else {
    if (ratioOf(figures) < liquidationLineE6) return;
    tell(true);
  }
  step(state, unit, figures, move);
  state.outcome = { ...state.outcome, rejection: undefined, id: 0, items: undefined };
}

/** A tick visits a few units in each second's round. */
export function unitTick(state: NaiveState, move: UnitMove): void {
  const { units } = state;
  if (units.list.length === 0) return;
  if (units.next === undefined) {
    if (state.timeMs - units.sweptAtMs < SWEEP_MS) return;
    units.sweptAtMs = state.timeMs;
    units.next = 0;
  }
  for (let visits = 0; visits < UNITS_PER_TICK && units.next !== undefined; visits++) {
    const from: number = units.next;
    const unit = units.list.find(({ account }) => account >= from);
    units.next = unit === undefined ? undefined : unit.account + 1;
    if (unit !== undefined) visit(state, unit, move);
  }
}

/** Applies one of them. */
export function dispatchUnits(state: NaiveState, command: UnitCommand, move: UnitMove): void {
  switch (command.kind) {
    case "set_loan_product":
      return setProduct(state, command);
    case "set_risk_unit":
      return setUnit(state, command);
    case "bind_unit_user":
      return bind(state, command);
    case "issue_unit_loan":
      return issue(state, command, move);
    case "repay_unit_loan":
      return repay(state, command, move);
    default:
      return unreachable(command);
  }
}
