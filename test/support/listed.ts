/** Instruments and currencies of a core by name; throws for a name that is not listed. */
import type { Category } from "../../src/core/base/vocabulary.ts";
import type { Instrument } from "../../src/core/instruments/instrument.ts";
import { instrumentName, type State } from "../../src/core/state.ts";

/** Returns an instrument of the live realm. */
export function listedInstrument(state: State, category: Category, symbol: string): Instrument {
  const name = instrumentName("live", category, symbol);
  const instrument = state.instrumentByName.get(name);
  if (instrument === undefined) throw new Error(`${name} is listed`);
  return instrument;
}

/** Returns the index of a currency. */
export function listedCurrency(state: State, code: string): number {
  const currency = state.currencyByCode.get(code);
  if (currency === undefined) throw new Error(`${code} is listed`);
  return currency.index;
}
