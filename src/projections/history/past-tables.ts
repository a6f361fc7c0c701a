/** Tables of the computed past of the exchange (decision 0081): terms, nothing computed. */
import { MARKET_PRESETS } from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** The single row with the terms of the past; none on an exchange without a past. */
export const PAST_TERMS = table("past_terms", ["one"], {
  one: "int",
  seed: "int",
  version: "int",
  preset: MARKET_PRESETS,
  endMs: "int",
});
export type PastTermsRow = RecordOf<typeof PAST_TERMS.fields>;

/** Instruments with a past; funding interval and delivery as in `instrument_past_founded`. */
export const PAST_INSTRUMENTS = table("past_instruments", ["instrument"], {
  instrument: "int",
  fundingIntervalHours: "int",
  deliveryAtMs: "int",
});
export type PastInstrumentRow = RecordOf<typeof PAST_INSTRUMENTS.fields>;

/** Parts of recorded prices that replace computed ones; the bytes in base64. */
export const PAST_PATHS = table("past_paths", ["part"], {
  part: "int",
  code: "text",
  spanMs: "int",
  bytes: "text",
});
export type PastPathRow = RecordOf<typeof PAST_PATHS.fields>;
