import { onCleanup, onMount, untrack } from "solid-js";
import { fixed } from "../../numbers/format.ts";
import { shownMarket } from "../../state/shown-market.ts";
import { tickerOf } from "../../streams/tickers.ts";
import { REALM } from "../../wire/realm.ts";

const TITLE_EVERY_MS = 1_000;

/** Shows last price and symbol in the title of the document while the caller is mounted. */
export function usePageTitle(): void {
  const before = document.title;
  const write = (): void => {
    const instrument = shownMarket();
    if (instrument === undefined) return;
    const price = fixed(tickerOf(instrument.key)?.lastPrice, instrument.priceDecimals);
    const title = `${REALM === "demo" ? "DEMO " : ""}${price} ${instrument.symbol} · Bourse`;
    if (document.title !== title) document.title = title;
  };
  onMount(() => {
    untrack(write);
    const timer = setInterval(write, TITLE_EVERY_MS);
    onCleanup(() => {
      clearInterval(timer);
      document.title = before;
    });
  });
}
