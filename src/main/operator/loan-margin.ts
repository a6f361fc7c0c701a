/**
 * MARGIN orders of unified accounts need no margin for their price: the band of the pair alone
 * bounds what such an order can lose of the loan (decision 0096).
 */
import type { Realm } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { State } from "../../core/state.ts";
import type { LoanTermsOfCoin } from "../../ops/risk-port.ts";
import type { ActingEngine } from "./admin-command.ts";

const WHOLE_E6 = 1_000_000;

/** Price bands of a pair, in millionths. */
export type Bands = Readonly<Record<"buyE6" | "sellE6", number>>;
/** Largest leverages of the loans of a pair's coins; undefined where a coin is not lent. */
type LoanLeverages = Readonly<Record<"base" | "quote", number | undefined>>;
type Sides = Readonly<Record<"buy" | "sell", boolean>>;

/** Largest leverage at which unified accounts borrow a coin; undefined if they cannot. */
function loanLeverage({ lending }: State, realm: Realm, currency: number): number | undefined {
  const terms = lending.terms.find(realm, 0, currency);
  return terms && Math.max(...terms.tiers.map(({ leverage }) => leverage));
}

export function loanLeverages(
  state: State,
  { base, quote, realm }: Pick<Instrument, "base" | "quote" | "realm">,
): LoanLeverages {
  return {
    base: loanLeverage(state, realm, base),
    quote: loanLeverage(state, realm, quote),
  };
}

/**
 * Returns the sides on which an order at the edge of the band loses at least the margin of its
 * loan. A loan of 1 with leverage L has margin 1 ÷ L. A buy at the edge of a band b loses
 * b ÷ (1 + b) of it, a sell loses b. Only pairs whose coins are both lent have MARGIN orders.
 */
export function beyondLoanMargin({ buyE6, sellE6 }: Bands, { base, quote }: LoanLeverages): Sides {
  if (base === undefined || quote === undefined) return { buy: false, sell: false };
  return { buy: buyE6 * (quote - 1) >= WHOLE_E6, sell: sellE6 * base >= WHOLE_E6 };
}

/** Whether a change brings a side beyond the margin of loans that was not. */
export function isBrought(before: Sides, after: Sides): boolean {
  return (after.buy && !before.buy) || (after.sell && !before.sell);
}

export function bandsOf(pair: Pick<Instrument, "buyLimitRatio" | "sellLimitRatio">): Bands {
  return { buyE6: pair.buyLimitRatio, sellE6: pair.sellLimitRatio };
}

/** Whether new loan terms bring a side of a pair with this coin beyond the margin of its loans. */
export function lendsBeyondBands(
  { accounts, state }: ActingEngine,
  { coin, realm, symbol, tiers }: LoanTermsOfCoin,
): boolean {
  const index = accounts.currency(coin)?.index;
  if (index === undefined || symbol !== "" || tiers.length === 0) return false;
  const leverage = Math.max(...tiers.map((tier) => tier.leverage));
  return state.instruments.some((pair) => {
    if (pair.isFutures || pair.realm !== realm) return false;
    const present = loanLeverages(state, pair);
    const base = pair.base === index ? leverage : present.base;
    const quote = pair.quote === index ? leverage : present.quote;
    const bands = bandsOf(pair);
    return isBrought(beyondLoanMargin(bands, present), beyondLoanMargin(bands, { base, quote }));
  });
}
