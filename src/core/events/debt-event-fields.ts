/** The events of borrowing in unified accounts; part of the closed list of events. */
import type { Fields } from "../commands/schema.ts";

export const DEBT_EVENTS = {
  /**
   * The negative part of a unified account's balance changed: `amount` was borrowed or repaid,
   * `debt` is the total debt of the coin after it. No money moved; the event that moved it comes
   * before.
   */
  debt_changed: {
    changeId: "int",
    user: "int",
    currency: "int",
    isBorrowed: "flag",
    amount: "money",
    debt: "money",
    balance: "money",
  },

  /** Interest of begun hours, charged to the unified account; it increases the debt. */
  debt_interest_charged: {
    interestId: "int",
    user: "int",
    currency: "int",
    base: "money",
    hours: "int",
    dailyRateE8: "int",
    amount: "money",
    debt: "money",
    balance: "money",
  },

  /**
   * A debt was repaid with another coin at index prices, in a swap with the lending pool. Requested
   * by the user when `liquidationId` is 0, else forced; then `fromAmount` contains the liquidation
   * fee.
   */
  debt_exchanged: {
    exchangeId: "int",
    user: "int",
    liquidationId: "int",
    fromCurrency: "int",
    fromAmount: "money",
    fromBalance: "money",
    toCurrency: "int",
    toAmount: "money",
    toBalance: "money",
  },

  coin_leverage_changed: { user: "int", currency: "int", leverage: "int" },
} as const satisfies Readonly<Record<string, Fields>>;
