/** Commands of the generated market and its computed past (decision 0081). */
import { MARKET_PRESETS } from "../base/vocabulary.ts";
import type { GroupedFields } from "./schema.ts";

export const MARKET_COMMANDS = {
  /**
   * Gives the listed instruments a past that is computed from these terms. `version` is that of the
   * computation; the past ends at `endMs`, a whole minute. Once per exchange, before any price.
   */
  found_market: { seed: "int", version: "int", preset: MARKET_PRESETS, endMs: "int" },

  /** What the generated market continues from after the next start; replaces what was kept. */
  remember_market: { memory: "bytes" },

  /**
   * A part of the recorded prices of a coin that replace its computed past: candles of `spanMs`, in
   * an encoding that the core does not read. Parts are in the order of time and end with the past.
   * Only before `found_market`.
   */
  import_path: { code: "text", spanMs: "int", bytes: "bytes" },
} as const satisfies Readonly<Record<string, GroupedFields>>;
