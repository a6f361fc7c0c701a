/** Commands of loans against a pledge (decision 0068). */
import { LOAN_PERIODS, PLEDGED_REPAYMENTS, REALMS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const PLEDGING_COMMANDS = {
  /**
   * Terms of borrowing a coin against a pledge. Amounts are those of one loan; a largest amount of
   * 0 withdraws the coin. Rates are per day, in hundred-millionths, by period; a short and a long
   * period last so many hours. `accountLoansMax` is the largest number of open loans of the coin of
   * a main account with its sub-accounts.
   */
  set_pledged_loan_terms: {
    realm: REALMS,
    currency: "int",
    amountMin: "money",
    amountMax: "money",
    flexibleRateE8: "int",
    shortRateE8: "int",
    longRateE8: "int",
    shortHours: "int",
    longHours: "int",
    accountLoansMax: "int",
  },

  /**
   * Terms of pledging a coin. The three lines are loan-to-value ratios in millionths: at most the
   * initial one when a loan is taken, a call for more at the supplementary one, repayment by force
   * at the forced one. Amounts are those of one new loan; a largest amount of 0 withdraws the coin.
   * `heldMax` is the largest amount of the coin that is pledged in the realm.
   */
  set_pledge_terms: {
    realm: REALMS,
    currency: "int",
    initialE6: "int",
    supplementE6: "int",
    forcedE6: "int",
    amountMin: "money",
    amountMax: "money",
    heldMax: "money",
  },

  /**
   * Takes a loan. One of the two amounts may be 0: the loan is then the largest for the pledge, or
   * the pledge the smallest for the loan.
   */
  take_pledged_loan: {
    user: "int",
    currency: "int",
    pledgeCurrency: "int",
    period: LOAN_PERIODS,
    amount: "money",
    pledge: "money",
  },

  /**
   * Repays a loan, interest first, from the wallet or with the pledge. `amount` is in the borrowed
   * coin and ignored with `isWhole`. With `releases` a part of the pledge returns with a part of
   * the loan; the rest always returns with the last of it.
   */
  repay_pledged_loan: {
    user: "int",
    loanId: "int",
    method: PLEDGED_REPAYMENTS,
    isWhole: "flag",
    amount: "money",
    releases: "flag",
  },

  /** Adds to the pledge of a loan, or takes out what the initial line does not require. */
  revise_pledge: {
    user: "int",
    loanId: "int",
    pledgeCurrency: "int",
    isAdded: "flag",
    amount: "money",
  },
} as const satisfies Readonly<Record<string, GroupedFields>>;
