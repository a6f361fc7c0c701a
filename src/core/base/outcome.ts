/** Result of a command for its submitter. */
import type { Rejection } from "./rejections.ts";

/** Result for one order of a command that concerns several. */
export type OutcomeItem = {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly instrument: number;
  readonly rejection: Rejection | undefined;
};

/** Amounts in atoms; the price is `digits` × 10^-`decimals` coins for one coin given. */
export type OutcomeConversion = {
  readonly fromCurrency: number;
  readonly fromAmount: bigint;
  readonly toCurrency: number;
  readonly toAmount: bigint;
  readonly price: { readonly digits: number; readonly decimals: number };
};

/** What a command did to a loan against a pledge; amounts in atoms, the ratio in millionths. */
export type OutcomePledged = {
  readonly interestPart: bigint;
  readonly principalPart: bigint;
  readonly released: bigint;
  /** Loan-to-value ratio after it; 0 without a loan. */
  readonly rateE6: number;
};

export type Outcome = {
  rejection: Rejection | undefined;
  /** Id of an order, transfer or quote; index of a new user, currency or instrument; else 0. */
  id: number;
  /** Set when placing a reduce-only order cancelled older ones (Place Order rule 4). */
  replacedReduceOnly: boolean;
  /** Value repaid by a repayment of debts, in hundred-millionths of a dollar; else 0. */
  repaidUsd: bigint;
  items: readonly OutcomeItem[] | undefined;
  /** Amounts and price of a quoted or executed conversion. */
  conversion: OutcomeConversion | undefined;
  /** What a repayment or a revised pledge did to its loan. */
  pledged: OutcomePledged | undefined;
};

/** An outcome to keep, with seq and time of its command. */
export type CommandOutcome = Readonly<Outcome> & {
  readonly seq: number;
  readonly timeMs: number;
};
