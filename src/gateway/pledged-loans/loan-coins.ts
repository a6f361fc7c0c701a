/** Coins that are lent against a pledge, and coins that are pledged. */
import { Type } from "typebox";
import type { Atoms } from "../../core/money/units.ts";
import { coinText, rateE6Text, usdE8Text } from "../../wire/texts.ts";
import type { EndpointContext } from "../http/endpoint.ts";
import { loanCoinOf } from "./loan-request.ts";
import { hourRateText, yearRateText } from "./loan-rows.ts";

/** Rates of fixed periods, of an hour and of a year. */
export const FIXED_RATES = {
  hourRate7D: Type.String(),
  rate7D: Type.String(),
  hourRate30D: Type.String(),
  rate30D: Type.String(),
};

export const PLEDGE_LINES = {
  initRate: Type.String({ description: "Largest loan-to-value ratio of a new loan" }),
  supRate: Type.String({ description: "Ratio at which the pledge should be raised" }),
  forceRate: Type.String({ description: "Ratio at which the loan ends with its pledge" }),
};

/** Returns the terms of one coin, or of all, in texts; bounds also as values in US dollars. */
export function loanCoins(context: EndpointContext, named: string | undefined) {
  const { exchange, realm } = context;
  const { accounts } = exchange;
  const coins = named === undefined ? accounts.currencies() : [loanCoinOf(context, named)];
  const terms = coins.map((one) => {
    const usd = (amount: Atoms) => usdE8Text(accounts.usdValue(realm, one.index, amount));
    return { one, usd, ...accounts.pledgeTerms(realm, one.index) };
  });
  const lent = terms.flatMap(({ loan, one, usd }) => {
    if (loan === undefined) return [];
    const { flexible, long, short } = loan.dailyRates;
    return {
      coin: one.code,
      flexible: { hourRateFlexible: hourRateText(flexible), rateFlexible: yearRateText(flexible) },
      fixed: {
        hourRate7D: hourRateText(short),
        rate7D: yearRateText(short),
        hourRate30D: hourRateText(long),
        rate30D: yearRateText(long),
      },
      min: coinText(one, loan.amountMin),
      max: coinText(one, loan.amountMax),
      minUsd: usd(loan.amountMin),
      maxUsd: usd(loan.amountMax),
    };
  });
  const pledged = terms.flatMap(({ one, pledge, usd }) => {
    if (pledge === undefined) return [];
    const lines = {
      initRate: rateE6Text(pledge.lines.initial),
      supRate: rateE6Text(pledge.lines.supplement),
      forceRate: rateE6Text(pledge.lines.forced),
    };
    return {
      coin: one.code,
      lines,
      min: coinText(one, pledge.amountMin),
      max: coinText(one, pledge.amountMax),
      minUsd: usd(pledge.amountMin),
      maxUsd: usd(pledge.amountMax),
    };
  });
  return { lent, pledged };
}
