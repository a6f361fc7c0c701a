import type { Instrument } from "../../core/instruments/instrument.ts";
import type { AdminRefusal, InstrumentName } from "../../ops/admin-outcome.ts";
import type { Engine } from "../engine.ts";
import { refuse } from "./admin-command.ts";

/** Returns the instrument of a name, or a refusal that says which symbol is not listed. */
export function listedInstrument(
  { accounts }: Pick<Engine, "accounts">,
  { category, realm, symbol }: InstrumentName,
): Instrument | AdminRefusal {
  const instrument = accounts.instrument(realm, category, symbol);
  return instrument ?? refuse("not_found", `${symbol} is not listed`);
}
