/** Commands of institutional loans to risk units (decision 0067). */
import { REALMS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const INSTITUTIONAL_COMMANDS = {
  /**
   * Terms of the loans of a product. Lines are ratios of debt to collateral in millionths. Each
   * coin counts with its ratio, in millionths, up to a value in US dollars; no coins withdraw the
   * product. `instruments` are those that a unit in debt may trade.
   */
  set_loan_product: {
    realm: REALMS,
    product: "int",
    leverage: "int",
    dailyRateE8: "int",
    transferLineE6: "int",
    buyLineE6: "int",
    openLineE6: "int",
    liquidationLineE6: "int",
    stopLineE6: "int",
    currencies: "ints",
    ratiosE6: "ints",
    valuesMaxUsd: "ints",
    instruments: "ints",
  },

  /** Makes an account a risk unit with a product, or ends its unit with product 0. */
  set_risk_unit: { user: "int", product: "int" },

  /** Binds a user of the same main account to a unit, or ends it; `unit` is the unit's account. */
  bind_unit_user: { user: "int", unit: "int", bound: "int", isBound: "flag" },

  /** Lends to the account of a unit. */
  issue_unit_loan: { unit: "int", currency: "int", amount: "money" },

  /** Repays a loan of the unit of `user` from the wallet of that user. */
  repay_unit_loan: { user: "int", loan: "int", amount: "money" },
} as const satisfies Readonly<Record<string, GroupedFields>>;
