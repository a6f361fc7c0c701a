/**
 * Lending from the rules as written: loans in a plain list in the order in which they came about,
 * accounts named by words, every sum computed from all records.
 */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type {
  MarginWallet,
  Realm,
  RepaymentKind,
  Wallet,
} from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv, feeOf, least } from "./naive-amounts.ts";
import { holdOfAccount } from "./naive-money.ts";
import { committed } from "./naive-open-loss.ts";
import { isPaused, judgeLoanShare, type NaivePoolLoss } from "./naive-pool.ts";
import type { NaiveAccount, NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const HOUR_MS = 3_600_000;
const E6 = 1_000_000n;
const RATE_SCALE = 2_400_000_000n;

export type NaiveTier = {
  readonly amountMax: bigint;
  readonly leverage: number;
  readonly maintenanceE6: number;
};

export type NaiveTerms = {
  readonly realm: Realm;
  /** Index + 1, or 0 in crossed margin. */
  readonly instrument: number;
  readonly currency: number;
  /** Index of the instrument that values the coin. */
  readonly pricedBy: number | undefined;
  readonly dailyRateE8: number;
  readonly amountMin: bigint;
  readonly interestFree: bigint;
  readonly tiers: readonly NaiveTier[];
};

export type NaiveLoan = {
  readonly id: number;
  readonly user: number;
  readonly wallet: MarginWallet;
  readonly instrument: number;
  readonly currency: number;
  principal: bigint;
  interest: bigint;
  hour: number;
  dailyRateE8: number;
};

export type NaiveUnwind = {
  readonly id: number;
  readonly user: number;
  readonly wallet: MarginWallet;
  readonly instrument: number;
  readonly currency: number;
  readonly isForced: boolean;
  nextAtMs: number;
  misses: number;
};

/** A margin account: the crossed one of a user, or an isolated one of an instrument (+ 1). */
export type Place = {
  readonly user: NaiveUser;
  readonly wallet: MarginWallet;
  readonly instrument: number;
};

export class NaiveLending {
  warningE6 = 800_000;
  liquidationE6 = 1_000_000;
  feeE6 = 20_000;
  haircutE6 = 50_000;
  spreadE6 = 1_000;
  hourlyUsd = 1_000_000;
  poolShareE6 = 1_000_000;
  poolLossShareE6 = 1_000_000;
  /** All losses ever. */
  readonly poolLosses: NaivePoolLoss[] = [];
  /** What of a debt was counted as a loss. */
  readonly badDebts = new Map<NaiveAccount, bigint>();
  terms: NaiveTerms[] = [];
  /** Oldest first. */
  readonly loans: NaiveLoan[] = [];
  readonly unwinds: NaiveUnwind[] = [];
  sweptAtMs = 0;
  /** The loan to be visited next. */
  cursor: NaiveLoan | undefined;
}

/** Terms of a place: by currency, the one without a price last. */
export function termsAt(state: NaiveState, realm: Realm, instrument: number): NaiveTerms[] {
  const here = state.lending.terms.filter(
    (one) => one.realm === realm && one.instrument === instrument,
  );
  const priced = here.filter((one) => one.pricedBy !== undefined);
  priced.sort((a, b) => a.currency - b.currency);
  return [...priced, ...here.filter((one) => one.pricedBy === undefined)];
}

export function termsFor(state: NaiveState, place: Place, coin: number): NaiveTerms | undefined {
  return termsAt(state, place.user.realm, place.instrument).find((one) => one.currency === coin);
}

export function placeOf(
  state: NaiveState,
  user: NaiveUser,
  wallet: Wallet,
  instrument: number,
): Place | undefined {
  if (user.accountKind === "unified") return undefined;
  if (wallet === "crossed_margin" && instrument !== 0) return undefined;
  if (wallet === "isolated_margin" && instrument === 0) return undefined;
  if (wallet !== "crossed_margin" && wallet !== "isolated_margin") return undefined;
  if (termsAt(state, user.realm, instrument).length === 0) return undefined;
  return { user, wallet, instrument };
}

export function moneyAt(state: NaiveState, place: Place, coin: number): NaiveAccount {
  const part = place.instrument === 0 ? undefined : place.instrument - 1;
  return state.account(place.user.index, place.wallet, coin, part);
}

export function availableAt(state: NaiveState, place: Place, coin: number): bigint {
  const account = moneyAt(state, place, coin);
  return account.balance - holdOfAccount(state, account);
}

export function loanAt(state: NaiveState, place: Place, coin: number): NaiveLoan | undefined {
  return state.lending.loans.find(
    (one) =>
      one.user === place.user.index &&
      one.wallet === place.wallet &&
      one.instrument === place.instrument &&
      one.currency === coin,
  );
}

export function isUnwinding(state: NaiveState, place: Place): boolean {
  return state.lending.unwinds.some(
    (one) =>
      one.user === place.user.index &&
      one.wallet === place.wallet &&
      one.instrument === place.instrument,
  );
}

function exchangeOf(realm: Realm): number {
  return realm === "live" ? 0 : 1;
}

export function fundOf(
  state: NaiveState,
  realm: Realm,
  wallet: Wallet,
  currency: number,
): NaiveAccount {
  return state.account(exchangeOf(realm), wallet, currency, undefined);
}

export function priceOf(instrument: NaiveInstrument): number {
  return instrument.indexPrice || instrument.last;
}

/** The worth of an amount in the money of its place; undefined without a price. */
export function worthIn(
  state: NaiveState,
  terms: NaiveTerms,
  amount: bigint,
  isUp: boolean,
): bigint | undefined {
  if (terms.pricedBy === undefined || amount === 0n) return amount;
  const instrument = state.instrumentAt(terms.pricedBy);
  const price = priceOf(instrument);
  if (price === 0) return undefined;
  const top = amount * BigInt(price) * instrument.scale;
  return isUp ? ceilDiv(top, instrument.baseAtomsPerLot) : top / instrument.baseAtomsPerLot;
}

function hourly(principal: bigint, rateE8: number): bigint {
  return ceilDiv(principal * BigInt(rateE8), RATE_SCALE);
}

function hourNow(state: NaiveState): number {
  return Math.floor(state.timeMs / HOUR_MS);
}

/** Principal and interest, hours that have begun and are not charged yet included. */
export function owed(state: NaiveState, loan: NaiveLoan): bigint {
  const hours = BigInt(hourNow(state) - loan.hour);
  return loan.principal + loan.interest + hours * hourly(loan.principal, loan.dailyRateE8);
}

function tierFor(terms: NaiveTerms, principal: bigint): NaiveTier {
  const last = terms.tiers[terms.tiers.length - 1];
  const tier = terms.tiers.find((one) => principal <= one.amountMax) ?? last;
  if (tier === undefined) throw new Error("terms have a tier");
  return tier;
}

export type Figures = {
  readonly assets: bigint;
  readonly debts: bigint;
  readonly maintenance: bigint;
  readonly initial: bigint;
};

export type Extra = {
  readonly currency: number;
  readonly balance: bigint;
  readonly principal: bigint;
  readonly interest: bigint;
};

export function figures(state: NaiveState, place: Place, extra?: Extra): Figures | undefined {
  const sum = { assets: 0n, debts: 0n, maintenance: 0n, initial: 0n };
  for (const terms of termsAt(state, place.user.realm, place.instrument)) {
    const loan = loanAt(state, place, terms.currency);
    const more = extra?.currency === terms.currency ? extra : undefined;
    const balance = moneyAt(state, place, terms.currency).balance + (more?.balance ?? 0n);
    const principal = (loan?.principal ?? 0n) + (more?.principal ?? 0n);
    const before = loan === undefined ? 0n : owed(state, loan);
    const debt = before + (more?.principal ?? 0n) + (more?.interest ?? 0n);
    const [asset, debtWorth] = [
      worthIn(state, terms, balance, false),
      worthIn(state, terms, debt, true),
    ];
    if (asset === undefined || debtWorth === undefined) return undefined;
    const tier = tierFor(terms, principal);
    sum.assets += asset;
    sum.debts += debtWorth;
    sum.maintenance += feeOf(debtWorth, tier.maintenanceE6);
    sum.initial += ceilDiv(debtWorth, BigInt(tier.leverage - 1));
  }
  return sum;
}

export function riskE6(of: Figures): number {
  if (of.debts === 0n) return 0;
  if (of.assets <= 0n) return 1_000_000_000;
  const rate = ceilDiv((of.debts + of.maintenance) * E6, of.assets);
  return rate > 1_000_000_000n ? 1_000_000_000 : Number(rate);
}

function named(loan: NaiveLoan) {
  const { currency, instrument, user, wallet } = loan;
  return { user, wallet, instrument, currency };
}

function addInterest(
  state: NaiveState,
  loan: NaiveLoan,
  charge: { readonly amount: bigint; readonly hours: number; readonly dailyRateE8: number },
): void {
  if (charge.amount === 0n) return;
  loan.interest += charge.amount;
  state.emit("interest_charged", {
    ...named(loan),
    interestId: state.nextId(),
    amount: charge.amount,
    hours: charge.hours === 0 ? 1 : charge.hours,
    dailyRateE8: charge.dailyRateE8,
    isFirst: charge.hours === 0,
    principal: loan.principal,
    interest: loan.interest,
  });
}

/** Charges what hours have begun since the last one. */
export function charge(state: NaiveState, loan: NaiveLoan): void {
  const hours = hourNow(state) - loan.hour;
  if (hours === 0) return;
  const { dailyRateE8 } = loan;
  const amount = hourly(loan.principal, dailyRateE8) * BigInt(hours);
  const realm = state.userAt(loan.user).realm;
  const terms = termsAt(state, realm, loan.instrument).find(
    (one) => one.currency === loan.currency,
  );
  loan.hour = hourNow(state);
  loan.dailyRateE8 = terms?.dailyRateE8 ?? dailyRateE8;
  addInterest(state, loan, { amount, hours, dailyRateE8 });
}

type LoanRequest = {
  readonly place: Place;
  readonly currency: number;
  readonly amount: bigint;
  /** Of the order that it is for. */
  readonly orderLoss?: bigint;
};

export function judgeLoan(state: NaiveState, request: LoanRequest): Rejection | undefined {
  const { amount, currency, place } = request;
  const terms = termsFor(state, place, currency);
  if (terms === undefined) return "margin_not_supported";
  if (isUnwinding(state, place)) return "account_unwinding";
  if (amount <= 0n) return "amount_not_positive";
  if (amount < terms.amountMin) return "loan_below_minimum";
  const principal = loanAt(state, place, currency)?.principal ?? 0n;
  const largest = terms.tiers[terms.tiers.length - 1]?.amountMax ?? 0n;
  if (principal + amount > largest) return "loan_limit_reached";
  const pool = fundOf(state, place.user.realm, "lending_pool", currency);
  if (isPaused(state, place.user.realm, currency)) return "lending_paused";
  if (amount > pool.balance) return "lending_pool_exhausted";
  const shared = judgeLoanShare(state, place.user, currency, amount);
  if (shared !== undefined) return shared;
  const interest = hourly(amount, terms.dailyRateE8);
  const extra = { currency, balance: amount, principal: amount, interest };
  const after = committed(state, place, extra, request.orderLoss);
  if (after === undefined) return "collateral_price_missing";
  return after.initial > after.assets - after.debts ? "collateral_insufficient" : undefined;
}

export function lend(state: NaiveState, request: LoanRequest, isAuto: boolean): void {
  const { amount, currency, place } = request;
  const { instrument, user, wallet } = place;
  const terms = termsFor(state, place, currency);
  let loan = loanAt(state, place, currency);
  if (loan !== undefined) charge(state, loan);
  const loanId = state.nextId();
  const dailyRateE8 = terms?.dailyRateE8 ?? 0;
  if (loan === undefined) {
    loan = {
      id: loanId,
      user: user.index,
      wallet,
      instrument,
      currency,
      principal: 0n,
      interest: 0n,
      hour: hourNow(state),
      dailyRateE8,
    };
    state.lending.loans.push(loan);
  }
  const money = moneyAt(state, place, currency);
  fundOf(state, user.realm, "lending_pool", currency).balance -= amount;
  money.balance += amount;
  loan.principal += amount;
  const { interest, principal } = loan;
  state.emit("loan_borrowed", {
    ...named(loan),
    loanId,
    amount,
    isAuto,
    principal,
    interest,
    balance: money.balance,
  });
  addInterest(state, loan, { amount: hourly(amount, dailyRateE8), hours: 0, dailyRateE8 });
  state.outcome.id = loanId;
}

/** Takes a loan out of the list; a sweep about to visit it goes on to the next. */
export function dropLoan(state: NaiveState, loan: NaiveLoan): void {
  const { lending } = state;
  const at = lending.loans.indexOf(loan);
  if (lending.cursor === loan) lending.cursor = lending.loans[at + 1];
  lending.loans.splice(at, 1);
}

/** Interest first, then principal. */
export function payBack(
  state: NaiveState,
  loan: NaiveLoan,
  most: bigint,
  repayment: RepaymentKind,
): void {
  charge(state, loan);
  const { currency, instrument, wallet } = loan;
  const user = state.userAt(loan.user);
  const money = moneyAt(state, { user, wallet, instrument }, currency);
  const interestPart = least(most, loan.interest);
  const principalPart = least(most - interestPart, loan.principal);
  loan.interest -= interestPart;
  loan.principal -= principalPart;
  money.balance -= interestPart + principalPart;
  fundOf(state, user.realm, "interest_income", currency).balance += interestPart;
  fundOf(state, user.realm, "lending_pool", currency).balance += principalPart;
  const repayId = state.nextId();
  state.emit("loan_repaid", {
    ...named(loan),
    repayId,
    repayment,
    interestPart,
    principalPart,
    principal: loan.principal,
    interest: loan.interest,
    balance: money.balance,
  });
  state.outcome.id = repayId;
  if (loan.principal === 0n && loan.interest === 0n) dropLoan(state, loan);
}

export function borrow(state: NaiveState, command: CommandOf<"borrow">): void {
  const { amount, currency, instrument, wallet } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const place = placeOf(state, user, wallet, instrument);
  if (place === undefined) return state.rejectCommand(user.index, "margin_not_supported");
  const refusal = judgeLoan(state, { place, currency, amount });
  if (refusal !== undefined) return state.rejectCommand(user.index, refusal);
  lend(state, { place, currency, amount }, false);
}

export function repay(state: NaiveState, command: CommandOf<"repay">): void {
  const { amount, currency, instrument, wallet } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const place = placeOf(state, user, wallet, instrument);
  if (place === undefined || termsFor(state, place, currency) === undefined) {
    return state.rejectCommand(user.index, "margin_not_supported");
  }
  if (isUnwinding(state, place)) return state.rejectCommand(user.index, "account_unwinding");
  if (amount <= 0n) return state.rejectCommand(user.index, "amount_not_positive");
  const loan = loanAt(state, place, currency);
  if (loan === undefined) return state.rejectCommand(user.index, "loan_not_found");
  if (availableAt(state, place, currency) < amount) {
    return state.rejectCommand(user.index, "insufficient_available");
  }
  payBack(state, loan, amount, "manual");
}

function tiersIn(command: CommandOf<"set_loan_terms">): NaiveTier[] | undefined {
  const { tierAmounts, tierLeverages, tierMaintenanceE6 } = command;
  const isEven =
    tierAmounts.length === tierLeverages.length && tierAmounts.length === tierMaintenanceE6.length;
  if (!isEven || tierAmounts.length < 1 || tierAmounts.length > 10) return undefined;
  const tiers = tierAmounts.map((amount, at) => ({
    amountMax: BigInt(amount),
    leverage: tierLeverages[at] ?? 0,
    maintenanceE6: tierMaintenanceE6[at] ?? 0,
  }));
  const isGood = tiers.every((tier, at) => {
    const before = tiers[at - 1];
    if (before !== undefined && before.amountMax >= tier.amountMax) return false;
    return tier.leverage >= 2 && tier.leverage <= 20 && tier.maintenanceE6 < 1_000_000;
  });
  return isGood ? tiers : undefined;
}

/** The instrument that values the coin, `"none"` for the money itself, undefined when unfit. */
function pricingIn(
  state: NaiveState,
  command: CommandOf<"set_loan_terms">,
): number | "none" | undefined {
  const { currency, instrument, pricedBy, realm } = command;
  const index = instrument === 0 ? pricedBy - 1 : instrument - 1;
  const by = state.instruments[index];
  const isSpotHere = by !== undefined && by.category === "spot" && by.realm === realm;
  if (instrument !== 0) {
    if (!isSpotHere) return undefined;
    if (currency === by.quote) return "none";
    return currency === by.base ? index : undefined;
  }
  const crossed = termsAt(state, realm, 0);
  const money = crossed.find((one) => one.pricedBy === undefined);
  if (pricedBy === 0) {
    if (crossed.length === 0) return "none";
    return money?.currency === currency ? "none" : undefined;
  }
  if (!isSpotHere || money === undefined) return undefined;
  return by.base === currency && by.quote === money.currency ? index : undefined;
}

export function setLoanTerms(state: NaiveState, command: CommandOf<"set_loan_terms">): void {
  const { amountMin, currency, dailyRateE8, instrument, interestFree, realm } = command;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  const tiers = tiersIn(command);
  const pricing = pricingIn(state, command);
  const isGood = dailyRateE8 <= 100_000_000 && amountMin >= 0n && interestFree >= 0n;
  if (!isGood || tiers === undefined || pricing === undefined) {
    return state.rejectCommand(0, "loan_terms_out_of_bounds");
  }
  const pricedBy = pricing === "none" ? undefined : pricing;
  const place = { realm, instrument, currency, pricedBy };
  const terms = { ...place, dailyRateE8, amountMin, interestFree, tiers };
  state.lending.terms = state.lending.terms.filter(
    (one) => one.realm !== realm || one.instrument !== instrument || one.currency !== currency,
  );
  state.lending.terms.push(terms);
  state.emit("loan_terms_changed", { realm, instrument, currency });
}
