import type { CommandDraft, PlaceOrder } from "../core/commands.ts";
import { lots, ticks, ZERO_ATOMS } from "../core/money/units.ts";
import type { Rejection } from "../core/rejections.ts";
import type { Category, Realm } from "../core/vocabulary.ts";
import type { LiveBook } from "../projections/live/live-book.ts";

/** Why a command had no effect; `expired` when it was not durable within the time it had. */
export type Failure = Rejection | "expired";

/** What became of a command. `orderId` is 0 where none was made or named. */
export type SubmitOutcome = {
  /** 0 for a command that expired, as is `timeMs`. */
  readonly seq: number;
  readonly timeMs: number;
  readonly rejection: Failure | undefined;
  readonly orderId: number;
};

/** An instrument as agents and replay see it; units as in `list_instrument`. */
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
};

/** A currency as the funding of agents needs it. */
export type CurrencyFacts = {
  readonly index: number;
  readonly code: string;
  readonly decimals: number;
};

/** The live book of one instrument; prices in ticks, 0 for an empty side. */
export type BookView = {
  bestBid(): number;
  bestAsk(): number;
};

export function bookViewOf({ bids, asks }: LiveBook): BookView {
  return { bestBid: () => bids.bestPrice, bestAsk: () => asks.bestPrice };
}

/**
 * The exchange as an ordinary user has it. Commands of one caller are applied in the order of
 * `submit`; listeners see a command's events before its `done` is called.
 */
export type MarketPort = {
  /**
   * False when the exchange takes no more at present: nothing was submitted. A command that is not
   * durable within `withinMs` milliseconds never has an effect.
   */
  submit(command: CommandDraft, done: (outcome: SubmitOutcome) => void, withinMs?: number): boolean;
  /** Milliseconds since 1970 at the start, then by a clock that nobody sets. */
  nowMs(): number;
  /** Runs once after the delay, in ms; the result calls it off. */
  schedule(delayMs: number, run: () => void): () => void;
  /** Gets the words of each durable batch of events; the result ends it. */
  onEvents(listener: (words: Float64Array) => void): () => void;
  book(instrument: number): BookView;
  readonly instruments: readonly InstrumentFacts[];
};

/** An order at a price of the moment is worth something for so long, in ms. */
export const TIMELY_MS = 2_000;

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
} as const satisfies Partial<PlaceOrder>;

type PlaceTerms = Pick<PlaceOrder, "user" | "instrument" | "side"> & Partial<PlaceOrder>;

/** A `place_order` from its few terms; a plain gtc limit order unless they say otherwise. */
export function placeOrderOf(terms: PlaceTerms): PlaceOrder {
  return { ...PLACE_DEFAULTS, ...terms };
}
