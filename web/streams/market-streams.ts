/** Streams of the market on the trade screen: opened once per market, shared by its panels. */
import { createEffect, createMemo, createRoot, createSignal, onCleanup } from "solid-js";
import { shownMarket } from "../state/shown-market.ts";
import { publicSocket } from "../wire/sockets.ts";
import { BookStream } from "./book.ts";
import { followTicker } from "./tickers.ts";
import { TradeStream } from "./trades.ts";

export type MarketStreams = {
  readonly key: string;
  readonly book: BookStream;
  readonly trades: TradeStream;
};

const [marketStreams, setMarketStreams] = createSignal<MarketStreams>();

/** Streams of the shown market; undefined while there is none. */
export { marketStreams };

createRoot(() => {
  const shown = createMemo(() => shownMarket()?.key);
  createEffect(() => {
    const key = shown();
    if (key === undefined) return;
    const streams = { key, book: new BookStream(key, publicSocket), trades: new TradeStream(key) };
    const stopTicker = followTicker(key);
    setMarketStreams(streams);
    onCleanup(() => {
      streams.book.close();
      streams.trades.close();
      stopTicker();
    });
  });
});
