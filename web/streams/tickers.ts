/** Latest statistics of the market, one signal per instrument, outside the component tree. */
import { createSignal, type Signal } from "solid-js";
import { CATEGORIES, instrumentKey } from "../state/instrument.ts";
import { get } from "../wire/rest.ts";
import { publicSocket } from "../wire/sockets.ts";

/** A row of the channel `ticker` and of `GET /api/v3/market/tickers`: decimal text. */
export type Ticker = {
  readonly symbol: string;
  readonly lastPrice: string;
  readonly openPrice24h: string;
  readonly highPrice24h: string;
  readonly lowPrice24h: string;
  readonly bid1Price: string;
  readonly ask1Price: string;
  /** Fraction of the price 24 hours ago. */
  readonly price24hPcnt: string;
  readonly volume24h: string;
  readonly turnover24h: string;
  readonly indexPrice?: string;
  readonly markPrice?: string;
  readonly fundingRate?: string;
  /** Unix ms as text; only pushes have it. */
  readonly nextFundingTime?: string;
  /** In base coins. */
  readonly openInterest?: string;
};

const signals = new Map<string, Signal<Ticker | undefined>>();

function signalOf(key: string): Signal<Ticker | undefined> {
  let signal = signals.get(key);
  if (signal === undefined) {
    signal = createSignal<Ticker | undefined>(undefined);
    signals.set(key, signal);
  }
  return signal;
}

/** Latest ticker of an instrument; undefined before the first. Reads follow changes. */
export function tickerOf(key: string): Ticker | undefined {
  return signalOf(key)[0]();
}

/** Follows the pushes of one market; returns how to stop. */
export function followTicker(key: string): () => void {
  const [instType = "", symbol = ""] = key.split(":");
  const [, set] = signalOf(key);
  return publicSocket.subscribe(
    { instType, topic: "ticker", symbol },
    { push: ({ data }) => set(data[0] as Ticker) },
  );
}

/** Loads the tickers of all instruments once. Rejects with `WireFailure`. */
export async function loadTickers(): Promise<void> {
  await Promise.all(
    CATEGORIES.map(async (category) => {
      const query = { category: category.toUpperCase() };
      const rows = await get<readonly Ticker[]>("/api/v3/market/tickers", query);
      for (const row of rows) {
        const [read, set] = signalOf(instrumentKey(category, row.symbol));
        set({ ...read(), ...row });
      }
    }),
  );
}
