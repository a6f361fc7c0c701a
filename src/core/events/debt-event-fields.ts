/** The events of borrowing in unified accounts; part of the closed list of events. */
import type { Fields } from "../commands/schema.ts";

export const DEBT_EVENTS = {
  /**
   * A balance of a unified account went below zero or came up from there: `amount` is what was
   * borrowed, or else repaid, `debt` all that is owed of the coin after it. No money moves; the
   * event that moved it stands before.
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

  /** Interest of hours that have begun, paid from the unified account: the debt grows by it. */
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
   * A debt was paid with another coin at the index prices; the lending pool took and gave. By its
   * user when `liquidationId` is 0, else forced, with the fee of liquidation in what was taken.
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
