/** What the exchange lists in the realm of this tab. */
import { createSignal } from "solid-js";
import { get } from "../wire/rest.ts";
import { CATEGORIES, type Instrument, type InstrumentRow, instrumentOf } from "./instrument.ts";

export type { Category, Instrument } from "./instrument.ts";

const [instruments, setInstruments] = createSignal<ReadonlyMap<string, Instrument>>(new Map());

/** All instruments by `category:symbol`; empty while they are loading. */
export { instruments };

/** Loads the instruments of all categories; unchanged ones keep their objects. */
export async function loadInstruments(): Promise<void> {
  const lists = await Promise.all(
    CATEGORIES.map(async (category) => {
      const query = { category: category.toUpperCase() };
      const rows = await get<readonly InstrumentRow[]>("/api/v3/market/instruments", query);
      return rows.map((row) => instrumentOf(category, row));
    }),
  );
  const known = instruments();
  const loaded = lists.flat().map((instrument) => {
    const before = known.get(instrument.key);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(instrument)
      ? before
      : instrument;
  });
  const isSame = loaded.length === known.size && loaded.every((one) => known.get(one.key) === one);
  if (!isSame) setInstruments(new Map(loaded.map((one) => [one.key, one])));
}
