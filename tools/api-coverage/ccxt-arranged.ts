/**
 * What ccxt's methods that arrange the arguments of others really send. Their code passes every
 * argument on, so its branches do not tell which requests a method can lead to: each is called
 * here on a client without a network, with its own arguments, in each kind of market.
 */
import ccxt, { type bitget } from "ccxt";
import { ACCOUNT_KINDS, type AccountKind } from "./ccxt-reach.ts";

/** The endpoints that a method requests, or why the client sends none. */
export interface Sent {
  readonly endpoints: readonly string[];
  readonly refusal: string | undefined;
}

type Params = Readonly<Record<string, unknown>>;
type Call = (client: bitget, market: string, params: Params) => Promise<unknown>;

const SPOT = "BTC/USDT";
const PERPETUAL = "BTC/USDT:USDT";
const LONG_AGO = Date.UTC(2020, 0, 1);

/** Each kind of market, by what the caller adds. */
const MARKETS: readonly (readonly [string, Params])[] = [
  [SPOT, {}],
  [SPOT, { marginMode: "cross" }],
  [SPOT, { marginMode: "isolated" }],
  [PERPETUAL, {}],
];

const onContracts =
  (call: Call): Call =>
  async (client, market, params) => {
    if (market === PERPETUAL) await call(client, market, params);
  };

/** A waiting order on a margin account is no part of ccxt: it would send it without its trigger. */
const outsideMargin =
  (call: Call): Call =>
  async (client, market, params) => {
    if (params["marginMode"] === undefined) await call(client, market, params);
  };

const candles = (read: "fetchIndexOHLCV" | "fetchMarkOHLCV"): Call =>
  onContracts(async (client, market) => {
    await client[read](market, "1m");
    await client[read](market, "1m", LONG_AGO);
  });

const CALLS: Readonly<Record<string, Call>> = {
  createLimitOrder: (client, market, params) =>
    client.createLimitOrder(market, "buy", 1, 100, params),
  createMarketOrder: (client, market, params) =>
    client.createMarketOrder(market, "sell", 1, undefined, params),
  createPostOnlyOrder: (client, market, params) =>
    client.createPostOnlyOrder(market, "limit", "buy", 1, 100, params),
  createMarketBuyOrderWithCost: (client, market, params) =>
    client.createMarketBuyOrderWithCost(market, 100, params),
  createStopOrder: outsideMargin((client, market) =>
    client.createStopOrder(market, "limit", "buy", 1, 100, 99),
  ),
  createStopLimitOrder: outsideMargin((client, market) =>
    client.createStopLimitOrder(market, "buy", 1, 100, 99),
  ),
  createStopMarketOrder: outsideMargin((client, market) =>
    client.createStopMarketOrder(market, "sell", 1, 99),
  ),
  createTriggerOrder: outsideMargin((client, market) =>
    client.createTriggerOrder(market, "limit", "buy", 1, 100, 99),
  ),
  createStopLossOrder: (client, market, params) =>
    client.createStopLossOrder(market, "market", "sell", 1, undefined, 99, params),
  createTakeProfitOrder: (client, market, params) =>
    client.createTakeProfitOrder(market, "market", "sell", 1, undefined, 101, params),
  createOrderWithTakeProfitAndStopLoss: (client, market, params) =>
    client.createOrderWithTakeProfitAndStopLoss(
      ...([market, "limit", "buy", 1, 100, 101, 99, params] as const),
    ),
  // On spot, ccxt drops what trails and would send a plain order.
  createTrailingPercentOrder: onContracts((client, market) =>
    client.createTrailingPercentOrder(market, "market", "sell", 1, undefined, 1, 101),
  ),
  createMarketOrderWs: (client, market) => client.createMarketOrderWs(market, "sell", 1),
  fetchCurrenciesWs: (client) => client.fetchCurrenciesWs(),
  fetchIndexOHLCV: candles("fetchIndexOHLCV"),
  fetchMarkOHLCV: candles("fetchMarkOHLCV"),
};

/** A market as ccxt has it after reading the contracts of the exchange. */
function marketOf(symbol: string): Record<string, unknown> {
  const isContract = symbol === PERPETUAL;
  const settled = isContract ? { settle: "USDT", settleId: "USDT" } : {};
  return {
    ...{ id: "BTCUSDT", symbol, base: "BTC", quote: "USDT", baseId: "BTC", quoteId: "USDT" },
    ...settled,
    ...{ type: isContract ? "swap" : "spot", spot: !isContract, margin: !isContract },
    ...{ swap: isContract, future: false, option: false, contract: isContract, active: true },
    ...(isContract ? { linear: true, inverse: false, contractSize: 1 } : {}),
    precision: { amount: 0.0001, price: 0.1 },
    limits: { amount: {}, price: {}, cost: {}, leverage: {} },
    info: {},
  };
}

/** A client that writes down what it would send; every answer is empty. */
function recordingClient(kind: AccountKind, sent: Set<string>): bitget {
  const keys = { apiKey: "key", secret: "secret", password: "passphrase" };
  const client = new ccxt.bitget({
    ...keys,
    enableRateLimit: false,
    options: { uta: kind === "unified" },
  });
  client.setMarkets([SPOT, PERPETUAL].map(marketOf));
  client.fetch = async (url: string, method = "GET") => {
    sent.add(`${method} ${new URL(url).pathname}`);
    return { code: "00000", msg: "success", data: {} };
  };
  return client;
}

/** What a method sends for a kind of account; undefined for methods that are not called here. */
export async function sentBy(name: string, kind: AccountKind): Promise<Sent | undefined> {
  const call = CALLS[name];
  if (call === undefined) return undefined;
  const sent = new Set<string>();
  const client = recordingClient(kind, sent);
  let refusal: string | undefined;
  for (const [market, params] of MARKETS) {
    try {
      // ccxt writes into the parameters that it is given.
      await call(client, market, { ...params });
    } catch (thrown) {
      const isOwn = thrown instanceof ccxt.NotSupported || thrown instanceof ccxt.InvalidOrder;
      if (!isOwn) throw thrown;
      refusal = thrown.message;
    }
  }
  const endpoints = [...sent].sort();
  return { endpoints, refusal: endpoints.length === 0 ? refusal : undefined };
}

/** What the methods that arrange others send, by their names and the kind of account. */
export const ARRANGED: ReadonlyMap<string, Readonly<Record<AccountKind, Sent>>> = new Map(
  await Promise.all(
    Object.keys(CALLS).map(async (name) => {
      const sent = await Promise.all(ACCOUNT_KINDS.map((kind) => sentBy(name, kind)));
      const [classic, unified] = sent as [Sent, Sent];
      return [name, { classic, unified }] as const;
    }),
  ),
);
