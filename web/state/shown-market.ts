/** Market of the trade screen: the address says which one, and every panel shows it. */
import { createSignal } from "solid-js";
import { instrumentKey } from "./instrument.ts";
import { type Instrument, instruments } from "./instruments.ts";

export const FIRST_MARKET = "usdt-futures:BTCUSDT";

const [shownKey, setShownKey] = createSignal(FIRST_MARKET);

/** Key of the shown market, `category:symbol`; the exchange may not list it. */
export { shownKey };

/** Shown instrument; undefined while the list is loading or if there is no such instrument. */
export const shownMarket = (): Instrument | undefined => instruments().get(shownKey());

/** Follows the address of the page. */
export function showMarket(category: string, symbol: string): void {
  setShownKey(instrumentKey(category, symbol));
}

/** Returns the address of the trade screen of a market. */
export function marketPath({ category, symbol }: Pick<Instrument, "category" | "symbol">): string {
  return `/trade/${category}/${symbol}`;
}
