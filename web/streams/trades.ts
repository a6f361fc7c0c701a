/** Latest trades of one market, from the channel `publicTrade`, outside the component tree. */
import { publicSocket } from "../wire/sockets.ts";

type WireTrade = {
  readonly i: string;
  readonly p: string;
  readonly v: string;
  readonly S: "buy" | "sell";
  readonly T: string;
};

export type Trade = {
  readonly id: string;
  readonly price: string;
  /** In base coins. */
  readonly size: string;
  /** Side of the taker. */
  readonly side: "buy" | "sell";
  readonly timeMs: number;
};

const TRADES_MAX = 400;

/** Trades of one market, newest first, at most 400. */
export class TradeStream {
  #trades: readonly Trade[] = [];
  readonly #listeners = new Set<(fresh: readonly Trade[]) => void>();
  readonly #stop: () => void;

  constructor(key: string) {
    const [instType = "", symbol = ""] = key.split(":");
    this.#stop = publicSocket.subscribe(
      { instType, topic: "publicTrade", symbol },
      { push: ({ action, data }) => this.#take(action, data as readonly WireTrade[]) },
    );
  }

  get trades(): readonly Trade[] {
    return this.#trades;
  }

  /** Calls a listener with the new trades of each push, newest first; returns how to stop. */
  onTrades(listener: (fresh: readonly Trade[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #take(action: "snapshot" | "update", rows: readonly WireTrade[]): void {
    const fresh = rows.map(({ S, T, i, p, v }) => {
      return { id: i, price: p, size: v, side: S, timeMs: Number(T) };
    });
    const before = action === "snapshot" ? [] : this.#trades;
    this.#trades = [...fresh, ...before].slice(0, TRADES_MAX);
    for (const listener of this.#listeners) listener(fresh);
  }
}
