import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import { subscribed, websocketV2, websocketV3 } from "./support/bitget-api-sockets.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { RebuiltBook } from "./support/rebuilt-book.ts";

const exchange = await openExchange({ agents: true });
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

const MARKETS = ["BTC/USDT", "ETH/USDT", "BTC/USDT:USDT", "BTC/USDC:USDC", "BTC/USD:BTC"];

describe("the living market", () => {
  it.each(MARKETS)("quotes both sides of %s, and trades", async (market) => {
    const book = await eventually("both sides of the book", async () => {
      const { bids, asks } = await classic.fetchOrderBook(market);
      const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0];
      return bid > 0 && ask > 0 ? { bid, ask } : undefined;
    });
    expect(book.bid).toBeLessThan(book.ask);
    expect((book.ask - book.bid) / book.ask).toBeLessThan(0.01);
    await eventually("a trade", async () => (await classic.fetchTrades(market)).length > 0);
  });

  it.each([
    ["classic", classic],
    ["unified", unified],
  ] as const)("fills market orders of a %s account", async (_name, alice) => {
    for (const market of ["BTC/USDT:USDT", "BTC/USD:BTC"]) {
      const amount = 0.01;
      const id = idOf(await alice.createOrder(market, "market", "buy", amount));
      const order = await alice.fetchOrder(id, market);
      expect(order).toMatchObject({ status: "closed", filled: amount });
      const { indexPrice } = await alice.fetchTicker(market);
      expect(Math.abs((order.average ?? 0) / (indexPrice ?? 1) - 1)).toBeLessThan(0.01);
      await alice.createOrder(market, "market", "sell", amount, undefined, { reduceOnly: true });
      expect(await alice.fetchPositions([market])).toEqual([]);
    }
  });

  it("moves a book that pushes rebuild exactly", async () => {
    const sockets = [websocketV2(exchange), websocketV3(exchange)] as const;
    const [v2, v3] = sockets;
    await v2.client.subscribeTopic("USDT-FUTURES", "books", "BTCUSDT");
    const payload = { instType: "usdt-futures", symbol: "BTCUSDT" } as const;
    await v3.client.subscribe({ topic: "books", payload }, "v3Public");
    await subscribed(v2, { channel: "books" });
    await subscribed(v3, { topic: "books" });
    const books = sockets.map(() => new RebuiltBook());
    const taken = [0, 0];
    const rest = restV3(exchange);
    let compared = 0;
    await eventually("five states of the book that REST showed as well", async () => {
      const named = { category: "USDT-FUTURES", symbol: "BTCUSDT", limit: "200" } as const;
      const { data } = await rest.getOrderBook(named);
      const { seq } = data as unknown as { seq: number };
      for (const [at, { pushes }] of sockets.entries()) {
        for (const push of pushes.slice(taken[at])) books[at]?.take(push);
        taken[at] = pushes.length;
        const state = books[at]?.at(seq);
        if (state === undefined) continue;
        expect(state.asks.slice(0, 200)).toEqual(data.a);
        expect(state.bids.slice(0, 200)).toEqual(data.b);
        compared += 1;
      }
      return compared >= 5 && books.every(({ updates }) => updates >= 5);
    });
    for (const { depth } of books) {
      expect(Number(depth.bids[0]?.[0])).toBeLessThan(Number(depth.asks[0]?.[0]));
    }
  });
});
