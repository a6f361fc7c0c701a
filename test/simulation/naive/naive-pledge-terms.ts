/** Terms of loans against a pledge, and prices of pledges, by the rules of decision 0068. */
import { CREDIT_ATOMS_MAX } from "../../../src/core/base/limits.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv } from "./naive-amounts.ts";
import { isPriced } from "./naive-debts.ts";
import { referenceOf } from "./naive-prices.ts";
import type { NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf } from "./naive-unified.ts";

export const GRANT_AGE_MS = 5_000;
const E6 = 1_000_000n;

export type LoanTerms = Omit<CommandOf<"set_pledged_loan_terms">, "kind" | "seq" | "timeMs">;
export type PledgeTerms = Omit<CommandOf<"set_pledge_terms">, "kind" | "seq" | "timeMs">;

export type NaivePledgedLoan = {
  readonly id: number;
  readonly user: number;
  readonly currency: number;
  readonly pledgeCurrency: number;
  readonly period: CommandOf<"take_pledged_loan">["period"];
  readonly expiresAtMs: number;
  readonly lines: Pick<PledgeTerms, "initialE6" | "supplementE6" | "forcedE6">;
  principal: bigint;
  interest: bigint;
  pledge: bigint;
  hour: number;
  rateE8: number;
};

export class NaivePledging {
  loanTerms: LoanTerms[] = [];
  pledgeTerms: PledgeTerms[] = [];
  /** Open ones, oldest first. */
  loans: NaivePledgedLoan[] = [];
  sweptAtMs = 0;
  /** Loans below this id were visited; undefined between sweeps. */
  sweepFrom: number | undefined;
}

function areAmountsGood({ amountMax, amountMin }: { amountMin: bigint; amountMax: bigint }) {
  return amountMin > 0n && amountMin <= amountMax && amountMax <= CREDIT_ATOMS_MAX;
}

export function setLoanTerms(
  state: NaiveState,
  command: CommandOf<"set_pledged_loan_terms">,
): void {
  const { kind: _, seq: _seq, timeMs: _time, ...terms } = command;
  const { currency, realm } = terms;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  const isBad =
    !areAmountsGood(terms) ||
    Math.max(terms.flexibleRateE8, terms.shortRateE8, terms.longRateE8) > 100_000_000 ||
    terms.shortHours === 0 ||
    terms.shortHours > terms.longHours ||
    terms.longHours > 8_760 ||
    terms.accountLoansMax > 1_000;
  if (terms.amountMax !== 0n && isBad) return state.rejectCommand(0, "pledge_terms_out_of_bounds");
  const { pledging } = state;
  pledging.loanTerms = pledging.loanTerms.filter(
    (one) => one.realm !== realm || one.currency !== currency,
  );
  if (terms.amountMax !== 0n) pledging.loanTerms.push(terms);
  state.emit("pledged_loan_terms_changed", { realm, currency });
}

export function setPledgeTerms(state: NaiveState, command: CommandOf<"set_pledge_terms">): void {
  const { kind: _, seq: _seq, timeMs: _time, ...terms } = command;
  const { currency, forcedE6, heldMax, initialE6, realm, supplementE6 } = terms;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  const isBad =
    !areAmountsGood(terms) ||
    heldMax < 0n ||
    heldMax > CREDIT_ATOMS_MAX ||
    initialE6 === 0 ||
    initialE6 >= supplementE6 ||
    supplementE6 >= forcedE6 ||
    forcedE6 > 950_000;
  if (terms.amountMax !== 0n && isBad) return state.rejectCommand(0, "pledge_terms_out_of_bounds");
  const { pledging } = state;
  pledging.pledgeTerms = pledging.pledgeTerms.filter(
    (one) => one.realm !== realm || one.currency !== currency,
  );
  if (terms.amountMax !== 0n) pledging.pledgeTerms.push(terms);
  state.emit("pledge_terms_changed", { realm, currency });
}

/** How much an atom of the borrowed coin is worth in atoms of the pledge: [top, bottom]. */
export type Price = readonly [bigint, bigint];

type Pair = { readonly currency: number; readonly pledgeCurrency: number };

export function indexPrice(state: NaiveState, user: NaiveUser, pair: Pair): Price {
  const [top, bottom] = dollarsOf(state, user, pair.currency);
  const [pledgeTop, pledgeBottom] = dollarsOf(state, user, pair.pledgeCurrency);
  return [top * pledgeBottom, bottom * pledgeTop];
}

export function isFresh(state: NaiveState, user: NaiveUser, pair: Pair, ageMs: number): boolean {
  return [pair.currency, pair.pledgeCurrency].every((coin) => isPriced(state, user, coin, ageMs));
}

/** Reference price over index price of a coin, where a spot instrument prices it. */
function drift(state: NaiveState, user: NaiveUser, currency: number): Price {
  const priced = state.instruments.filter(
    (one) =>
      one.realm === user.realm &&
      one.base === currency &&
      state.collaterals.get(one.quote)?.isDollar === true &&
      (one.indexPrice || one.last) !== 0,
  );
  const first = priced.find((one) => !one.isFutures) ?? priced[0];
  if (first === undefined || referenceOf(first) === 0) return [1n, 1n];
  return [BigInt(referenceOf(first)), BigInt(first.indexPrice || first.last)];
}

/** The index price, against the user where the reference prices are worse for the user. */
export function grantPrice(state: NaiveState, user: NaiveUser, pair: Pair): Price | undefined {
  if (!isFresh(state, user, pair, GRANT_AGE_MS)) return undefined;
  let [top, bottom] = indexPrice(state, user, pair);
  const [loanReference, loanIndex] = drift(state, user, pair.currency);
  if (loanReference > loanIndex) [top, bottom] = [top * loanReference, bottom * loanIndex];
  const [reference, index] = drift(state, user, pair.pledgeCurrency);
  if (reference < index) [top, bottom] = [top * index, bottom * reference];
  return [top, bottom];
}

/** The pledge that a debt requires at a line. */
export function requiredPledge([top, bottom]: Price, debt: bigint, lineE6: number): bigint {
  return ceilDiv(debt * top * E6, bottom * BigInt(lineE6));
}
