/** Words for markets: their kinds in lists, and what people type to find them. */
import type { Instrument } from "./instruments.ts";

type Kind = Pick<Instrument, "category" | "isFutures" | "deliveryMs">;

/** Returns the kind of a market, such as `USDT perpetual`. */
export function kindOf({ category, deliveryMs, isFutures }: Kind): string {
  if (!isFutures) return "Spot";
  const margin = {
    spot: "",
    "usdt-futures": "USDT",
    "usdc-futures": "USDC",
    "coin-futures": "Coin",
  };
  return `${margin[category]} ${deliveryMs === undefined ? "perpetual" : "dated future"}`;
}

/** Returns the text that a search for a market looks at. */
export function searchTextOf(market: Kind & Pick<Instrument, "symbol" | "base" | "quote">): string {
  const { base, quote, symbol } = market;
  return `${symbol} ${base}/${quote} ${kindOf(market)} ${market.isFutures ? "futures" : ""}`;
}
