/** Events of the computed past of the exchange (decision 0081). */
import { MARKET_PRESETS } from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const MARKET_EVENTS = {
  /** The exchange has a computed past that ends at `endMs`. */
  market_founded: { seed: "int", version: "int", preset: MARKET_PRESETS, endMs: "int" },

  /**
   * An instrument has a past. Funding interval and delivery are those of this moment; the interval
   * is 0 unless it is a perpetual contract, the delivery unless it is a dated one.
   */
  instrument_past_founded: {
    instrument: "int",
    fundingIntervalHours: "int",
    deliveryAtMs: "int",
  },
} as const satisfies Readonly<Record<string, Fields>>;
