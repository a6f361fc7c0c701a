/** Events of loans against a pledge (decision 0068). */
import {
  LOAN_PERIODS,
  PLEDGE_FORCE_REASONS,
  PLEDGED_REPAYMENTS,
  REALMS,
  WALLETS,
} from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

/** Loan, owner and coins that the events of a loan name. */
const LOAN = {
  loanId: "int",
  user: "int",
  wallet: WALLETS,
  currency: "int",
  pledgeCurrency: "int",
} as const;

export const PLEDGING_EVENTS = {
  pledged_loan_terms_changed: { realm: REALMS, currency: "int" },
  pledge_terms_changed: { realm: REALMS, currency: "int" },

  /**
   * The lending pool paid `amount` to the user's wallet, and the user's wallet paid `pledge` into
   * custody. Balances are those of the wallet after it. `expiresAtMs` is 0 for a flexible period.
   */
  pledged_loan_taken: {
    ...LOAN,
    amount: "money",
    balance: "money",
    pledge: "money",
    pledgeBalance: "money",
    period: LOAN_PERIODS,
    dailyRateE8: "int",
    initialE6: "int",
    supplementE6: "int",
    forcedE6: "int",
    expiresAtMs: "int",
  },

  /** Interest was added to a loan; no money moved. `isFirst`: for the hour it was taken in. */
  pledged_interest_charged: {
    interestId: "int",
    loanId: "int",
    user: "int",
    currency: "int",
    amount: "money",
    hours: "int",
    dailyRateE8: "int",
    isFirst: "flag",
    principal: "money",
    interest: "money",
  },

  /**
   * A repayment by the user: from the wallet, or with `pledgeUsed`, of which `pledgeAsInterest` is
   * income and the rest joins the lending pool. `released` returned to the wallet, `pledge` stays.
   */
  pledged_loan_repaid: {
    repayId: "int",
    ...LOAN,
    method: PLEDGED_REPAYMENTS,
    interestPart: "money",
    principalPart: "money",
    principal: "money",
    interest: "money",
    balance: "money",
    pledgeUsed: "money",
    pledgeAsInterest: "money",
    released: "money",
    pledge: "money",
    pledgeBalance: "money",
  },

  /** The user added to a pledge or took of it. Rates are loan-to-value ratios in millionths. */
  pledge_revised: {
    revisionId: "int",
    ...LOAN,
    isAdded: "flag",
    amount: "money",
    rateBeforeE6: "int",
    rateAfterE6: "int",
    pledge: "money",
    pledgeBalance: "money",
  },

  /**
   * A loan ended by force. `pledgeUsed` paid the two parts, with `fee`; the insurance fund paid
   * `fundPaid` of the rest of the principal, the pool wrote off `writtenOff`. `released` returned
   * to the wallet.
   */
  pledged_loan_forced: {
    forceId: "int",
    ...LOAN,
    reason: PLEDGE_FORCE_REASONS,
    rateE6: "int",
    interestPart: "money",
    principalPart: "money",
    interestDropped: "money",
    fundPaid: "money",
    writtenOff: "money",
    pledgeUsed: "money",
    pledgeAsInterest: "money",
    fee: "money",
    released: "money",
    pledgeBalance: "money",
  },
} as const satisfies Readonly<Record<string, Fields>>;
