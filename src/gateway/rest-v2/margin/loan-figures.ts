import { Type } from "typebox";
import type { LoanTermsRead } from "../../../core/reads/loan-reads.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, rateE8Text } from "../../../wire/texts.ts";
import type { PrivateContext } from "../../http/endpoint.ts";

const DAYS_PER_YEAR = 365;

const LEVEL = {
  level: Type.String(),
  limit: Type.String(),
  dailyInterestRate: Type.String(),
  discountRate: Type.String(),
};

export const isolatedLevel = Type.Object({ ...LEVEL, annuallyInterestRate: Type.String() });

export const crossedLevel = Type.Object({ ...LEVEL, annualInterestRate: Type.String() });

/**
 * Returns the figures of a coin: daily and annual rates, the largest loan, the largest leverage.
 */
export function figuresOf(context: PrivateContext, terms: LoanTermsRead) {
  const { currency, dailyRate, tiers } = terms;
  const largest = tiers[tiers.length - 1]?.amountMax ?? 0n;
  return {
    code: currencyCode(context.exchange.accounts, currency),
    daily: rateE8Text(dailyRate),
    annual: rateE8Text(dailyRate * DAYS_PER_YEAR),
    largest: amountText(context.exchange.accounts, currency, largest),
    leverage: String(Math.max(...tiers.map(({ leverage }) => leverage))),
    isBorrowable: largest > 0n,
  };
}

export type CoinFigures = ReturnType<typeof figuresOf>;

export function levelOf({ annual, daily, largest }: CoinFigures) {
  const level = { level: "0", limit: largest, dailyInterestRate: daily, discountRate: "1" };
  return { ...level, annuallyInterestRate: annual };
}
