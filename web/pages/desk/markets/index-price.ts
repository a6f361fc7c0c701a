/** Acts on the index price of an instrument. */
import type { Act } from "../acts/asked-act.ts";
import type { Edit } from "../acts/edit-dialog.tsx";
import { type InstrumentName, instrumentText, nameOf } from "./listed-instrument.ts";

/** Returns the form that sets and holds an index price; the present one may be empty. */
export function indexPriceEdit(row: InstrumentName, present: string, onDone: () => void): Edit {
  return {
    title: `Hold the index price of ${instrumentText(row)}`,
    explanation:
      "It stays, whatever the sources report and over restarts, until it is released. Mark " +
      "prices, liquidations and funding follow it.",
    terms: [{ name: "price", label: "Index price", kind: "decimal", value: present }],
    act: {
      title: "Hold the index price",
      method: "PUT",
      path: "/index-prices",
      body: nameOf(row),
      repeat: row.symbol,
      done: ({ price }) => `The index price of ${row.symbol} is held at ${String(price)}`,
      onDone,
    },
  };
}

/** Returns the act that releases a held index price. */
export function releaseIndexAct(row: InstrumentName, onDone: () => void): Act {
  return {
    title: `Release the index price of ${instrumentText(row)}`,
    effects: ["The next price of the sources takes its place."],
    method: "POST",
    path: "/index-prices/release",
    body: nameOf(row),
    done: () => `The index price of ${row.symbol} is released`,
    onDone,
  };
}
