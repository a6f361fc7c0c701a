import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import {
  type Listening,
  subscribed,
  websocketV2,
  websocketV3,
} from "./support/bitget-api-sockets.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";
import { RebuiltBook } from "./support/rebuilt-book.ts";

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const v2 = restV2(exchange);
const v3 = restV3(exchange);

const ROUNDS = 12;
const ORDERS_A_ROUND = 15;

/** Whole numbers below `bound`, the same ones at every run. */
function drawsOf(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Takes over all pushes of `books` that came since the last call. */
class Follower {
  readonly book = new RebuiltBook();
  readonly #listening: Listening<unknown>;
  #taken = 0;

  constructor(listening: Listening<unknown>) {
    this.#listening = listening;
  }

  catchUp(): RebuiltBook {
    const { pushes } = this.#listening;
    for (const push of pushes.slice(this.#taken)) this.book.take(push);
    this.#taken = pushes.length;
    return this.book;
  }
}

describe.each([
  {
    category: "SPOT",
    instType: "spot",
    size: (units: number) => String(units / 100),
    place: bob.spot.bind(bob, "BTCUSDT"),
    take: carol.spot.bind(carol, "BTCUSDT"),
    clear: () => bob.clearSpot("BTCUSDT"),
  },
  {
    category: "USDT-FUTURES",
    instType: "usdt-futures",
    size: (units: number) => String(units / 100),
    place: bob.futures.bind(bob, USDT_PERPETUAL),
    take: carol.futures.bind(carol, USDT_PERPETUAL),
    clear: () => bob.clearFutures(USDT_PERPETUAL),
  },
] as const)("a book of $category rebuilt from pushes", (market) => {
  const { category, instType } = market;

  it("equals the book of REST at the same seq", async () => {
    proves("WebsocketClientV2.subscribeTopic", "v2 channel books");
    proves("WebsocketClientV3.subscribe", "v3 channel books");
    proves("RestClientV3.getOrderBook", "GET /api/v3/market/orderbook");
    const classic = websocketV2(exchange);
    const unified = websocketV3(exchange);
    await market.place({ side: "buy", size: "0.5", price: "59000" });
    await classic.client.subscribeTopic(category, "books", "BTCUSDT");
    await unified.client.subscribe(
      { topic: "books", payload: { instType, symbol: "BTCUSDT" } },
      "v3Public",
    );
    await subscribed(classic, { channel: "books", instId: "BTCUSDT" });
    await subscribed(unified, { topic: "books", symbol: "BTCUSDT" });
    const followers = [new Follower(classic), new Follower(unified)];
    const draw = drawsOf(7);
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < ORDERS_A_ROUND; i++) {
        const isBuy = draw(2) === 0;
        const price = String(isBuy ? 59_999 - draw(40) : 60_001 + draw(40));
        const order = {
          side: isBuy ? "buy" : "sell",
          size: market.size(1 + draw(50)),
          price,
        } as const;
        await market.place(order);
        if (draw(3) === 0) {
          const side = isBuy ? "sell" : "buy";
          await market.take({ side, size: market.size(1 + draw(20)), price });
        }
      }
      if (round % 5 === 4) await market.clear();
      // Nothing moves now: REST tells the last seq, and both channels arrive there.
      const rest = (await v3.getOrderBook({ category, symbol: "BTCUSDT", limit: "200" })).data;
      const { seq } = rest as unknown as { seq: number };
      for (const follower of followers) {
        await eventually(`the push of seq ${seq}`, () => follower.catchUp().seq === seq);
        expect(follower.book.depth).toEqual({ asks: rest.a, bids: rest.b });
      }
    }
    const depth =
      category === "SPOT"
        ? (await v2.getSpotOrderBookDepth({ symbol: "BTCUSDT", limit: "150" })).data
        : (
            await v2.getFuturesMergeDepth({
              productType: category,
              symbol: "BTCUSDT",
              limit: "max",
            })
          ).data;
    for (const { book } of followers) {
      const levels = (side: readonly (readonly unknown[])[]) =>
        side.map(([price, size]) => [Number(price), Number(size)]);
      expect(levels(book.depth.asks)).toEqual(levels(depth.asks));
      expect(levels(book.depth.bids)).toEqual(levels(depth.bids));
      expect(book.updates).toBeGreaterThanOrEqual(ROUNDS);
    }
    await market.clear();
  });
});
