/** Candles of one market and interval: history by REST, the current ones by the channel `kline`. */
import { get } from "../../wire/rest.ts";
import { publicSocket } from "../../wire/sockets.ts";
import { type Candle, joinedCandles, mergeCandles } from "./candle.ts";

/** Intervals of the chart, in the words of the interface. */
export const INTERVALS = [
  "1m",
  "3m",
  "5m",
  "15m",
  "30m",
  "1H",
  "4H",
  "6H",
  "12H",
  "1D",
  "1W",
  "1M",
] as const;
export type Interval = (typeof INTERVALS)[number];

/** Candles of one request. */
const PAGE_MAX = 1_000;
const FIRST_PAGE = 500;
/** Wait after a page that could not be loaded, in ms. */
const RETRY_MS = 2_000;

type PushedCandle = Readonly<
  Record<"start" | "open" | "high" | "low" | "close" | "volume", string>
>;

export type CandleListener = {
  /** The list as a whole: at first, after a gap, and with older candles. */
  replaced(candles: readonly Candle[]): void;
  /** The newest candle began or changed. */
  changed(candle: Candle): void;
  failed(thrown: unknown): void;
};

/** Follows the candles of a market until it is closed. */
export class CandleStream {
  readonly #query: Readonly<Record<string, string>>;
  readonly #listener: CandleListener;
  readonly #stop: () => void;
  #candles: readonly Candle[] = [];
  #isClosed = false;
  #isLoading = false;
  #isLoadingOlder = false;
  #hasOlder = true;
  /** Whether the connection was lost since the list was loaded. */
  #isStale = false;

  /** `key` is `category:symbol`. */
  constructor(key: string, interval: Interval, listener: CandleListener) {
    const [instType = "", symbol = ""] = key.split(":");
    this.#query = { category: instType.toUpperCase(), symbol, interval };
    this.#listener = listener;
    this.#stop = publicSocket.subscribe(
      { instType, topic: "kline", symbol, interval },
      {
        push: ({ action, data }) => this.#take(action, data as readonly PushedCandle[]),
        // What happened meanwhile is loaded once the connection is back, before the next push.
        restart: () => {
          this.#isStale = true;
        },
      },
    );
    void this.#load();
  }

  get candles(): readonly Candle[] {
    return this.#candles;
  }

  /** Loads candles before the oldest one; does nothing while that is under way or at the begin. */
  async loadOlder(): Promise<void> {
    const oldest = this.#candles[0];
    if (oldest === undefined || this.#isLoadingOlder || !this.#hasOlder) return;
    this.#isLoadingOlder = true;
    try {
      const older = await this.#page({ endTime: oldest.startMs - 1, limit: PAGE_MAX });
      this.#hasOlder = older.length > 0;
      if (older.length > 0) this.#replace(mergeCandles(older, this.#candles));
    } catch (thrown) {
      if (!this.#isClosed) this.#listener.failed(thrown);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    } finally {
      this.#isLoadingOlder = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  /** Loads the newest candles, again and again until that succeeds; says the first failure. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    for (let hasFailed = false; !this.#isClosed; hasFailed = true) {
      try {
        const loaded = await this.#page({ limit: FIRST_PAGE });
        this.#isStale = false;
        this.#replace(joinedCandles(this.#candles, loaded));
        break;
      } catch (thrown) {
        if (!(this.#isClosed || hasFailed)) this.#listener.failed(thrown);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    this.#isLoading = false;
  }

  async #page(window: { readonly limit: number; readonly endTime?: number }): Promise<Candle[]> {
    const rows = await get<readonly (readonly string[])[]>("/api/v3/market/candles", {
      ...this.#query,
      ...window,
    });
    return rows.map((row) => {
      const [startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = row.map(Number);
      return { startMs, open, high, low, close, volume };
    });
  }

  #replace(candles: readonly Candle[]): void {
    if (this.#isClosed) return;
    this.#candles = candles;
    this.#listener.replaced(candles);
  }

  #take(action: "snapshot" | "update", rows: readonly PushedCandle[]): void {
    const pushed = rows.map((row) => ({
      startMs: Number(row.start),
      open: Number(row.open),
      high: Number(row.high),
      low: Number(row.low),
      close: Number(row.close),
      volume: Number(row.volume),
    }));
    if (this.#isStale) {
      void this.#load();
      return;
    }
    if (action === "snapshot") {
      this.#replace(joinedCandles(this.#candles, pushed));
      return;
    }
    for (const candle of pushed) this.#change(candle);
  }

  #change(candle: Candle): void {
    const newest = this.#candles.at(-1);
    if (newest !== undefined && candle.startMs < newest.startMs) return;
    const isSame = newest?.startMs === candle.startMs;
    this.#candles = [...(isSame ? this.#candles.slice(0, -1) : this.#candles), candle];
    this.#listener.changed(candle);
  }
}
