import type { Rejection } from "../core/base/rejections.ts";
import type { Category, Realm } from "../core/base/vocabulary.ts";
import type { CommandDraft, PlaceOrder } from "../core/commands/commands.ts";
import { lots, ticks, ZERO_ATOMS } from "../core/money/units.ts";
import type { LiveBook } from "../projections/live/live-book.ts";

/** Reason why a command had no effect; `expired` when it was not durable within its time limit. */
export type Failure = Rejection | "expired";

/** Outcome of a command. `orderId` is 0 when no order was created or named. */
export type SubmitOutcome = {
  /** 0 for an expired command, as is `timeMs`. */
  readonly seq: number;
  readonly timeMs: number;
  readonly rejection: Failure | undefined;
  readonly orderId: number;
};

/** Properties of an instrument for agents and replay; units as in `list_instrument`. */
export type InstrumentFacts = {
  readonly index: number;
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
  readonly base: number;
  readonly quote: number;
  readonly settle: number;
  readonly baseCode: string;
  readonly quoteCode: string;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
  readonly isInverse: boolean;
  readonly priceDecimals: number;
  readonly tickStep: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
  readonly sizeLotsMin: number;
  readonly sizeLotsMax: number;
  readonly sizeLotsMarketMax: number;
  readonly valueMin: bigint;
  /** Delivery of a dated contract, in ms since 1970; 0 for other instruments. */
  readonly deliveryAtMs: number;
};

/** Properties of a currency for the funding of agents. */
export type CurrencyFacts = {
  readonly index: number;
  readonly code: string;
  readonly decimals: number;
};

/** Best prices of one instrument in ticks; 0 for an empty side. */
export type BookView = {
  bestBid(): number;
  bestAsk(): number;
};

export function bookViewOf({ bids, asks }: LiveBook): BookView {
  return { bestBid: () => bids.bestPrice, bestAsk: () => asks.bestPrice };
}

/**
 * The exchange as seen by an ordinary user. Commands of one caller are applied in the order of
 * `submit`; listeners receive the events of a command before its `done` is called.
 */
export type MarketPort = {
  /**
   * Submits a command; returns false when the exchange accepts no more commands at present. A
   * command that is not durable within `withinMs` milliseconds never takes effect.
   */
  submit(command: CommandDraft, done: (outcome: SubmitOutcome) => void, withinMs?: number): boolean;
  /** Milliseconds since 1970 at the start, advanced by the monotonic clock. */
  nowMs(): number;
  /** Runs once after the delay, in ms; returns a function that cancels it. */
  schedule(delayMs: number, run: () => void): () => void;
  /**
   * Calls `listener` with the words of each durable batch of events; returns a function that
   * removes it.
   */
  onEvents(listener: (words: Float64Array) => void): () => void;
  book(instrument: number): BookView;
  readonly instruments: readonly InstrumentFacts[];
};

/** Time limit in ms for orders that depend on current prices. */
export const PRICE_LIFE_MS = 2_000;

const PLACE_DEFAULTS = {
  kind: "place_order",
  orderType: "limit",
  timeInForce: "gtc",
  positionSide: "net",
  reduceOnly: false,
  stpMode: "none",
  price: ticks(0),
  size: lots(0),
  quoteAmount: ZERO_ATOMS,
  clientOrderId: "",
  source: "api",
  exits: undefined,
  margin: undefined,
  opening: undefined,
} as const satisfies Partial<PlaceOrder>;

type PlaceFields = Pick<PlaceOrder, "user" | "instrument" | "side"> & Partial<PlaceOrder>;

/** Returns a `place_order` with defaults for omitted fields: a plain GTC limit order. */
export function placeOrderOf(fields: PlaceFields): PlaceOrder {
  return { ...PLACE_DEFAULTS, ...fields };
}
