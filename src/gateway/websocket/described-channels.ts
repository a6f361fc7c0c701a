/** The channels of WebSocket with the arguments that select them, for the documents. */
import {
  CLASSIC_TOPICS,
  type ClassicTopic,
  UNIFIED_TOPICS,
  type UnifiedTopic,
} from "../../channels/private/private-topics.ts";
import { CANDLE_INTERVALS } from "../../projections/live/candle-interval.ts";
import type { Dialect } from "../../wire/dialect.ts";
import { FUTURES_CATEGORIES, PRODUCT_TYPES } from "../../wire/words/categories.ts";
import { DEPTH_TOPIC_NAMES, isMarginTopic } from "./channel-request.ts";

/** JSON Schema of one member of an argument. */
export type ArgMember =
  | { readonly const: string }
  | { readonly enum: readonly string[] }
  | { readonly type: "string"; readonly default?: string; readonly examples?: readonly string[] };

/** A channel as clients ask for it. */
export interface DescribedChannel {
  readonly version: Dialect;
  /** Wire name; candles of v2 carry their interval in it. */
  readonly name: string;
  readonly isPrivate: boolean;
  readonly description: string;
  readonly arg: Readonly<Record<string, ArgMember>>;
  /** Members that an argument must have. */
  readonly required: readonly string[];
}

const SYMBOL: ArgMember = { type: "string", examples: ["BTCUSDT"] };
const ALL: ArgMember = { type: "string", default: "default" };
const LINES_V2 = ["SPOT", ...PRODUCT_TYPES];
const LINES_V3 = ["SPOT", ...FUTURES_CATEGORIES].map((word) => word.toLowerCase());

const DEPTH_TEXT: Readonly<Record<(typeof DEPTH_TOPIC_NAMES)[number], string>> = {
  ticker: "Last, best and 24-hour prices; a snapshot after each change.",
  books: "The whole book: a snapshot, then updates with their sequence numbers.",
  books1: "Best bid and ask; a snapshot after each change.",
  books5: "Five levels of each side; a snapshot after each change.",
  books15: "Fifteen levels of each side; a snapshot after each change.",
  books50: "Fifty levels of each side; a snapshot after each change.",
};
const TRADES_TEXT = "Trades: the most recent ones, then each as it happens.";
const CANDLES_TEXT = "Candles of one interval: the most recent ones, then the current one.";
const PRIVATE_TEXT: Readonly<Record<UnifiedTopic | ClassicTopic, string>> = {
  order: "Orders, at each change of their state.",
  orders: "Orders, at each change of their state.",
  fill: "Fills.",
  "fast-fill": "Fills with few fields.",
  "strategy-order": "Strategy orders, at each change of their state.",
  "orders-algo": "Trigger orders, at each change of their state.",
  account: "Balances: all at the subscription, then those that change.",
  equity: "Equity of the futures account.",
  position: "Open positions: all at the subscription, then at each change and periodically.",
  positions: "Open positions: all at the subscription, then at each change and periodically.",
  "positions-history": "Positions as they are closed.",
  "orders-crossed": "Orders on crossed margin.",
  "orders-isolated": "Orders on isolated margin.",
  "account-crossed": "Balances and loans of the crossed margin account.",
  "account-isolated": "Balances and loans of the isolated margin accounts.",
  "adl-notification": "Deleveraging of own positions.",
  "adl-noti": "Deleveraging of own positions.",
};

function publicV2(name: string, description: string): DescribedChannel {
  const arg = { instType: { enum: LINES_V2 }, channel: { const: name }, instId: SYMBOL };
  const required = ["instType", "channel", "instId"];
  return { version: "v2", name, isPrivate: false, description, arg, required };
}

function publicV3(name: string, description: string): DescribedChannel {
  const arg = { instType: { enum: LINES_V3 }, topic: { const: name }, symbol: SYMBOL };
  const required = ["instType", "topic", "symbol"];
  return { version: "v3", name, isPrivate: false, description, arg, required };
}

function indexPrices(): DescribedChannel {
  return {
    version: "v2",
    name: "index-price",
    isPrivate: false,
    description: "Index prices of the margin pairs: one pair, or all of them.",
    arg: { instType: { const: "MARGIN" }, channel: { const: "index-price" }, instId: ALL },
    required: ["instType", "channel"],
  };
}

function candlesV2(): DescribedChannel {
  const names = CANDLE_INTERVALS.map((interval) => `candle${interval}`);
  const channel = publicV2("candle", CANDLES_TEXT);
  return { ...channel, arg: { ...channel.arg, channel: { enum: names } } };
}

function candlesV3(): DescribedChannel {
  const channel = publicV3("kline", CANDLES_TEXT);
  return {
    ...channel,
    arg: { ...channel.arg, interval: { enum: CANDLE_INTERVALS } },
    required: [...channel.required, "interval"],
  };
}

function liquidations(): DescribedChannel {
  const lines = FUTURES_CATEGORIES.map((word) => word.toLowerCase());
  return {
    version: "v3",
    name: "liquidation",
    isPrivate: false,
    description: "Liquidations of a whole futures product line.",
    arg: { instType: { enum: lines }, topic: { const: "liquidation" } },
    required: ["instType", "topic"],
  };
}

function classic(name: ClassicTopic): DescribedChannel {
  return {
    version: "v2",
    name,
    isPrivate: true,
    description: PRIVATE_TEXT[name],
    arg: {
      instType: isMarginTopic(name) ? { const: "MARGIN" } : { enum: LINES_V2 },
      channel: { const: name },
      instId: ALL,
      coin: ALL,
    },
    required: ["instType", "channel"],
  };
}

function unified(name: UnifiedTopic): DescribedChannel {
  const arg = { instType: { const: "UTA" }, topic: { const: name }, symbol: ALL, category: ALL };
  const required = ["instType", "topic"];
  return {
    version: "v3",
    name,
    isPrivate: true,
    description: PRIVATE_TEXT[name],
    arg,
    required,
  };
}

/** All channels; a test compares them with what subscriptions are read as. */
export const DESCRIBED_CHANNELS: readonly DescribedChannel[] = [
  ...DEPTH_TOPIC_NAMES.map((name) => publicV2(name, DEPTH_TEXT[name])),
  publicV2("trade", TRADES_TEXT),
  candlesV2(),
  indexPrices(),
  ...CLASSIC_TOPICS.map(classic),
  ...DEPTH_TOPIC_NAMES.map((name) => publicV3(name, DEPTH_TEXT[name])),
  publicV3("publicTrade", TRADES_TEXT),
  candlesV3(),
  liquidations(),
  ...UNIFIED_TOPICS.map(unified),
];
