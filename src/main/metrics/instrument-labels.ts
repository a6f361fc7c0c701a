import type { Instrument } from "../../core/instruments/instrument.ts";

/** Instruments with series of their own; later listed ones share the series `other`. */
export const LABELLED_INSTRUMENTS_MAX = 500;

export const INSTRUMENT_LABELS = ["realm", "category", "symbol"] as const;

export type InstrumentLabels = Readonly<Record<(typeof INSTRUMENT_LABELS)[number], string>>;

/** Whether an instrument has series of its own. */
export function isLabelled({ index }: Pick<Instrument, "index">): boolean {
  return index < LABELLED_INSTRUMENTS_MAX;
}

/** Labels of an instrument; `other` for all of them beyond `LABELLED_INSTRUMENTS_MAX`. */
export function instrumentLabels(instrument: Instrument): InstrumentLabels {
  if (!isLabelled(instrument)) return { realm: "other", category: "other", symbol: "other" };
  const { category, realm, symbol } = instrument;
  return { realm, category, symbol };
}
