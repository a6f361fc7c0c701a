/** ccxt's methods that watch several markets at once, and those that end a subscription. */
import ccxt from "ccxt";
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type ProClient, proClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { follow } from "./support/followed.ts";
import { proves } from "./support/proves.ts";

const BTC = "BTC/USDT";
const ETH = "ETH/USDT";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const classic = await proClient(exchange, undefined, { uta: false });
const unified = await proClient(exchange, exchange.firstUser("unified"), { uta: true });
const CLIENTS: readonly (readonly ["v2" | "v3", ProClient])[] = [
  ["v2", classic],
  ["v3", unified],
];

afterEach(async () => {
  for (const who of [bob, carol]) {
    await who.clearSpot("BTCUSDT");
    await who.clearSpot("ETHUSDT");
  }
});

/** Carol buys from bob at these prices. */
async function trade(symbol: "BTCUSDT" | "ETHUSDT", price: string): Promise<void> {
  await bob.spot(symbol, { side: "sell", size: "0.1", price });
  await carol.spot(symbol, { side: "buy", size: "0.1", price });
}

/** Rests a bid and an offer of the counterparties. */
async function quote(symbol: "BTCUSDT" | "ETHUSDT", bid: string, ask: string): Promise<void> {
  await carol.spot(symbol, { side: "buy", size: "0.2", price: bid });
  await bob.spot(symbol, { side: "sell", size: "0.3", price: ask });
}

/**
 * The tests read what the client holds: of pushes of two markets that arrive together, ccxt returns
 * the first one alone.
 */
describe.each(CLIENTS)("ccxt.pro on %s, several markets at once", (_version, client) => {
  it("watches tickers", async () => {
    proves("ccxt.pro.watchTickers", "v2 channel ticker", "v3 channel ticker");
    follow(async () => [await client.watchTickers([BTC, ETH])]);
    await trade("BTCUSDT", "60010");
    await trade("ETHUSDT", "3001");
    for (const [market, last] of [
      [BTC, 60_010],
      [ETH, 3_001],
    ] as const) {
      await eventually(`the last price of ${market}`, () => client.tickers[market]?.last === last);
    }
  });

  it("watches the best bids and offers", async () => {
    proves("ccxt.pro.watchBidsAsks", "v2 channel ticker", "v3 channel ticker");
    follow(async () => [await client.watchBidsAsks([BTC, ETH])]);
    await quote("BTCUSDT", "59900", "60100");
    await quote("ETHUSDT", "2990", "3010");
    for (const [market, bid, ask] of [
      [BTC, 59_900, 60_100],
      [ETH, 2_990, 3_010],
    ] as const) {
      const both = await eventually(`both sides of ${market}`, () => {
        const held = client.bidsasks[market];
        return held?.bid === bid && held.ask === ask ? held : undefined;
      });
      expect(both).toMatchObject({ symbol: market, bidVolume: 0.2, askVolume: 0.3 });
    }
  });

  it("watches books", async () => {
    proves("ccxt.pro.watchOrderBookForSymbols", "v2 channel books", "v3 channel books");
    follow(() => client.watchOrderBookForSymbols([BTC, ETH]));
    await quote("BTCUSDT", "59800", "60200");
    await quote("ETHUSDT", "2980", "3020");
    await eventually("both books", () => {
      const best = [BTC, ETH].map((market) => client.orderbooks[market]?.asks[0]?.[0]);
      return best[0] === 60_200 && best[1] === 3_020;
    });
    expect([...(client.orderbooks[BTC]?.bids ?? [])].map((level) => level.slice(0, 2))).toEqual([
      [59_800, 0.2],
    ]);
  });

  it("watches trades", async () => {
    proves("ccxt.pro.watchTradesForSymbols", "v2 channel trade", "v3 channel publicTrade");
    follow(() => client.watchTradesForSymbols([BTC, ETH]));
    // Trades of other tests are in the snapshots.
    await trade("BTCUSDT", "60030");
    await trade("ETHUSDT", "3003");
    for (const [market, price] of [
      [BTC, 60_030],
      [ETH, 3_003],
    ] as const) {
      const found = await eventually(`the trade of ${market}`, () =>
        [...(client.trades[market] ?? [])].find((one) => one.price === price),
      );
      expect(found).toMatchObject({ side: "buy", amount: 0.1 });
    }
  });
});

const ATTEMPTS = 20;

describe.each(CLIENTS)("ccxt.pro on %s, the end of a subscription", async (version) => {
  // It has its own client, as ccxt ends everything that waits on a channel of a market.
  const client = await proClient(exchange, exchange.firstUser("unified"), {
    uta: version === "v3",
  });

  /**
   * Follows a channel, unwatches it, and returns the answer: ccxt ends what waits for the next
   * push. Where a push comes first, it is followed again.
   */
  async function ends(watch: () => Promise<unknown>, unwatch: () => Promise<unknown>) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const first = watch();
      await trade("BTCUSDT", "60020");
      await quote("BTCUSDT", "59900", "60100");
      await first;
      const end = watch().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      const answered = await unwatch();
      const thrown = await end;
      if (thrown === undefined) continue;
      expect(thrown).toBeInstanceOf(ccxt.UnsubscribeError);
      return answered;
    }
    throw new Error(`a push came before the end in ${ATTEMPTS} attempts`);
  }

  it("of a ticker", async () => {
    proves("ccxt.pro.unWatchTicker", "v2 channel ticker", "v3 channel ticker");
    const answer = ends(
      () => client.watchTicker(BTC),
      () => client.unWatchTicker(BTC),
    );
    expect(await answer).toBe(true);
    expect(client.tickers).not.toHaveProperty([BTC]);
  });

  it("of trades", async () => {
    proves("ccxt.pro.unWatchTrades", "v2 channel trade", "v3 channel publicTrade");
    const answer = ends(
      () => client.watchTrades(BTC),
      () => client.unWatchTrades(BTC),
    );
    expect(await answer).toBe(true);
    expect(client.trades).not.toHaveProperty([BTC]);
  });

  it("of a book", async () => {
    proves("ccxt.pro.unWatchOrderBook", "v2 channel books", "v3 channel books");
    const answer = ends(
      () => client.watchOrderBook(BTC),
      () => client.unWatchOrderBook(BTC),
    );
    expect(await answer).toBe(true);
    expect(client.orderbooks).not.toHaveProperty([BTC]);
  });

  it("of candles", async () => {
    proves("ccxt.pro.unWatchOHLCV", "v2 channel candle", "v3 channel kline");
    await ends(
      () => client.watchOHLCV(BTC, "1m"),
      async () => {
        const answer = client.unWatchOHLCV(BTC, "1m");
        // On v3, ccxt waits under another name than the one that it resolves: this never ends.
        if (version === "v3") answer.catch(() => undefined);
        else expect(await answer).toBe(true);
      },
    );
    expect(client.ohlcvs[BTC]).not.toHaveProperty("1m");
  });
});
