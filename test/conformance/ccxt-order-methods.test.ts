/** ccxt's methods that place orders of one kind, in every kind of market that they can name. */
import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves, provesRefusal } from "./support/proves.ts";

const SPOT = "BTC/USDT";
const PERPETUAL = USDT_PERPETUAL.market;
const TRIGGER = { trigger: true } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const classic = await plainClient(exchange, exchange.firstUser("classic"), { uta: false });
const unified = await plainClient(exchange, exchange.firstUser("unified"), { uta: true });

await classic.transfer("USDT", 100_000, "spot", "cross");
await classic.transfer("USDT", 100_000, "spot", "isolated", { symbol: SPOT });

type Line = {
  readonly name: string;
  readonly client: PlainClient;
  readonly market: string;
  readonly params: Readonly<Record<string, string>>;
};

const loanType = "normal";
const CONTRACT: Line = { name: "contracts", client: classic, market: PERPETUAL, params: {} };
const PAIRS: readonly Line[] = [
  { name: "spot", client: classic, market: SPOT, params: {} },
  {
    name: "crossed margin",
    client: classic,
    market: SPOT,
    params: { marginMode: "cross", loanType },
  },
  {
    name: "isolated margin",
    client: classic,
    market: SPOT,
    params: { marginMode: "isolated", loanType },
  },
  { name: "spot of a unified account", client: unified, market: SPOT, params: {} },
];
const LINES: readonly Line[] = [
  ...PAIRS,
  CONTRACT,
  { name: "contracts of a unified account", client: unified, market: PERPETUAL, params: {} },
];

/** Rests an order of the counterparty where the line trades. */
async function rest({ market }: Line, side: "buy" | "sell", price: string): Promise<void> {
  const order = { side, size: "1", price };
  await (market === SPOT ? bob.spot("BTCUSDT", order) : bob.futures(USDT_PERPETUAL, order));
}

/** The order with an id among those that have ended. */
async function ended({ client, market, params }: Line, id: string) {
  const { loanType: _loan, ...where } = params;
  const orders = await client.fetchCanceledAndClosedOrders(market, undefined, undefined, where);
  return orders.find((order) => order.id === id);
}

function openOrders({ client, market, params }: Line) {
  const { loanType: _loan, ...where } = params;
  return client.fetchOpenOrders(market, undefined, undefined, where);
}

afterEach(async () => {
  await bob.clearSpot("BTCUSDT");
  await bob.clearFutures(USDT_PERPETUAL);
});

describe.each(LINES)("ccxt's orders of one kind, $name", (line) => {
  const { client, market, params } = line;

  it("rests a limit order, which ends when it is cancelled", async () => {
    proves(
      "ccxt.createLimitOrder",
      "POST /api/v2/spot/trade/place-order",
      "POST /api/v2/margin/crossed/place-order",
      "POST /api/v2/margin/isolated/place-order",
      "POST /api/v2/mix/order/place-order",
      "POST /api/v3/trade/place-order",
    );
    proves(
      "ccxt.fetchCanceledAndClosedOrders",
      "GET /api/v2/spot/trade/history-orders",
      "GET /api/v2/margin/crossed/history-orders",
      "GET /api/v2/margin/isolated/history-orders",
      "GET /api/v2/mix/order/orders-history",
      "GET /api/v3/trade/history-orders",
    );
    const id = idOf(await client.createLimitOrder(market, "buy", 0.1, 59_000, params));
    const terms = { id, type: "limit", side: "buy", price: 59_000, amount: 0.1 };
    expect(await openOrders(line)).toMatchObject([{ ...terms, status: "open" }]);
    await client.cancelOrder(id, market, params);
    expect(await openOrders(line)).toEqual([]);
    expect(await ended(line, id)).toMatchObject({ ...terms, status: "canceled", filled: 0 });
  });

  it("ends a post-only order that would trade, and rests one that would not", async () => {
    proves(
      "ccxt.createPostOnlyOrder",
      "POST /api/v2/spot/trade/place-order",
      "POST /api/v2/margin/crossed/place-order",
      "POST /api/v2/margin/isolated/place-order",
      "POST /api/v2/mix/order/place-order",
      "POST /api/v3/trade/place-order",
    );
    await rest(line, "sell", "60000");
    const post = (price: number) =>
      client.createPostOnlyOrder(market, "limit", "buy", 0.1, price, params);
    const taking = idOf(await post(60_000));
    const resting = idOf(await post(59_000));
    expect(await openOrders(line)).toMatchObject([{ id: resting, price: 59_000 }]);
    expect(await ended(line, taking)).toMatchObject({ status: "canceled", filled: 0 });
    await client.cancelOrder(resting, market, params);
  });

  it("trades a market order at once", async () => {
    proves(
      "ccxt.createMarketOrder",
      "POST /api/v2/spot/trade/place-order",
      "POST /api/v2/margin/crossed/place-order",
      "POST /api/v2/margin/isolated/place-order",
      "POST /api/v2/mix/order/place-order",
      "POST /api/v3/trade/place-order",
    );
    // On a margin account the coins to sell are bought first.
    await rest(line, "sell", "60000");
    const terms = ["buy", 0.2, 60_000, params] as const;
    const bought = idOf(await client.createLimitOrder(market, ...terms));
    expect(await ended(line, bought)).toMatchObject({ status: "closed", average: 60_000 });
    await rest(line, "buy", "59900");
    const sold = idOf(await client.createMarketOrder(market, "sell", 0.1, undefined, params));
    expect(await ended(line, sold)).toMatchObject({
      ...{ type: "market", side: "sell", status: "closed", filled: 0.1, average: 59_900 },
    });
  });
});

describe.each(PAIRS)("ccxt's market order of a cost, $name", (line) => {
  const { client, market, params } = line;

  it("buys for the cost that it names", async () => {
    proves(
      "ccxt.createMarketBuyOrderWithCost",
      "POST /api/v2/spot/trade/place-order",
      "POST /api/v2/margin/crossed/place-order",
      "POST /api/v2/margin/isolated/place-order",
      "POST /api/v3/trade/place-order",
    );
    await rest(line, "sell", "60000");
    const id = idOf(await client.createMarketBuyOrderWithCost(market, 6_000, params));
    expect(await ended(line, id)).toMatchObject({
      ...{ status: "closed", side: "buy", filled: 0.1, cost: 6_000, average: 60_000 },
    });
  });
});

describe("ccxt's waiting orders", () => {
  it("of spot wait at their trigger prices", async () => {
    proves("ccxt.createStopOrder", "POST /api/v2/spot/trade/place-plan-order");
    proves("ccxt.createStopLimitOrder", "POST /api/v2/spot/trade/place-plan-order");
    proves("ccxt.createStopMarketOrder", "POST /api/v2/spot/trade/place-plan-order");
    proves("ccxt.createTriggerOrder", "POST /api/v2/spot/trade/place-plan-order");
    const placed = [
      await classic.createStopOrder(SPOT, "limit", "sell", 0.1, 49_900, 50_000),
      await classic.createStopLimitOrder(SPOT, "sell", 0.2, 48_900, 49_000),
      await classic.createStopMarketOrder(SPOT, "sell", 0.3, 48_000),
      await classic.createTriggerOrder(SPOT, "limit", "sell", 0.4, 46_900, 47_000),
    ].map(idOf);
    const open = await classic.fetchOpenOrders(SPOT, undefined, undefined, TRIGGER);
    const rows = placed.map((id) => {
      const order = open.find((one) => one.id === id);
      return [order?.type, order?.side, order?.amount, order?.price, order?.triggerPrice];
    });
    expect(rows).toEqual([
      ["limit", "sell", 0.1, 49_900, 50_000],
      ["limit", "sell", 0.2, 48_900, 49_000],
      ["market", "sell", 0.3, undefined, 48_000],
      ["limit", "sell", 0.4, 46_900, 47_000],
    ]);
    await classic.cancelAllOrders(SPOT, TRIGGER);
    // On a margin account ccxt sends them without their trigger.
    const onMargin = ["limit", "sell", 0.1, 46_900, 47_000, { marginMode: "cross" }] as const;
    await expect(classic.createTriggerOrder(SPOT, ...onMargin)).rejects.toThrow(/"code":"4/);
  });

  it("of a unified account are refused where ccxt sends them as orders that would not wait", async () => {
    provesRefusal("ccxt.createStopOrder", "POST /api/v3/trade/place-order");
    provesRefusal("ccxt.createStopLimitOrder", "POST /api/v3/trade/place-order");
    provesRefusal("ccxt.createStopMarketOrder", "POST /api/v3/trade/place-order");
    provesRefusal("ccxt.createTriggerOrder", "POST /api/v3/trade/place-order");
    provesRefusal("ccxt.createTrailingPercentOrder", "POST /api/v3/trade/place-order");
    for (const market of [SPOT, PERPETUAL]) {
      const sent = [
        unified.createStopOrder(market, "limit", "buy", 0.1, 61_100, 61_000),
        unified.createStopLimitOrder(market, "buy", 0.1, 61_100, 61_000),
        unified.createStopMarketOrder(market, "sell", 0.1, 59_000),
        unified.createTriggerOrder(market, "limit", "buy", 0.1, 61_100, 61_000),
        unified.createTrailingPercentOrder(market, "market", "sell", 0.1, undefined, 2, 61_000),
      ];
      for (const answer of await Promise.allSettled(sent)) {
        expect(String(Reflect.get(answer, "reason"))).toContain('"code":"25200"');
      }
      expect(await unified.fetchOpenOrders(market)).toEqual([]);
    }
  });
});

describe("ccxt's orders in batches", () => {
  it("are placed and cancelled on isolated margin", async () => {
    proves("ccxt.createOrders", "POST /api/v2/margin/isolated/batch-place-order");
    proves("ccxt.cancelOrders", "POST /api/v2/margin/isolated/batch-cancel-order");
    const where = { marginMode: "isolated" };
    const order = { symbol: SPOT, type: "limit", side: "buy", amount: 0.1 } as const;
    const terms = { ...order, params: { ...where, loanType } };
    const orders = [57_000, 57_100].map((price) => ({ ...terms, price }));
    const placed = (await classic.createOrders(orders, where)).map(idOf);
    const open = () => classic.fetchOpenOrders(SPOT, undefined, undefined, where);
    const prices = (await open()).map(({ id, price }) => [id, price]);
    expect(prices.sort()).toEqual(placed.map((id, index) => [id, orders[index]?.price]).sort());
    await classic.cancelOrders(placed, SPOT, where);
    expect(await open()).toEqual([]);
  });

  it("that wait on contracts are cancelled by their ids, and all at once", async () => {
    proves("ccxt.cancelOrders", "POST /api/v2/mix/order/cancel-plan-order");
    proves("ccxt.cancelAllOrders", "POST /api/v2/mix/order/cancel-plan-order");
    const wait = async (price: number) =>
      idOf(await classic.createTriggerOrder(PERPETUAL, "limit", "buy", 0.1, price, price));
    const [first, second, third] = [await wait(61_000), await wait(62_000), await wait(63_000)];
    const open = async () =>
      (await classic.fetchOpenOrders(PERPETUAL, undefined, undefined, TRIGGER)).map(idOf);
    await classic.cancelOrders([first, second], PERPETUAL, TRIGGER);
    expect(await open()).toEqual([third]);
    await wait(64_000);
    await classic.cancelAllOrders(PERPETUAL, TRIGGER);
    expect(await open()).toEqual([]);
  });
});

it("ccxt takes a profit on a position of a unified account", async () => {
  proves("ccxt.createTakeProfitOrder", "POST /api/v3/trade/place-strategy-order");
  const held = await unified.fetchPositions([PERPETUAL]);
  const size = Number(held[0]?.contracts ?? 0);
  expect(size).toBeGreaterThan(0);
  const terms = { reduceOnly: true, tpTriggerBy: "market" };
  const sold = ["market", "sell", size, undefined, 61_000, terms] as const;
  const id = idOf(await unified.createTakeProfitOrder(PERPETUAL, ...sold));
  const open = await unified.fetchOpenOrders(PERPETUAL, undefined, undefined, TRIGGER);
  expect(open).toMatchObject([{ id, side: "sell", takeProfitPrice: 61_000, amount: size }]);
  const carol = await openCounterparty(exchange);
  await bob.futures(USDT_PERPETUAL, { side: "buy", size: "1", price: "61000" });
  await carol.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price: "61000" });
  await eventually(
    "the position is closed at its profit",
    async () => (await unified.fetchPositions([PERPETUAL])).length === 0,
  );
});
