/** Events of fees (decision 0094). Rates are in millionths. */
import type { Fields } from "../commands/schema.ts";

export const FEE_EVENTS = {
  /** Rates that an instrument has from `fromMs` on, or at once if that is 0. */
  market_fees_changed: {
    instrument: "int",
    makerRateE6: "int",
    takerRateE6: "int",
    fromMs: "int",
  },
  fee_level_changed: { level: "int" },
  /** Level that a main account has from `fromMs` on, or at once if that is 0. */
  user_fee_level_changed: { user: "int", level: "int", fromMs: "int" },
} as const satisfies Readonly<Record<string, Fields>>;
