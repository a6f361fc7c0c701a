import {
  CLASSIC_TOPICS,
  type ClassicTopic,
  type PrivateChannel,
  UNIFIED_TOPICS,
  type UnifiedTopic,
} from "../../channels/private/private-topics.ts";
import type { PublicTopic } from "../../channels/public/public-channels.ts";
import type { Category } from "../../core/base/vocabulary.ts";
import { CANDLE_INTERVALS, type CandleInterval } from "../../projections/live/candle-interval.ts";
import type { Dialect } from "../../wire/dialect.ts";
import { categoryOfWire } from "../../wire/words/categories.ts";
import type { WireObject } from "../http/strict-json.ts";

/** Channel that one `arg` requests; `argJson` identifies the channel in pushes. */
export type ChannelRequest = (
  | {
      readonly scope: "public";
      readonly dialect: Dialect;
      readonly topic: PublicTopic;
      readonly category: Category;
      /** Undefined for all pairs, on the channel of index prices alone. */
      readonly symbol: string | undefined;
    }
  | { readonly scope: "liquidation"; readonly category: Category }
  | PrivateChannel
) & { readonly argJson: string };

/** Public topics that both versions name alike. */
export const DEPTH_TOPIC_NAMES = [
  "ticker",
  "books",
  "books1",
  "books5",
  "books15",
  "books50",
] as const;

const DEPTH_TOPICS: Readonly<Record<(typeof DEPTH_TOPIC_NAMES)[number], PublicTopic>> = {
  ticker: { kind: "ticker" },
  books: { kind: "books" },
  books1: { kind: "depth", depth: 1 },
  books5: { kind: "depth", depth: 5 },
  books15: { kind: "depth", depth: 15 },
  books50: { kind: "depth", depth: 50 },
};

const INDEX_PRICE = "index-price";

const UNIFIED_SET: ReadonlySet<string> = new Set(UNIFIED_TOPICS);
const CLASSIC_SET: ReadonlySet<string> = new Set(CLASSIC_TOPICS);
const INTERVAL_SET: ReadonlySet<string> = new Set(CANDLE_INTERVALS);
/** Topics that exist under MARGIN only; the others exist in all other categories. */
const MARGIN_SET: ReadonlySet<string> = new Set([
  "orders-crossed",
  "orders-isolated",
  "account-crossed",
  "account-isolated",
]);

/** Whether a topic of classic accounts exists under MARGIN. */
export function isMarginTopic(topic: ClassicTopic): boolean {
  return MARGIN_SET.has(topic);
}

function textOf(arg: WireObject, name: string): string | undefined {
  const value = arg[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a filter in upper case; undefined for "default", which means all. */
function filterOf(value: string | undefined): string | undefined {
  return value === undefined || value.toLowerCase() === "default" ? undefined : value.toUpperCase();
}

/** Returns the named members of an `arg` with the values and in the order that the client sent. */
function argJsonOf(arg: WireObject, names: readonly string[]): string {
  const members = Object.entries(arg).filter(([name]) => names.includes(name));
  return JSON.stringify(Object.fromEntries(members));
}

function candles(interval: string | undefined): PublicTopic | undefined {
  if (interval === undefined || !INTERVAL_SET.has(interval)) return undefined;
  return { kind: "candles", interval: interval as CandleInterval };
}

function depthTopic(name: string): PublicTopic | undefined {
  const known = DEPTH_TOPIC_NAMES.find((topic) => topic === name);
  return known === undefined ? undefined : DEPTH_TOPICS[known];
}

function publicTopicV3(name: string, arg: WireObject): PublicTopic | undefined {
  if (name === "publicTrade") return { kind: "trades" };
  if (name === "kline") return candles(textOf(arg, "interval"));
  return depthTopic(name);
}

function publicTopicV2(name: string): PublicTopic | undefined {
  if (name === "trade") return { kind: "trades" };
  if (name.startsWith("candle")) return candles(name.slice("candle".length));
  return depthTopic(name);
}

function readUnified(topic: string, arg: WireObject): ChannelRequest | undefined {
  // One sample request misspells the topic, and clients copied it.
  const name = topic === "adl-notificatio" ? "adl-notification" : topic;
  if (!UNIFIED_SET.has(name)) return undefined;
  const word = filterOf(textOf(arg, "category"));
  const category = word === undefined ? undefined : categoryOfWire(word);
  if (word !== undefined && category === undefined) return undefined;
  return {
    scope: "unified",
    topic: name as UnifiedTopic,
    category,
    symbol: filterOf(textOf(arg, "symbol") ?? textOf(arg, "instId")),
    argJson: argJsonOf(arg, ["instType", "topic", "symbol", "instId", "category"]),
  };
}

/** Channel of a whole futures product line; spot has none. */
function readLiquidation(
  category: Category | undefined,
  arg: WireObject,
): ChannelRequest | undefined {
  if (category === undefined || category === "spot") return undefined;
  return { scope: "liquidation", category, argJson: argJsonOf(arg, ["instType", "topic"]) };
}

function readV3(topic: string, instType: string, arg: WireObject): ChannelRequest | undefined {
  if (instType.toUpperCase() === "UTA") return readUnified(topic, arg);
  const category = categoryOfWire(instType);
  if (topic === "liquidation") return readLiquidation(category, arg);
  const symbol = textOf(arg, "symbol") ?? textOf(arg, "instId");
  const found = publicTopicV3(topic, arg);
  if (category === undefined || symbol === undefined || found === undefined) return undefined;
  const names = ["instType", "topic", "symbol", "instId"];
  // Some clients add an interval to every argument; it applies to candles only.
  const argJson = argJsonOf(arg, found.kind === "candles" ? [...names, "interval"] : names);
  const upper = symbol.toUpperCase();
  return { scope: "public", dialect: "v3", topic: found, category, symbol: upper, argJson };
}

/** `equity` has an `instId` in its answers, also when the client sent none (websocket.md 8.3). */
function classicArgJson(topic: string, arg: WireObject): string {
  const answered = topic === "equity" ? { instId: "default", ...arg } : arg;
  return argJsonOf(answered, ["instType", "channel", "instId", "coin"]);
}

function readClassic(
  topic: string,
  category: Category | undefined,
  arg: WireObject,
): ChannelRequest | undefined {
  if (!CLASSIC_SET.has(topic)) return undefined;
  if (MARGIN_SET.has(topic) !== (category === undefined)) return undefined;
  return {
    scope: "classic",
    topic: topic as ClassicTopic,
    category,
    symbol: filterOf(textOf(arg, "instId")),
    coin: filterOf(textOf(arg, "coin")),
    argJson: classicArgJson(topic, arg),
  };
}

/** Index prices of spot pairs, which v2 names under MARGIN. */
function readIndexPrice(symbol: string | undefined, arg: WireObject): ChannelRequest {
  const argJson = argJsonOf(arg, ["instType", "channel", "instId"]);
  const topic = { kind: "index_price" } as const;
  return { scope: "public", dialect: "v2", topic, category: "spot", symbol, argJson };
}

function readV2(channel: string, instType: string, arg: WireObject): ChannelRequest | undefined {
  const category = categoryOfWire(instType);
  if (category === undefined && instType.toUpperCase() !== "MARGIN") return undefined;
  const classic = readClassic(channel, category, arg);
  if (classic !== undefined) return classic;
  const symbol = filterOf(textOf(arg, "instId"));
  if (channel === INDEX_PRICE && category === undefined) return readIndexPrice(symbol, arg);
  const topic = publicTopicV2(channel);
  if (topic === undefined || symbol === undefined || category === undefined) return undefined;
  const argJson = argJsonOf(arg, ["instType", "channel", "instId"]);
  return { scope: "public", dialect: "v2", topic, category, symbol, argJson };
}

/** Members of an `arg` as python-bitget writes them, which reads answers under the wire's names. */
const NAMES_IN_PYTHON: ReadonlyMap<string, string> = new Map([
  ["inst_type", "instType"],
  ["inst_id", "instId"],
]);

function withWireNames(sent: WireObject): WireObject {
  const nameOf = (name: string): string => NAMES_IN_PYTHON.get(name) ?? name;
  const members = Object.entries(sent).map(([name, value]) => [nameOf(name), value] as const);
  return Object.fromEntries(members);
}

/**
 * Parses one `arg` of a subscription; returns `undefined` if it names no channel. v3 arguments have
 * a `topic`, v2 arguments a `channel`. Enumerations are compared without regard to case.
 */
export function readChannelRequest(sent: WireObject): ChannelRequest | undefined {
  const arg = withWireNames(sent);
  const instType = textOf(arg, "instType");
  if (instType === undefined) return undefined;
  const topic = textOf(arg, "topic");
  if (topic !== undefined) return readV3(topic, instType, arg);
  const channel = textOf(arg, "channel");
  return channel === undefined ? undefined : readV2(channel, instType, arg);
}

/** Text that error 30001 quotes as not existing, at most 200 characters. */
export function describeArg(arg: WireObject): string {
  const parts = Object.entries(arg).map(([name, value]) => `${name}:${JSON.stringify(value)}`);
  return parts.join(",").replaceAll('"', "").slice(0, 200);
}
