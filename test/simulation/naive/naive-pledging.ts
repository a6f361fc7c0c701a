/** Loans against a pledge, by the rules as written in decision 0068. */
import { unreachable } from "../../../src/core/base/assert.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { PledgeForceReason, Realm, Wallet } from "../../../src/core/base/vocabulary.ts";
import type { Command, CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv, least } from "./naive-amounts.ts";
import { chargeHour, leftInHour, noteRepayment, tellDebt } from "./naive-debts.ts";
import { fundOf } from "./naive-lending.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { lose, paymentBound } from "./naive-losses.ts";
import { spendableOf } from "./naive-money.ts";
import {
  GRANT_AGE_MS,
  grantPrice,
  indexPrice,
  isFresh,
  type LoanTerms,
  type NaivePledgedLoan,
  type PledgeTerms,
  type Price,
  requiredPledge,
  setLoanTerms,
  setPledgeTerms,
} from "./naive-pledge-terms.ts";
import { isPaused, judgeLoanShare, writeOff } from "./naive-pool.ts";
import type { NaiveAccount, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf } from "./naive-unified.ts";
import { judgeLeavingUnit } from "./naive-units.ts";

const HOUR_MS = 3_600_000;
const SWEEP_MS = 1_000;
const SWEPT_PER_TICK = 256;
const FORCE_AGE_MS = 30_000;
const E6 = 1_000_000n;

function hourly(loan: NaivePledgedLoan): bigint {
  return ceilDiv(loan.principal * BigInt(loan.rateE8), 2_400_000_000n);
}

function hourNow(state: NaiveState): number {
  return Math.floor(state.timeMs / HOUR_MS);
}

function debtOf(state: NaiveState, loan: NaivePledgedLoan): bigint {
  return loan.principal + loan.interest + hourly(loan) * BigInt(hourNow(state) - loan.hour);
}

function walletOf(user: NaiveUser): Wallet {
  return user.accountKind === "unified" ? "unified" : "spot";
}

function walletIn(state: NaiveState, user: NaiveUser, currency: number): NaiveAccount {
  return state.account(user.index, walletOf(user), currency, undefined);
}

function custodyOf(state: NaiveState, user: NaiveUser, currency: number): NaiveAccount {
  return state.account(user.index, "pledged", currency, undefined);
}

/** Whether a user may pay that much. */
function judgePaying(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  amount: bigint,
): Rejection | undefined {
  const wallet = walletOf(user);
  if (isAccountLiquidating(state, user.index, wallet, currency)) return "account_liquidating";
  const isCovered = spendableOf(state, user, wallet, currency) >= amount;
  if (!isCovered) return "insufficient_available";
  return judgeLeavingUnit(state, user.index, undefined, { wallet, currency, amount });
}

function loansOfFamily(state: NaiveState, user: NaiveUser): NaivePledgedLoan[] {
  return state.pledging.loans.filter((one) => state.userAt(one.user).parent === user.parent);
}

function heldIn(state: NaiveState, realm: Realm, currency: number): bigint {
  return state.pledging.loans
    .filter((one) => one.pledgeCurrency === currency && state.userAt(one.user).realm === realm)
    .reduce((sum, { pledge }) => sum + pledge, 0n);
}

type Granted = {
  readonly amount: bigint;
  readonly pledge: bigint;
  readonly loanTerms: LoanTerms;
  readonly pledgeTerms: PledgeTerms;
};

/** Amounts of a loan, or why there is none. */
function judgeLoan(
  state: NaiveState,
  user: NaiveUser,
  command: CommandOf<"take_pledged_loan">,
): Granted | Rejection {
  const { currency, pledgeCurrency } = command;
  const { pledging } = state;
  const isHere = (one: { realm: Realm }): boolean => one.realm === user.realm;
  const terms = pledging.loanTerms.find((one) => isHere(one) && one.currency === currency);
  if (terms === undefined) return "pledged_loan_not_offered";
  const lines = pledging.pledgeTerms.find((one) => isHere(one) && one.currency === pledgeCurrency);
  if (lines === undefined || currency === pledgeCurrency) return "pledge_not_accepted";
  if (command.amount < 0n || command.pledge < 0n) return "amount_not_positive";
  if (command.amount + command.pledge === 0n) return "amount_not_positive";
  const price = grantPrice(state, user, command);
  if (price === undefined) return "collateral_price_missing";
  const [top, bottom] = price;
  const most = (command.pledge * bottom * BigInt(lines.initialE6)) / (top * E6);
  const amount = command.amount === 0n ? most : command.amount;
  const least = requiredPledge(price, command.amount, lines.initialE6);
  const pledge = command.pledge === 0n ? least : command.pledge;
  if (amount < terms.amountMin) return "pledged_loan_below_minimum";
  if (amount > terms.amountMax) return "pledged_loan_above_maximum";
  if (pledge < lines.amountMin) return "pledge_below_minimum";
  if (pledge > lines.amountMax) return "pledge_above_maximum";
  if (pledge < requiredPledge(price, amount, lines.initialE6)) return "pledge_rate_exceeded";
  const own = loansOfFamily(state, user).filter((one) => one.currency === currency);
  if (own.length >= terms.accountLoansMax) return "pledged_loans_limit_reached";
  if (heldIn(state, user.realm, pledgeCurrency) + pledge > lines.heldMax) {
    return "pledge_limit_reached";
  }
  if (isPaused(state, user.realm, currency)) return "lending_paused";
  const pool = fundOf(state, user.realm, "lending_pool", currency);
  if (amount > pool.balance) return "lending_pool_exhausted";
  const refusal =
    judgeLoanShare(state, user, currency, amount) ??
    judgePaying(state, user, pledgeCurrency, pledge);
  return refusal ?? { amount, pledge, loanTerms: terms, pledgeTerms: lines };
}

function namesOf(state: NaiveState, loan: NaivePledgedLoan) {
  const { currency, id: loanId, pledgeCurrency, user } = loan;
  return { loanId, user, wallet: walletOf(state.userAt(user)), currency, pledgeCurrency };
}

function addInterest(
  state: NaiveState,
  loan: NaivePledgedLoan,
  charge: { amount: bigint; hours: number; rateE8: number; isFirst: boolean },
): void {
  const { amount, hours, isFirst, rateE8 } = charge;
  if (amount === 0n) return;
  loan.interest += amount;
  const { currency, id: loanId, interest, principal, user } = loan;
  state.emit("pledged_interest_charged", {
    ...{ interestId: state.nextId(), loanId, user, currency, amount, hours },
    ...{ dailyRateE8: rateE8, isFirst, principal, interest },
  });
}

/** Charges the hours that have begun; a flexible loan goes on at the rate of now. */
function charge(state: NaiveState, loan: NaivePledgedLoan): void {
  const hours = hourNow(state) - loan.hour;
  if (hours === 0) return;
  const amount = hourly(loan) * BigInt(hours);
  const { rateE8 } = loan;
  const { realm } = state.userAt(loan.user);
  const terms = state.pledging.loanTerms.find(
    (one) => one.realm === realm && one.currency === loan.currency,
  );
  loan.hour = hourNow(state);
  if (loan.period === "flexible" && terms !== undefined) loan.rateE8 = terms.flexibleRateE8;
  addInterest(state, loan, { amount, hours, rateE8, isFirst: false });
}

function take(state: NaiveState, command: CommandOf<"take_pledged_loan">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const granted = judgeLoan(state, user, command);
  if (typeof granted === "string") return state.rejectCommand(user.index, granted);
  const { amount, loanTerms, pledge, pledgeTerms } = granted;
  const { currency, period, pledgeCurrency } = command;
  chargeHour(state, user.index);
  const payer = walletIn(state, user, pledgeCurrency);
  const payee = walletIn(state, user, currency);
  payer.balance -= pledge;
  custodyOf(state, user, pledgeCurrency).balance += pledge;
  fundOf(state, user.realm, "lending_pool", currency).balance -= amount;
  payee.balance += amount;
  const { flexibleRateE8, longHours, longRateE8, shortHours, shortRateE8 } = loanTerms;
  const rateE8 = { flexible: flexibleRateE8, short: shortRateE8, long: longRateE8 }[period];
  const hours = { flexible: 0, short: shortHours, long: longHours }[period];
  const { forcedE6, initialE6, supplementE6 } = pledgeTerms;
  const lines = { initialE6, supplementE6, forcedE6 };
  const loan: NaivePledgedLoan = {
    ...{ id: state.nextId(), user: user.index, currency, pledgeCurrency, period, lines, pledge },
    expiresAtMs: period === "flexible" ? 0 : state.timeMs + hours * HOUR_MS,
    ...{ principal: amount, interest: 0n, hour: hourNow(state), rateE8 },
  };
  state.pledging.loans.push(loan);
  state.outcome.id = loan.id;
  state.emit("pledged_loan_taken", {
    ...namesOf(state, loan),
    ...{ amount, balance: payee.balance, pledge, pledgeBalance: payer.balance, period },
    ...{ dailyRateE8: rateE8, ...lines, expiresAtMs: loan.expiresAtMs },
  });
  addInterest(state, loan, { amount: hourly(loan), hours: 1, rateE8, isFirst: true });
  tellDebt(state, payer);
  tellDebt(state, payee);
}

function rateE6(state: NaiveState, loan: NaivePledgedLoan): number {
  const user = state.userAt(loan.user);
  const debt = loan.principal + loan.interest;
  const coins = [loan.currency, loan.pledgeCurrency];
  if (coins.some((coin) => dollarsOf(state, user, coin)[0] === 0n)) return 0;
  if (loan.pledge === 0n) return debt === 0n ? 0 : 1_000_000_000;
  const [top, bottom] = indexPrice(state, user, loan);
  const rate = ceilDiv(debt * top * E6, loan.pledge * bottom);
  return Number(least(rate, 1_000_000_000n));
}

function ownLoan(state: NaiveState, user: NaiveUser, id: number): NaivePledgedLoan | undefined {
  return state.pledging.loans.find((one) => one.id === id && one.user === user.index);
}

/** What of the pledge pays an amount at index prices and a surcharge. */
function paymentFor([top, bottom]: Price, amount: bigint, feeE6: number): bigint {
  return ceilDiv(amount * top * BigInt(1_000_000 + feeE6), bottom * E6);
}

function dollarsUp(state: NaiveState, user: NaiveUser, coin: number, amount: bigint): bigint {
  const [top, bottom] = dollarsOf(state, user, coin);
  return ceilDiv(amount * top, bottom);
}

type Payment = { readonly loan: NaivePledgedLoan; readonly most: bigint; readonly used: bigint };

function judgeRepayment(
  state: NaiveState,
  user: NaiveUser,
  command: CommandOf<"repay_pledged_loan">,
): Payment | Rejection {
  const loan = ownLoan(state, user, command.loanId);
  if (loan === undefined) return "pledged_loan_not_found";
  const { amount, isWhole, method } = command;
  if (amount <= 0n && !isWhole) return "amount_not_positive";
  const debt = debtOf(state, loan);
  const most = isWhole ? debt : least(amount, debt);
  if (method === "wallet") {
    return judgePaying(state, user, loan.currency, most) ?? { loan, most, used: 0n };
  }
  if (!isFresh(state, user, loan, GRANT_AGE_MS)) return "collateral_price_missing";
  if (dollarsUp(state, user, loan.currency, most) > leftInHour(state, user)) {
    return "repayment_limit_reached";
  }
  const used = paymentFor(indexPrice(state, user, loan), most, state.lending.spreadE6);
  return used > loan.pledge ? "collateral_insufficient" : { loan, most, used };
}

/** What returns of the pledge. */
function releaseOf(
  state: NaiveState,
  user: NaiveUser,
  loan: NaivePledgedLoan,
  terms: { readonly paid: bigint; readonly releases: boolean },
): bigint {
  const { paid, releases } = terms;
  const left = loan.principal + loan.interest;
  if (left === 0n) return loan.pledge;
  const price = releases ? grantPrice(state, user, loan) : undefined;
  if (price === undefined) return 0n;
  const share = (loan.pledge * paid) / (left + paid);
  const spare = loan.pledge - requiredPledge(price, left, loan.lines.initialE6);
  return spare < 0n ? 0n : least(share, spare);
}

function repay(state: NaiveState, command: CommandOf<"repay_pledged_loan">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const judged = judgeRepayment(state, user, command);
  if (typeof judged === "string") return state.rejectCommand(user.index, judged);
  const { loan, most, used } = judged;
  const { method, releases } = command;
  const { currency, pledgeCurrency } = loan;
  chargeHour(state, user.index);
  charge(state, loan);
  const interestPart = least(most, loan.interest);
  const principalPart = most - interestPart;
  loan.interest -= interestPart;
  loan.principal -= principalPart;
  const payer = walletIn(state, user, currency);
  const payee = walletIn(state, user, pledgeCurrency);
  const custody = custodyOf(state, user, pledgeCurrency);
  const pledgeAsInterest = (used * interestPart) / most;
  if (method === "wallet") {
    payer.balance -= most;
    fundOf(state, user.realm, "interest_income", currency).balance += interestPart;
    fundOf(state, user.realm, "lending_pool", currency).balance += principalPart;
  } else {
    custody.balance -= used;
    loan.pledge -= used;
    fundOf(state, user.realm, "interest_income", pledgeCurrency).balance += pledgeAsInterest;
    fundOf(state, user.realm, "lending_pool", pledgeCurrency).balance += used - pledgeAsInterest;
    noteRepayment(state, user, dollarsUp(state, user, currency, most));
  }
  const released = releaseOf(state, user, loan, { paid: most, releases });
  custody.balance -= released;
  loan.pledge -= released;
  payee.balance += released;
  const { interest, pledge, principal } = loan;
  state.outcome.id = state.nextId();
  state.outcome.pledged = { interestPart, principalPart, released, rateE6: rateE6(state, loan) };
  state.emit("pledged_loan_repaid", {
    ...{ repayId: state.outcome.id, ...namesOf(state, loan), method, interestPart, principalPart },
    ...{ principal, interest, balance: payer.balance, pledgeUsed: used, pledgeAsInterest },
    ...{ released, pledge, pledgeBalance: payee.balance },
  });
  if (principal + interest === 0n) drop(state, loan);
  tellDebt(state, payer);
  tellDebt(state, payee);
}

function drop({ pledging }: NaiveState, loan: NaivePledgedLoan): void {
  pledging.loans = pledging.loans.filter((one) => one !== loan);
}

function judgeRemoval(
  state: NaiveState,
  user: NaiveUser,
  loan: NaivePledgedLoan,
  amount: bigint,
): Rejection | undefined {
  const price = grantPrice(state, user, loan);
  if (price === undefined) return "collateral_price_missing";
  const required = requiredPledge(price, debtOf(state, loan), loan.lines.initialE6);
  return loan.pledge - amount < required ? "pledge_rate_exceeded" : undefined;
}

function revise(state: NaiveState, command: CommandOf<"revise_pledge">): void {
  const { amount, isAdded, pledgeCurrency } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const loan = ownLoan(state, user, command.loanId);
  if (loan === undefined) return state.rejectCommand(user.index, "pledged_loan_not_found");
  if (pledgeCurrency !== loan.pledgeCurrency) {
    return state.rejectCommand(user.index, "pledge_not_accepted");
  }
  if (amount <= 0n) return state.rejectCommand(user.index, "amount_not_positive");
  const refusal = isAdded
    ? judgePaying(state, user, pledgeCurrency, amount)
    : judgeRemoval(state, user, loan, amount);
  if (refusal !== undefined) return state.rejectCommand(user.index, refusal);
  chargeHour(state, user.index);
  charge(state, loan);
  const rateBeforeE6 = rateE6(state, loan);
  const change = isAdded ? amount : -amount;
  const own = walletIn(state, user, pledgeCurrency);
  own.balance -= change;
  custodyOf(state, user, pledgeCurrency).balance += change;
  loan.pledge += change;
  const rateAfterE6 = rateE6(state, loan);
  const revisionId = state.nextId();
  const parts = { interestPart: 0n, principalPart: 0n, released: 0n };
  state.outcome = { ...state.outcome, id: revisionId, pledged: { ...parts, rateE6: rateAfterE6 } };
  state.emit("pledge_revised", {
    ...{ revisionId, ...namesOf(state, loan), isAdded, amount, rateBeforeE6, rateAfterE6 },
    ...{ pledge: loan.pledge, pledgeBalance: own.balance },
  });
  tellDebt(state, own);
}

/** Ends a loan with its pledge: principal first, the rest of it is covered by fund and pool. */
function force(state: NaiveState, loan: NaivePledgedLoan, reason: PledgeForceReason): void {
  const { currency, pledgeCurrency } = loan;
  const user = state.userAt(loan.user);
  const { realm } = user;
  chargeHour(state, user.index);
  const rate = rateE6(state, loan);
  const price = indexPrice(state, user, loan);
  const { feeE6 } = state.lending;
  const debt = loan.principal + loan.interest;
  const needed = paymentFor(price, debt, feeE6);
  const isEnough = needed <= loan.pledge;
  const used = isEnough ? needed : loan.pledge;
  const [top, bottom] = price;
  const affordable = (loan.pledge * bottom * E6) / (top * BigInt(1_000_000 + feeE6));
  const paid = isEnough ? debt : affordable;
  const principalPart = least(loan.principal, paid);
  const interestPart = paid - principalPart;
  const pledgeAsInterest = paid === 0n ? 0n : (used * interestPart) / paid;
  const released = loan.pledge - used;
  const own = walletIn(state, user, pledgeCurrency);
  custodyOf(state, user, pledgeCurrency).balance -= loan.pledge;
  fundOf(state, realm, "interest_income", pledgeCurrency).balance += pledgeAsInterest;
  fundOf(state, realm, "lending_pool", pledgeCurrency).balance += used - pledgeAsInterest;
  own.balance += released;
  const missing = loan.principal - principalPart;
  const fund = fundOf(state, realm, "insurance_fund", currency);
  const { left, place } = paymentBound(state, { realm, currency }, undefined);
  const fundPaid = least(missing, fund.balance, left ?? missing);
  fund.balance -= fundPaid;
  fundOf(state, realm, "lending_pool", currency).balance += fundPaid;
  lose(state, place, fundPaid);
  writeOff(state, realm, currency, missing - fundPaid);
  state.emit("pledged_loan_forced", {
    ...{ forceId: state.nextId(), ...namesOf(state, loan), reason, rateE6: rate },
    ...{ interestPart, principalPart, interestDropped: loan.interest - interestPart, fundPaid },
    ...{ writtenOff: missing - fundPaid, pledgeUsed: used, pledgeAsInterest },
    fee: used - paymentFor(price, paid, 0),
    ...{ released, pledgeBalance: own.balance },
  });
  drop(state, loan);
  tellDebt(state, own);
}

function visit(state: NaiveState, loan: NaivePledgedLoan): void {
  charge(state, loan);
  const user = state.userAt(loan.user);
  if (!isFresh(state, user, loan, FORCE_AGE_MS)) return;
  const [top, bottom] = indexPrice(state, user, loan);
  const debt = (loan.principal + loan.interest) * top * E6;
  const line = loan.pledge * bottom * BigInt(loan.lines.forcedE6);
  if (debt >= line) return force(state, loan, "line");
  if (loan.period !== "flexible" && loan.expiresAtMs <= state.timeMs) force(state, loan, "expired");
}

/** A tick visits so many loans; a sweep begins each second. */
export function sweepPledges(state: NaiveState): void {
  const { pledging } = state;
  if (pledging.sweepFrom === undefined) {
    if (state.timeMs < pledging.sweptAtMs + SWEEP_MS) return;
    pledging.sweptAtMs = state.timeMs;
    pledging.sweepFrom = 0;
  }
  const from = pledging.sweepFrom;
  const visited = pledging.loans.filter((one) => one.id >= from).slice(0, SWEPT_PER_TICK);
  for (const loan of visited) visit(state, loan);
  const next = (visited.at(-1)?.id ?? from) + 1;
  pledging.sweepFrom = pledging.loans.some((one) => one.id >= next) ? next : undefined;
}

const KINDS = [
  "set_pledged_loan_terms",
  "set_pledge_terms",
  "take_pledged_loan",
  "repay_pledged_loan",
  "revise_pledge",
] as const;
type PledgingCommand = { [K in (typeof KINDS)[number]]: CommandOf<K> }[(typeof KINDS)[number]];

export function isPledging(command: Command): command is PledgingCommand {
  return (KINDS as readonly string[]).includes(command.kind);
}

/** Applies one of them. */
export function dispatchPledging(state: NaiveState, command: PledgingCommand): void {
  switch (command.kind) {
    case "set_pledged_loan_terms":
      return setLoanTerms(state, command);
    case "set_pledge_terms":
      return setPledgeTerms(state, command);
    case "take_pledged_loan":
      return take(state, command);
    case "repay_pledged_loan":
      return repay(state, command);
    case "revise_pledge":
      return revise(state, command);
    default:
      return unreachable(command);
  }
}
