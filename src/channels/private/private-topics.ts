import type { Category, MarginWallet } from "../../core/base/vocabulary.ts";

/** Topics of the unified account, instType UTA (websocket.md section 6). */
export const UNIFIED_TOPICS = [
  "order",
  "fill",
  "fast-fill",
  "account",
  "position",
  "strategy-order",
  "adl-notification",
] as const;
export type UnifiedTopic = (typeof UNIFIED_TOPICS)[number];

/** Topics of classic accounts (websocket.md sections 8.2 to 8.4). */
export const CLASSIC_TOPICS = [
  "orders",
  "orders-algo",
  "fill",
  "account",
  "positions",
  "positions-history",
  "equity",
  "adl-noti",
  "orders-crossed",
  "orders-isolated",
  "account-crossed",
  "account-isolated",
] as const;
export type ClassicTopic = (typeof CLASSIC_TOPICS)[number];

/** Content of a private channel. */
type Content =
  | ("orders" | "fills" | "plans" | "balances" | "equity" | "positions" | "closed_positions")
  | ("margin_orders" | "margin_balances" | "deleveraging");

/** Content of the channels of each topic. */
export const TOPIC_CONTENTS: Readonly<Record<UnifiedTopic | ClassicTopic, Content>> = {
  order: "orders",
  orders: "orders",
  fill: "fills",
  "fast-fill": "fills",
  "strategy-order": "plans",
  "orders-algo": "plans",
  account: "balances",
  equity: "equity",
  position: "positions",
  positions: "positions",
  "positions-history": "closed_positions",
  "orders-crossed": "margin_orders",
  "orders-isolated": "margin_orders",
  "account-crossed": "margin_balances",
  "account-isolated": "margin_balances",
  "adl-notification": "deleveraging",
  "adl-noti": "deleveraging",
};

/** The channels of each margin wallet. */
export const MARGIN_TOPICS: Readonly<
  Record<MarginWallet, { readonly orders: ClassicTopic; readonly account: ClassicTopic }>
> = {
  crossed_margin: { orders: "orders-crossed", account: "account-crossed" },
  isolated_margin: { orders: "orders-isolated", account: "account-isolated" },
};

/** A private channel of a unified account; an absent filter means all. */
export interface UnifiedChannel {
  readonly scope: "unified";
  readonly topic: UnifiedTopic;
  readonly category: Category | undefined;
  readonly symbol: string | undefined;
}

/** A private channel of a classic account in one product line; an absent filter means all. */
export interface ClassicChannel {
  readonly scope: "classic";
  readonly topic: ClassicTopic;
  /** Undefined for instType MARGIN. */
  readonly category: Category | undefined;
  readonly symbol: string | undefined;
  readonly coin: string | undefined;
}

export type PrivateChannel = UnifiedChannel | ClassicChannel;
