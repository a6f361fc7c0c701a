/** Steps that ccxt takes alike on classic and unified accounts. */
import { expect } from "vitest";
import { idOf, type PlainClient } from "./ccxt-clients.ts";
import type { Counterparty } from "./counterparty.ts";
import type { Product } from "./products.ts";

/** A client under test and the other side of its trades. */
export type Desk = { readonly alice: PlainClient; readonly bob: Counterparty };

/** Places a buy at 59000, finds it as open, and returns its row. */
export async function placeResting(
  alice: PlainClient,
  order: { readonly market: string; readonly size: number; readonly clientOrderId: string },
) {
  const { clientOrderId, market, size } = order;
  const options = { clientOrderId };
  const id = idOf(await alice.createOrder(market, "limit", "buy", size, 59_000, options));
  const kind = { symbol: market, type: "limit", side: "buy", timeInForce: "GTC" };
  const sizes = { price: 59_000, amount: size, filled: 0, remaining: size };
  const row = { id, clientOrderId, ...kind, status: "open", ...sizes };
  expect(await alice.fetchOrder(id, market)).toMatchObject(row);
  expect(await alice.fetchOpenOrders(market)).toMatchObject([row]);
  return row;
}

/** Cancels the order of `placeResting`, finds it as canceled, and returns its row. */
export async function cancelResting(
  alice: PlainClient,
  open: Awaited<ReturnType<typeof placeResting>>,
) {
  const { id, symbol } = open;
  expect(await alice.cancelOrder(id, symbol)).toMatchObject({ id });
  const row = { ...open, status: "canceled" };
  expect(await alice.fetchOrder(id, symbol)).toMatchObject(row);
  expect(await alice.fetchOpenOrders(symbol)).toEqual([]);
  return row;
}

/** Cancels all open orders of three prices at once. */
export async function cancelThree(alice: PlainClient, market: string): Promise<void> {
  for (const price of [59_000, 59_100, 59_200]) {
    await alice.createOrder(market, "limit", "buy", 0.1, price);
  }
  expect(await alice.fetchOpenOrders(market)).toHaveLength(3);
  await alice.cancelAllOrders(market);
  expect(await alice.fetchOpenOrders(market)).toEqual([]);
}

/** Places a post-only order that would take, and finds it as canceled. */
export async function placePostOnly({ alice, bob }: Desk, market: string): Promise<void> {
  await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
  const order = await alice.createOrder(market, "limit", "buy", 0.1, 60_000, { postOnly: true });
  const refused = { status: "canceled", filled: 0, postOnly: true };
  expect(await alice.fetchOrder(idOf(order), market)).toMatchObject(refused);
}

/** Buys 0.5 BTC at 60000, of which 0.2 are filled; returns the order's id. */
export async function buyPartly({ alice, bob }: Desk, market: string): Promise<string> {
  const id = idOf(await alice.createOrder(market, "limit", "buy", 0.5, 60_000));
  await bob.spot("BTCUSDT", { side: "sell", size: "0.2", price: "59990" });
  const prices = { price: 60_000, average: 60_000 };
  const sizes = { amount: 0.5, filled: 0.2, remaining: 0.3, cost: 12_000 };
  expect(await alice.fetchOrder(id, market)).toMatchObject({ status: "open", ...prices, ...sizes });
  return id;
}

/** The fill of `buyPartly` as ccxt shows it. */
export function partialFill(market: string, feeCost: number) {
  const kind = { symbol: market, side: "buy", type: "limit", takerOrMaker: "maker" };
  const fee = { currency: "BTC", cost: feeCost };
  return { ...kind, price: 60_000, amount: 0.2, cost: 12_000, fee };
}

/** Offers 0.1 BTC at each of two prices. */
export async function offerTwoLevels({ bob }: Desk): Promise<void> {
  await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60000" });
  await bob.spot("BTCUSDT", { side: "sell", size: "0.1", price: "60100" });
}

/** Expects that an order took the first of `offerTwoLevels` and half of the second. */
export async function expectTwoFills(alice: PlainClient, market: string, id: string) {
  const trades = (await alice.fetchMyTrades(market)).filter(({ order }) => order === id);
  expect(trades.map(({ price, amount, takerOrMaker }) => [price, amount, takerOrMaker])).toEqual([
    [60_000, 0.1, "taker"],
    [60_100, 0.05, "taker"],
  ]);
}

/** Sells 0.25 BTC at market for 59900, and returns the row that its order must match. */
export async function sellAtMarket({ alice, bob }: Desk, market: string) {
  await bob.spot("BTCUSDT", { side: "buy", size: "1", price: "59900" });
  const id = idOf(await alice.createOrder(market, "market", "sell", 0.25));
  const sizes = { amount: 0.25, filled: 0.25, average: 59_900, cost: 14_975 };
  return { id, type: "market", side: "sell", status: "closed", ...sizes };
}

/** Leaves no open order and no resting offer in these contracts. */
export async function clearFutures({ alice, bob }: Desk, products: readonly Product[]) {
  for (const product of products) {
    const open = await alice.fetchOpenOrders(product.market);
    if (open.length > 0) await alice.cancelAllOrders(product.market);
    await bob.clearFutures(product);
  }
}

/** Opens a position at market for 60000, and returns the order's id. */
export async function openPosition(
  { alice, bob }: Desk,
  product: Product,
  side: "buy" | "sell",
): Promise<string> {
  const other = side === "buy" ? "sell" : "buy";
  await bob.futures(product, { side: other, size: String(product.size), price: "60000" });
  return idOf(await alice.createOrder(product.market, "market", side, product.size));
}

/** The whole order of `openPosition`, and the position it opens, as ccxt shows them. */
export function openedLong({ market, size, value }: Product) {
  const order = { status: "closed", average: 60_000, amount: size, filled: size, cost: value };
  const position = { symbol: market, side: "long", contracts: size, entryPrice: 60_000 };
  const settings = { leverage: 20, marginMode: "cross", hedged: false };
  return { order, position: { ...position, ...settings } };
}

/** Expects the position of `openPosition`, in both lookups. */
export async function expectPosition(alice: PlainClient, market: string, position: object) {
  expect(await alice.fetchPositions([market])).toMatchObject([position]);
  expect(await alice.fetchPosition(market)).toMatchObject(position);
}

/** Closes a long position at market for 60600, and returns the order's id. */
export async function closeLong({ alice, bob }: Desk, product: Product): Promise<string> {
  const { market, size } = product;
  await bob.futures(product, { side: "buy", size: String(size), price: "60600" });
  const options = { reduceOnly: true };
  return idOf(await alice.createOrder(market, "market", "sell", size, undefined, options));
}

/** Opens a short position, finds it, and puts a counterparty there for its closing. */
export async function openShort(desk: Desk, product: Product): Promise<void> {
  const { market, size } = product;
  await openPosition(desk, product, "sell");
  const [position] = await desk.alice.fetchPositions([market]);
  expect(position).toMatchObject({ side: "short", contracts: size, entryPrice: 60_000 });
  await desk.bob.futures(product, { side: "sell", size: String(size), price: "60000" });
}

/** Fills half of an order, cancels the rest, and closes the position. */
export async function fillInParts({ alice, bob }: Desk, product: Product): Promise<void> {
  const { market, size } = product;
  const id = idOf(await alice.createOrder(market, "limit", "buy", size, 60_000));
  const part = size / 2;
  await bob.futures(product, { side: "sell", size: String(part), price: "60000" });
  const open = { status: "open", filled: part, remaining: part, average: 60_000 };
  expect(await alice.fetchOrder(id, market)).toMatchObject(open);
  const fill = { order: id, takerOrMaker: "maker", amount: part };
  expect((await alice.fetchMyTrades(market)).at(-1)).toMatchObject(fill);
  await alice.cancelOrder(id, market);
  expect(await alice.fetchOrder(id, market)).toMatchObject({ status: "canceled", filled: part });
  await bob.futures(product, { side: "buy", size: String(part), price: "60000" });
  await alice.createOrder(market, "market", "sell", part, undefined, { reduceOnly: true });
  expect(await alice.fetchPositions([market])).toEqual([]);
}

/** Holds 0.3 long and 0.1 short at once in hedge mode, and closes each. */
export async function holdBothSides({ alice, bob }: Desk, product: Product): Promise<void> {
  const { market } = product;
  const trade = async (side: "buy" | "sell", size: number, options: object): Promise<void> => {
    const other = side === "buy" ? "sell" : "buy";
    await bob.futures(product, { side: other, size: String(size), price: "60000" });
    await alice.createOrder(market, "market", side, size, undefined, { hedged: true, ...options });
  };
  const expectSides = async (...sides: readonly (readonly [string, number, boolean])[]) => {
    const positions = await alice.fetchPositions([market]);
    const rows = positions.map(({ side, contracts, hedged }) => [side, contracts, hedged]);
    expect(rows.sort()).toEqual(sides);
  };
  await trade("buy", 0.3, {});
  await trade("sell", 0.1, {});
  await expectSides(["long", 0.3, true], ["short", 0.1, true]);
  await trade("sell", 0.3, { reduceOnly: true });
  await expectSides(["short", 0.1, true]);
  await bob.futures(product, { side: "sell", size: "0.1", price: "60000" });
  await alice.closePosition(market, "short");
  await expectSides();
}
