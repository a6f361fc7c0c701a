import type { Level } from "../../projections/live/book-side.ts";
import type { ListedInstrument } from "../../wire/listings.ts";
import { priceText, sizeText } from "../../wire/texts.ts";

export const DIALECTS = ["v2", "v3"] as const;
/** Which of the two interface versions a subscription speaks. */
export type Dialect = (typeof DIALECTS)[number];

/** `[["60010.6","1.25"],…]`, in the order given. */
export function levelsJson(instrument: ListedInstrument, levels: readonly Level[]): string {
  let json = "[";
  for (const { price, size } of levels) {
    if (json.length > 1) json += ",";
    json += `["${priceText(instrument, price)}","${sizeText(instrument, size)}"]`;
  }
  return `${json}]`;
}

/** The two sides as members of a book push: v3 writes a and b, v2 asks and bids. */
export function sidesJson(
  dialect: Dialect,
  instrument: ListedInstrument,
  depth: { readonly bids: readonly Level[]; readonly asks: readonly Level[] },
): string {
  const asks = levelsJson(instrument, depth.asks);
  const bids = levelsJson(instrument, depth.bids);
  return dialect === "v3" ? `"a":${asks},"b":${bids}` : `"asks":${asks},"bids":${bids}`;
}
