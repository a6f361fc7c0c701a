/** Channels and trade operations that the interface has, built here or not (websocket.md). */

/** A channel, the argument with which clients ask for it, and what is known about it. */
export interface InterfaceChannel {
  readonly name: string;
  readonly arg: Readonly<Record<string, string>>;
}

const PUBLIC_V2 = ["ticker", "trade", "books", "books1", "books5", "books15"];
const SPOT_V2 = ["orders", "orders-algo", "fill", "account"];
const FUTURES_V2 = ["positions", "positions-history", "equity", "adl-noti"];
const MARGIN_V2 = ["orders-crossed", "orders-isolated", "account-crossed", "account-isolated"];

const v2 = (instType: string, channel: string, name = channel): InterfaceChannel => ({
  name: `v2 channel ${name}`,
  arg: { instType, channel, instId: "BTCUSDT", coin: "default" },
});

const PUBLIC_V3 = ["ticker", "publicTrade", "books", "books1", "books5", "books50", "liquidation"];
const PRIVATE_V3 = [
  "order",
  "fill",
  "fast-fill",
  "account",
  "position",
  "strategy-order",
  "adl-notification",
];

const v3 = (instType: string, topic: string): InterfaceChannel => ({
  name: `v3 channel ${topic}`,
  arg: { instType, topic, symbol: "BTCUSDT", interval: "1m" },
});

export const INTERFACE_CHANNELS: readonly InterfaceChannel[] = [
  ...PUBLIC_V2.map((channel) => v2("SPOT", channel)),
  v2("SPOT", "candle1m", "candle"),
  v2("SPOT", "auction"),
  v2("MARGIN", "index-price"),
  ...SPOT_V2.map((channel) => v2("SPOT", channel)),
  ...FUTURES_V2.map((channel) => v2("USDT-FUTURES", channel)),
  ...MARGIN_V2.map((channel) => v2("MARGIN", channel)),
  ...PUBLIC_V3.map((topic) => v3("usdt-futures", topic)),
  v3("usdt-futures", "kline"),
  ...PRIVATE_V3.map((topic) => v3("UTA", topic)),
  v3("UTA", "reality-orderbook"),
];

/** Channels of what this exchange does not offer: it has no call auctions and no shares. */
export const NOT_OFFERED_CHANNELS: ReadonlySet<string> = new Set([
  "v2 channel auction",
  "v3 channel reality-orderbook",
]);

export const INTERFACE_OPERATIONS: readonly string[] = [
  "v2 operation place-order",
  "v2 operation cancel-order",
  "v3 operation place-order",
  "v3 operation modify-order",
  "v3 operation cancel-order",
  "v3 operation batch-place",
  "v3 operation batch-modify",
  "v3 operation batch-cancel",
];
