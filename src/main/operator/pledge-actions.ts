/** Administrative actions on loans against pledges: lists and sets their terms. */

import { REALMS, type Realm } from "../../core/base/vocabulary.ts";
import type { Currency } from "../../core/instruments/instrument.ts";
import { formatTrimmed } from "../../core/money/decimals.ts";
import { rateE6, rateE8, ZERO_ATOMS } from "../../core/money/units.ts";
import { readCalledLoans, readPledgeTerms } from "../../core/reads/pledge-reads.ts";
import type { State } from "../../core/state.ts";
import { uidOf } from "../../gateway/auth/uid.ts";
import type {
  PledgeActions,
  PledgedLoanTermsChange,
  PledgedLoanTermsState,
  PledgeTermsChange,
  PledgeTermsState,
} from "../../ops/pledge-port.ts";
import { wireId } from "../../wire/ids.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { amountOf, incrementsOf } from "./decimal-units.ts";

const E6_DECIMALS = 6;
const E8_DECIMALS = 8;
const NO_AMOUNTS = { amountMin: ZERO_ATOMS, amountMax: ZERO_ATOMS } as const;
const NOT_LENT = {
  ...NO_AMOUNTS,
  dailyRates: { flexible: rateE8(0), short: rateE8(0), long: rateE8(0) },
  hours: { flexible: 0, short: 168, long: 720 },
  accountLoansMax: 0,
} as const;
const NOT_ACCEPTED = {
  ...NO_AMOUNTS,
  lines: { initial: rateE6(0), supplement: rateE6(0), forced: rateE6(0) },
  heldMax: ZERO_ATOMS,
} as const;

/** Whole number of increments of a share, or the present one; `undefined` if unreadable. */
function shareOf(text: string | undefined, present: number, decimals: number): number | undefined {
  return text === undefined ? present : incrementsOf(text, decimals, 1);
}

function loanTermsState(state: State, realm: Realm, coin: Currency): PledgedLoanTermsState {
  const { loan = NOT_LENT } = readPledgeTerms(state, realm, coin.index);
  const rate = (value: number): string => formatTrimmed(value, E8_DECIMALS);
  return {
    ...{ realm, coin: coin.code },
    amountMin: formatTrimmed(loan.amountMin, coin.decimals),
    amountMax: formatTrimmed(loan.amountMax, coin.decimals),
    flexibleRate: rate(loan.dailyRates.flexible),
    shortRate: rate(loan.dailyRates.short),
    longRate: rate(loan.dailyRates.long),
    ...{ shortHours: loan.hours.short, longHours: loan.hours.long },
    accountLoansMax: loan.accountLoansMax,
  };
}

function pledgeTermsState(state: State, realm: Realm, coin: Currency): PledgeTermsState {
  const { held, pledge = NOT_ACCEPTED } = readPledgeTerms(state, realm, coin.index);
  const amount = (value: bigint): string => formatTrimmed(value, coin.decimals);
  const line = (value: number): string => formatTrimmed(value, E6_DECIMALS);
  const { forced, initial, supplement } = pledge.lines;
  return {
    ...{ realm, coin: coin.code },
    ...{ initial: line(initial), supplement: line(supplement), forced: line(forced) },
    ...{ amountMin: amount(pledge.amountMin), amountMax: amount(pledge.amountMax) },
    ...{ heldMax: amount(pledge.heldMax), held: amount(held) },
  };
}

/** Returns the terms in the units of the command; `undefined` when one cannot be read. */
function changedLoanTerms(state: State, change: PledgedLoanTermsChange, coin: Currency) {
  const { loan = NOT_LENT } = readPledgeTerms(state, change.realm, coin.index);
  const { dailyRates, hours } = loan;
  const amountMin = amountOf(change.amountMin, loan.amountMin, coin.decimals);
  const amountMax = amountOf(change.amountMax, loan.amountMax, coin.decimals);
  const flexibleRateE8 = shareOf(change.flexibleRate, dailyRates.flexible, E8_DECIMALS);
  const shortRateE8 = shareOf(change.shortRate, dailyRates.short, E8_DECIMALS);
  const longRateE8 = shareOf(change.longRate, dailyRates.long, E8_DECIMALS);
  if (amountMin === undefined || amountMax === undefined) return undefined;
  if (flexibleRateE8 === undefined || shortRateE8 === undefined) return undefined;
  if (longRateE8 === undefined) return undefined;
  return {
    ...{ amountMin, amountMax, flexibleRateE8, shortRateE8, longRateE8 },
    shortHours: change.shortHours ?? hours.short,
    longHours: change.longHours ?? hours.long,
    accountLoansMax: change.accountLoansMax ?? loan.accountLoansMax,
  };
}

/** Returns the terms in the units of the command; `undefined` when one cannot be read. */
function changedPledgeTerms(state: State, change: PledgeTermsChange, coin: Currency) {
  const { pledge = NOT_ACCEPTED } = readPledgeTerms(state, change.realm, coin.index);
  const { lines } = pledge;
  const amountMin = amountOf(change.amountMin, pledge.amountMin, coin.decimals);
  const amountMax = amountOf(change.amountMax, pledge.amountMax, coin.decimals);
  const heldMax = amountOf(change.heldMax, pledge.heldMax, coin.decimals);
  const initialE6 = shareOf(change.initial, lines.initial, E6_DECIMALS);
  const supplementE6 = shareOf(change.supplement, lines.supplement, E6_DECIMALS);
  const forcedE6 = shareOf(change.forced, lines.forced, E6_DECIMALS);
  if (amountMin === undefined || amountMax === undefined || heldMax === undefined) return undefined;
  if (initialE6 === undefined || supplementE6 === undefined) return undefined;
  if (forcedE6 === undefined) return undefined;
  return { amountMin, amountMax, heldMax, initialE6, supplementE6, forcedE6 };
}

const UNREADABLE = "amounts with at most the decimals of the coin, and shares from 0 to 1";

/** Returns all administrative actions on loans against pledges. */
export function pledgeActions({ engine }: { readonly engine: ActingEngine }): PledgeActions {
  const { accounts, state } = engine;
  return {
    listPledgedLoanTerms: () =>
      REALMS.flatMap((realm) => state.currencies.map((coin) => loanTermsState(state, realm, coin))),
    async setPledgedLoanTerms(change) {
      const coin = accounts.currency(change.coin);
      if (coin === undefined) return refuse("not_found", `no coin is called ${change.coin}`);
      const terms = changedLoanTerms(state, change, coin);
      if (terms === undefined) return refuse("invalid", UNREADABLE);
      const target = { realm: change.realm, currency: coin.index };
      const outcome = await submit(engine, { kind: "set_pledged_loan_terms", ...target, ...terms });
      return outcome.rejection === undefined ? { done: change } : refusalOf(outcome.rejection);
    },
    listPledgeTerms: () =>
      REALMS.flatMap((realm) =>
        state.currencies.map((coin) => pledgeTermsState(state, realm, coin)),
      ),
    async setPledgeTerms(change) {
      const coin = accounts.currency(change.coin);
      if (coin === undefined) return refuse("not_found", `no coin is called ${change.coin}`);
      const terms = changedPledgeTerms(state, change, coin);
      if (terms === undefined) return refuse("invalid", UNREADABLE);
      const target = { realm: change.realm, currency: coin.index };
      const outcome = await submit(engine, { kind: "set_pledge_terms", ...target, ...terms });
      return outcome.rejection === undefined ? { done: change } : refusalOf(outcome.rejection);
    },
    listCalledLoans: () =>
      readCalledLoans(state).map(({ debt, loan, rateE6: rate }) => {
        const coin = state.currencies[loan.currency];
        const pledged = state.currencies[loan.pledgeCurrency];
        return {
          ...{ loanId: wireId(loan.id), user: loan.user, uid: uidOf(loan.user) },
          coin: coin?.code ?? "",
          debt: formatTrimmed(debt, coin?.decimals ?? 0),
          pledgeCoin: pledged?.code ?? "",
          pledge: formatTrimmed(loan.pledge, pledged?.decimals ?? 0),
          rate: formatTrimmed(rate, E6_DECIMALS),
          forced: formatTrimmed(loan.lines.forced, E6_DECIMALS),
        };
      }),
  };
}
