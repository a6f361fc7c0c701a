/** Events of institutional loans; `funds_moved` reports their money (decision 0067). */
import { REALMS } from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const INSTITUTIONAL_EVENTS = {
  loan_product_changed: { realm: REALMS, product: "int" },

  /** An account became a risk unit with a product, or ended with product 0. */
  risk_unit_changed: { unit: "int", product: "int" },

  unit_user_changed: { unit: "int", user: "int", isBound: "flag" },

  unit_loan_issued: {
    loanId: "int",
    unit: "int",
    product: "int",
    currency: "int",
    amount: "money",
  },

  /** `principal` and `interest` are those of the loan after the charge. */
  unit_interest_charged: {
    loanId: "int",
    unit: "int",
    currency: "int",
    amount: "money",
    hours: "int",
    principal: "money",
    interest: "money",
  },

  /** A loan was repaid by `user`; forced by the exchange where the unit is being liquidated. */
  unit_loan_repaid: {
    repayId: "int",
    loanId: "int",
    unit: "int",
    user: "int",
    currency: "int",
    isForced: "flag",
    principalPart: "money",
    interestPart: "money",
    principal: "money",
    interest: "money",
  },

  /** A liquidation of a unit began or ended, at a ratio of debt to collateral in millionths. */
  unit_liquidation_changed: { unit: "int", isLiquidating: "flag", ratioE6: "int" },
} as const satisfies Readonly<Record<string, Fields>>;
