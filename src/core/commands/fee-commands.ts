/** Commands of the operator about fees (decision 0094). Rates are in millionths. */
import type { GroupedFields } from "./schema.ts";

export const FEE_COMMANDS = {
  /**
   * Sets the fee rates of an instrument from a time on, or at once if `fromMs` is 0; at most those
   * with which it is listed.
   */
  set_market_fees: { instrument: "int", makerRateE6: "int", takerRateE6: "int", fromMs: "int" },

  /** Sets the rates of a fee level from 1. */
  set_fee_level: {
    level: "int",
    spotMakerE6: "int",
    spotTakerE6: "int",
    futuresMakerE6: "int",
    futuresTakerE6: "int",
  },

  /** Gives the main account of a user a fee level from a time on, or at once if `fromMs` is 0. */
  set_user_fee_level: { user: "int", level: "int", fromMs: "int" },
} as const satisfies Readonly<Record<string, GroupedFields>>;
