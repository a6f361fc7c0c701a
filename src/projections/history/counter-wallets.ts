/** Accounts with which users exchange money, by what moves it. */
import type { Wallet } from "../../core/base/vocabulary.ts";

/**
 * Wallets on the other side of movements that do not name them: of the exchange, but `pledge`,
 * which is a wallet of the user.
 */
export const COUNTER_WALLETS = {
  trade: "clearing",
  fee: "fees",
  funding: "rounding",
  fund: "insurance_fund",
  loan: "lending_pool",
  interest: "interest_income",
  collateralSwap: "insurance_fund",
  debtExchange: "lending_pool",
  conversion: "conversion",
  pledge: "pledged",
} as const satisfies Readonly<Record<string, Wallet>>;
