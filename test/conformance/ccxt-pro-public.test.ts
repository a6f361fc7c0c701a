import { NetworkError } from "ccxt";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type ProClient, proClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { follow } from "./support/followed.ts";
import { COIN_PERPETUAL, USDC_PERPETUAL, USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
/** Only buys, so that its orders open and are sized at their price. */
const dave = await openCounterparty(exchange);
const FUTURES = [USDT_PERPETUAL, USDC_PERPETUAL, COIN_PERPETUAL];

type Order = { readonly side: "buy" | "sell"; readonly size: string; readonly price: string };
type Place = (who: typeof bob, order: Order) => Promise<unknown>;

const MARKETS: readonly { market: string; size: number; place: Place }[] = [
  { market: "BTC/USDT", size: 0.1, place: (who, order) => who.spot("BTCUSDT", order) },
  ...FUTURES.map((product) => ({
    market: product.market,
    size: product.size,
    place: ((who, order) => who.futures(product, order)) satisfies Place,
  })),
];

afterEach(async () => {
  for (const who of [bob, carol, dave]) {
    await who.clearSpot("BTCUSDT");
    for (const product of FUTURES) await who.clearFutures(product);
  }
});

const classic = await proClient(exchange, undefined, { uta: false });
const unified = await proClient(exchange, exchange.firstUser("unified"), { uta: true });
const CLIENTS: readonly (readonly ["v2" | "v3", ProClient])[] = [
  ["v2", classic],
  ["v3", unified],
];

/** The book that ccxt has put together from pushes. */
function levelsOf(client: ProClient, market: string) {
  const book = client.orderbooks[market];
  const plain = (side: readonly (readonly unknown[])[] | undefined) =>
    [...(side ?? [])].map(([price, size]) => [price, size]);
  return { bids: plain(book?.bids), asks: plain(book?.asks) };
}

describe.each(CLIENTS)("ccxt.pro on %s", (version, client) => {
  it.each(MARKETS)("watches the book of $market", async ({ market, size, place }) => {
    proves("ccxt.pro.watchOrderBook", version === "v2" ? "v2 channel books" : "v3 channel books");
    await place(dave, { side: "buy", size: String(size), price: "59900" });
    const books = follow(() => client.watchOrderBook(market));
    await eventually("the snapshot", () => books[0]?.bids[0]?.[0] === 59_900);
    await place(dave, { side: "buy", size: String(size), price: "59950" });
    await place(bob, { side: "sell", size: String(2 * size), price: "60050" });
    await eventually("both new levels", () => {
      const book = client.orderbooks[market];
      return book?.bids.length === 2 && book.asks.length === 1;
    });
    expect(levelsOf(client, market)).toEqual({
      bids: [
        [59_950, size],
        [59_900, size],
      ],
      asks: [[60_050, 2 * size]],
    });
    await place(carol, { side: "buy", size: String(size), price: "60050" });
    await eventually("half of the offer", () => {
      return client.orderbooks[market]?.asks[0]?.[1] === size;
    });
  });

  it("finds levels of an earlier connection in its book, and asks for the book again", async () => {
    const uta = version === "v3";
    const own = await proClient(exchange, undefined, { uta });
    const place = (order: Order) => dave.spot("BTCUSDT", order);
    const market = "BTC/USDT";
    const bidsNow = () => levelsOf(own, market).bids.map(([price]) => price);
    await place({ side: "buy", size: "0.1", price: "59900" });
    await place({ side: "buy", size: "0.1", price: "59950" });
    await own.watchOrderBook(market);
    expect(bidsNow()).toEqual([59_950, 59_900]);
    const [socket] = Object.values(own.clients) as unknown as readonly [
      { readonly connection: { terminate(): void } },
    ];
    const gone = own.watchOrderBook(market);
    socket.connection.terminate();
    await expect(gone).rejects.toBeInstanceOf(NetworkError);
    await dave.clearSpot("BTCUSDT");
    let size = 1;
    await eventually("a book without what was cancelled", async () => {
      const watched = own.watchOrderBook(market);
      watched.catch(() => {});
      size += 1;
      await place({ side: "buy", size: `0.${size}`, price: "59000" });
      // ccxt reports the difference as an error of the network, and subscribes again.
      await watched.catch((thrown: unknown) => expect(thrown).toBeInstanceOf(NetworkError));
      return bidsNow().join() === "59000";
    });
  });

  it.each(MARKETS)("watches the trades of $market", async ({ market, size, place }) => {
    proves(
      "ccxt.pro.watchTrades",
      version === "v2" ? "v2 channel trade" : "v3 channel publicTrade",
    );
    await place(bob, { side: "sell", size: String(size), price: "60000" });
    await place(carol, { side: "buy", size: String(size), price: "60000" });
    const trades = follow(() => client.watchTrades(market));
    const first = await eventually("the trade of the snapshot", () => trades.at(-1));
    expect(first).toMatchObject({ symbol: market, side: "buy", price: 60_000, amount: size });
    await place(dave, { side: "buy", size: String(size), price: "59990" });
    await place(bob, { side: "sell", size: String(size), price: "59990" });
    const next = await eventually("the next trade", () =>
      trades.find(({ price }) => price === 59_990),
    );
    expect(next).toMatchObject({ symbol: market, side: "sell", amount: size });
  });

  it.each(MARKETS)("watches the ticker of $market", async ({ market, size, place }) => {
    proves("ccxt.pro.watchTicker", version === "v2" ? "v2 channel ticker" : "v3 channel ticker");
    const tickers = follow(() => client.watchTicker(market));
    await eventually("a ticker", () => tickers[0]);
    await place(bob, { side: "sell", size: String(size), price: "60010" });
    await place(carol, { side: "buy", size: String(size), price: "60010" });
    await place(dave, { side: "buy", size: String(size), price: "59910" });
    await place(bob, { side: "sell", size: String(size), price: "60110" });
    const ticker = await eventually("the last trade and both sides", () => {
      const { ask, bid, last } = client.tickers[market] ?? {};
      return last === 60_010 && bid === 59_910 && ask === 60_110 && client.tickers[market];
    });
    expect(ticker).toMatchObject({ symbol: market, bidVolume: size, askVolume: size });
  });

  it.each(MARKETS)("watches the candles of $market", async ({ market, size, place }) => {
    proves("ccxt.pro.watchOHLCV", version === "v2" ? "v2 channel candle" : "v3 channel kline");
    await place(bob, { side: "sell", size: String(size), price: "60020" });
    await place(carol, { side: "buy", size: String(size), price: "60020" });
    const candles = follow(() => client.watchOHLCV(market, "1m"));
    await eventually("the candle of the snapshot", () => candles.at(-1)?.[4] === 60_020);
    await place(bob, { side: "sell", size: String(size), price: "60030" });
    await place(carol, { side: "buy", size: String(size), price: "60030" });
    const candle = await eventually("the candle of the next trade", () =>
      candles.find((one) => one[4] === 60_030),
    );
    expect((candle[0] ?? 1) % 60_000).toBe(0);
    expect(candle[2]).toBeGreaterThanOrEqual(60_030);
  });
});
