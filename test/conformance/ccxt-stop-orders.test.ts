import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { idOf, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDT_PERPETUAL } from "./support/products.ts";
import { proves } from "./support/proves.ts";

const { market } = USDT_PERPETUAL;
const TRIGGER = { trigger: true } as const;
const LAST = { triggerType: "fill_price" } as const;

const exchange = await openExchange();
const bob = await openCounterparty(exchange);
const carol = await openCounterparty(exchange);
const clientOf = (kind: "classic" | "unified") =>
  plainClient(exchange, exchange.firstUser(kind), {
    uta: kind === "unified",
    defaultType: "swap",
  });
type Client = Awaited<ReturnType<typeof clientOf>>;
const clients = { classic: await clientOf("classic"), unified: await clientOf("unified") };

/** Two others trade at a price, so that it is the last one. */
async function tradeAt(price: string): Promise<void> {
  await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.01", price });
  await carol.futures(USDT_PERPETUAL, { side: "buy", size: "0.01", price });
}

/** Sizes of the long position. */
async function contracts(client: Client): Promise<number> {
  const positions = await client.fetchPositions([market]);
  return positions.reduce((sum, position) => sum + Number(position.contracts ?? 0), 0);
}

afterEach(async () => {
  await bob.clearFutures(USDT_PERPETUAL);
  await carol.clearFutures(USDT_PERPETUAL);
});

describe("stop orders of ccxt", () => {
  const client = clients.classic;

  it("wait at their trigger prices, with their types and prices", async () => {
    proves("ccxt.createStopOrder", "POST /api/v2/mix/order/place-plan-order");
    proves("ccxt.createStopLimitOrder", "POST /api/v2/mix/order/place-plan-order");
    proves("ccxt.createStopMarketOrder", "POST /api/v2/mix/order/place-plan-order");
    const ids = [
      idOf(await client.createStopOrder(market, "limit", "buy", 0.1, 61_100, 61_000, LAST)),
      idOf(await client.createStopLimitOrder(market, "buy", 0.2, 61_600, 61_500, LAST)),
      idOf(await client.createStopMarketOrder(market, "buy", 0.3, 62_000, LAST)),
    ];
    const open = await client.fetchOpenOrders(market, undefined, undefined, TRIGGER);
    const waiting = ids.map((id) => {
      const order = open.find((one) => one.id === id);
      return [order?.side, order?.amount, order?.triggerPrice];
    });
    expect(waiting).toEqual([
      ["buy", 0.1, 61_000],
      ["buy", 0.2, 61_500],
      ["buy", 0.3, 62_000],
    ]);
    expect(open.find(({ id }) => id === ids[1])).toMatchObject({ price: 61_600 });
    expect(await contracts(client)).toBe(0);
    for (const id of ids.slice(0, 2)) await client.cancelOrder(id, market, TRIGGER);
  });

  it("buy when the price reaches the trigger, and not before", async () => {
    await tradeAt("61900");
    expect(await contracts(client)).toBe(0);
    await bob.futures(USDT_PERPETUAL, { side: "sell", size: "0.5", price: "62010" });
    await tradeAt("62000");
    await eventually("the stop has bought", async () => (await contracts(client)) === 0.3, 20_000);
    const left = await client.fetchOpenOrders(market, undefined, undefined, TRIGGER);
    expect(left).toEqual([]);
  });

  it("of a unified account are refused: ccxt sends them as orders that would not wait", async () => {
    const { unified } = clients;
    const sent = [
      unified.createStopOrder(market, "limit", "buy", 0.1, 61_100, 61_000),
      unified.createStopLimitOrder(market, "buy", 0.1, 61_100, 61_000),
      unified.createStopMarketOrder(market, "buy", 0.1, 61_000),
    ];
    for (const { status, ...rest } of await Promise.allSettled(sent)) {
      expect([status, String(Reflect.get(rest, "reason"))]).toEqual([
        "rejected",
        expect.stringContaining("25200"),
      ]);
    }
    expect(await unified.fetchOpenOrders(market)).toEqual([]);
    expect(await contracts(unified)).toBe(0);
  });
});
