/** Trading with ccxt on the markets of further coins, down to the cheapest. */
import { describe, expect, it } from "vitest";
import { TRADED_COINS } from "../../src/main/founding/traded-coins.ts";
import { type PlainClient, plainClient } from "./support/ccxt-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";

const exchange = await openExchange();

const MARKETS_MIN = 40;
const SAMPLE = ["BNB", "TRX", "AAVE", "VET", "SAND", "SUI", "SHIB", "BONK", "PEPE"];

/** Price at the founding, at which the silent market of this file stays. */
function startPrice(code: string): number {
  return TRADED_COINS.find(({ base }) => base === code)?.startPrice ?? 0;
}

/** Smallest amount that ccxt's market allows at a price, in whole steps. */
function smallestOrder(client: PlainClient, symbol: string): { amount: number; price: number } {
  const { base, limits, precision } = client.market(symbol);
  const price = Number(client.priceToPrecision(symbol, startPrice(base ?? "") * 0.99));
  const step = precision.amount ?? 0;
  const byCost = Math.ceil((limits.cost?.min ?? 0) / price / step - 1e-9) * step;
  const amount = Math.max(limits.amount?.min ?? 0, byCost);
  return { amount: Number(amount.toFixed(8)), price };
}

describe.each(["classic", "unified"] as const)("a %s account", (name) => {
  it("finds at least forty spot pairs and forty USDT perpetuals, each with its terms", async () => {
    const client = await plainClient(exchange, exchange.firstUser(name));
    const active = Object.values(client.markets ?? {}).filter((market) => market?.active);
    const spot = active.filter((market) => market?.spot);
    const perpetuals = active.filter(
      (market) => market?.swap && market.linear && market.settle === "USDT",
    );
    expect(spot.length).toBeGreaterThanOrEqual(MARKETS_MIN);
    expect(perpetuals.length).toBeGreaterThanOrEqual(MARKETS_MIN);
    for (const market of [...spot, ...perpetuals]) {
      expect(market?.precision.price, market?.symbol).toBeGreaterThan(0);
      expect(market?.precision.amount, market?.symbol).toBeGreaterThan(0);
      expect(market?.limits.amount?.min, market?.symbol).toBeGreaterThan(0);
      // ccxt does not read the smallest notional of other pairs of v2.
      if (market?.quote !== "USDT") continue;
      expect(market.limits.cost?.min, market.symbol).toBeGreaterThan(0);
    }
  });

  it.each(SAMPLE)("places and cancels the smallest orders of %s", async (code) => {
    const client = await plainClient(exchange, exchange.firstUser(name));
    for (const symbol of [`${code}/USDT`, `${code}/USDT:USDT`]) {
      const { amount, price } = smallestOrder(client, symbol);
      const { id } = await client.createOrder(symbol, "limit", "buy", amount, price);
      const order = await client.fetchOrder(id ?? "", symbol);
      expect(order, symbol).toMatchObject({ amount, price, status: "open" });
      await client.cancelOrder(id ?? "", symbol);
      const less = amount - (client.market(symbol).precision.amount ?? 0);
      const refused = client.createOrder(symbol, "limit", "buy", less, price);
      await expect(refused, symbol).rejects.toThrow();
    }
  });
});

describe("PEPE, the cheapest coin", () => {
  const SIZE = 2_000_000;

  it("trades on spot at the tick of its price", async () => {
    const money = { wallet: "spot", coin: "PEPE", amount: String(2 * SIZE) } as const;
    const seller = await plainClient(exchange, await exchange.newUser({ kind: "classic" }, money));
    const buyer = await plainClient(exchange, exchange.firstUser("classic"));
    await seller.createOrder("PEPE/USDT", "limit", "sell", SIZE, 0.00000781);
    const { id } = await buyer.createOrder("PEPE/USDT", "limit", "buy", SIZE, 0.00000781);
    const [trade] = await buyer.fetchMyTrades("PEPE/USDT");
    expect(trade).toMatchObject({ order: id, price: 0.00000781, amount: SIZE, cost: 15.62 });
    expect(trade?.fee).toMatchObject({ currency: "PEPE", cost: SIZE / 1_000 });
    const balance = await buyer.fetchBalance({ type: "spot" });
    expect(balance["PEPE"]?.total).toBe(SIZE - SIZE / 1_000);
  });

  it("trades as a perpetual", async () => {
    const symbol = "PEPE/USDT:USDT";
    const money = { wallet: "usdt_futures", coin: "USDT", amount: "1000" } as const;
    const seller = await plainClient(exchange, await exchange.newUser({ kind: "classic" }, money));
    const buyer = await plainClient(exchange, exchange.firstUser("classic"));
    await seller.createOrder(symbol, "limit", "sell", SIZE, 0.00000782, { oneWayMode: true });
    await buyer.createOrder(symbol, "limit", "buy", SIZE, 0.00000782, { oneWayMode: true });
    const [position] = await buyer.fetchPositions([symbol]);
    expect(position).toMatchObject({ contracts: SIZE, entryPrice: 0.00000782, side: "long" });
    const [trade] = await buyer.fetchMyTrades(symbol);
    expect(trade).toMatchObject({ price: 0.00000782, amount: SIZE });
    const candles = await buyer.fetchOHLCV(symbol, "1m", undefined, 1);
    expect(candles.at(-1)?.[4]).toBe(0.00000782);
  });
});
