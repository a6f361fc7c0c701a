/** What the operator has set is in force again after the process is killed and started again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

type Row = Readonly<Record<string, unknown>>;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-operator-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

/** Index price of a spot pair as text. */
async function indexText(symbol: string): Promise<string> {
  const rows = await get<Row[]>("/index-prices");
  return String(
    rows.find((row) => row["symbol"] === symbol && row["category"] === "spot")?.["price"],
  );
}

const get = <T>(path: string): Promise<T> => running.adminAnswer<T>("GET", path);

async function killAndStart(): Promise<void> {
  await running.kill();
  running = await ExchangeProcess.start(dataDir);
}

type Limits = { readonly mode: string; readonly limits: readonly Row[] };

async function limitOf(bucket: string): Promise<Row | undefined> {
  const { limits } = await get<Limits>("/rate-limits");
  return limits.find((limit) => limit["bucket"] === bucket);
}

it("every rate limit can be changed, and a changed one and the mode stay", async () => {
  const { limits } = await get<Limits>("/rate-limits");
  for (const { bucket, count, perMs } of limits) {
    await running.adminAnswer("PUT", "/rate-limits", { bucket, count, perMs });
  }
  const change = { bucket: "overall of a user", count: 77, perMs: 5_000 };
  await running.adminAnswer("PUT", "/rate-limits", change);
  await running.adminAnswer("PUT", "/rate-limits/mode", { mode: "exact" });
  await killAndStart();
  expect(await limitOf(change.bucket)).toMatchObject(change);
  expect((await get<Limits>("/rate-limits")).mode).toBe("exact");
  await running.adminAnswer("PUT", "/rate-limits/mode", { mode: "configured" });
  expect((await get<Limits>("/rate-limits")).mode).toBe("off");
});

it("thresholds of surveillance stay", async () => {
  const figures = await get<Readonly<Record<string, number>>>("/surveillance/figures");
  const [name = "", value = 0] = Object.entries(figures)[0] ?? [];
  await running.adminAnswer("PUT", "/surveillance/figures", { [name]: value + 1 });
  await killAndStart();
  expect(await get("/surveillance/figures")).toEqual({ ...figures, [name]: value + 1 });
});

it("a held index price stays until it is released, and then is not held again", async () => {
  const name = { realm: "live", category: "usdt_futures", symbol: "ETHUSDT" };
  const held = async (): Promise<Row | undefined> => {
    const rows = await get<Row[]>("/index-prices");
    return rows.find((row) => Object.entries(name).every(([key, value]) => row[key] === value));
  };
  const before = Number((await held())?.["price"]);
  const price = String(Math.round(before * 1.01));
  await running.adminAnswer("PUT", "/index-prices", { ...name, price });
  await killAndStart();
  expect(await held()).toMatchObject({ price, isHeld: true, isFresh: true });
  await running.adminAnswer("POST", "/index-prices/release", name);
  expect(await held()).toMatchObject({ isHeld: false });
});

it("a user stays frozen, a revoked key stays unknown, and a credit stays credited", async () => {
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", { kind: "unified" });
  const key = await running.adminAnswer<{ apiKey: string }>("POST", `/users/${uid}/keys`, {});
  await running.adminAnswer("PUT", `/users/${uid}/freeze`, { isFrozen: true });
  await running.adminAnswer("DELETE", `/users/${uid}/keys/${key.apiKey}`);
  const money = { wallet: "unified", coin: "USDT", amount: "25" };
  await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  await killAndStart();
  const { users } = await get<{ users: readonly Row[] }>("/users");
  expect(users.find((user) => user["uid"] === uid)).toMatchObject({ isFrozen: true, keys: 0 });
  const balances = await get<Row[]>(`/users/${uid}/balances`);
  expect(balances).toContainEqual(expect.objectContaining({ coin: "USDT", balance: "25" }));
});

const MONEY = { wallet: "spot", coin: "USDT", amount: "10000" } as const;
const COINS = { wallet: "spot", coin: "BTC", amount: "1" } as const;

async function newTrader(money: typeof MONEY | typeof COINS): Promise<Key> {
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", { kind: "classic" });
  await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  return running.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
}

it("a corrected trade stays corrected, and both sides keep what it moved", async () => {
  const [buying, selling] = [await newTrader(MONEY), await newTrader(COINS)];
  const order = { symbol: "BTCUSDT", orderType: "limit", force: "gtc", size: "0.1" } as const;
  const buyer = restV2(running.address, buying);
  const price = await indexText("BTCUSDT");
  await buyer.spotSubmitOrder({ ...order, side: "buy", price });
  await restV2(running.address, selling).spotSubmitOrder({ ...order, side: "sell", price });
  const tradeId = await eventually("the fill", async () => {
    const { data } = await buyer.getSpotFills({ symbol: "BTCUSDT" });
    return data[0]?.tradeId;
  });
  const fairPrice = String(Number(price) - 1_000);
  const correction = { symbol: "BTCUSDT", category: "spot", fairPrice, reference: "ticket 9" };
  await running.adminAnswer("POST", `/trades/${tradeId}/correction`, correction);
  const balances = (): Promise<Row[][]> =>
    Promise.all([buying, selling].map(({ uid }) => get<Row[]>(`/users/${uid}/balances`)));
  const before = await balances();
  await killAndStart();
  expect(await balances()).toEqual(before);
  const path = `/trades/${tradeId}?symbol=BTCUSDT&category=spot`;
  expect(await get<Row>(path)).toMatchObject({ isCorrected: true });
  const again = await running.admin("POST", `/trades/${tradeId}/correction`, correction);
  expect(await again.json()).toMatchObject({ error: { reason: "trade_not_correctable" } });
});

it("a refund stays counted, so that it is not paid twice", async () => {
  const money = { wallet: "usdt_futures", coin: "USDT", amount: "400" };
  const [key, other] = [await newTrader(MONEY), await newTrader(MONEY)];
  await running.adminAnswer("POST", `/users/${key.uid}/credits`, money);
  await running.adminAnswer("POST", `/users/${other.uid}/credits`, { ...money, amount: "90000" });
  const contract = { realm: "live", category: "usdt_futures", symbol: "BTCUSDT" };
  await running.adminAnswer("PUT", "/index-prices", { ...contract, price: "60000" });
  await running.adminAnswer("PUT", "/insurance-funds", { coin: "USDT", feeShare: "0" });
  const [alice, bob] = [restV2(running.address, key), restV2(running.address, other)];
  const order = { productType: "USDT-FUTURES", symbol: "BTCUSDT", marginCoin: "USDT" } as const;
  const terms = { ...order, size: "0.1", orderType: "limit", marginMode: "crossed" } as const;
  const gtc = { ...terms, force: "gtc" } as const;
  await bob.futuresSubmitOrder({ ...gtc, side: "sell", price: "60000" });
  await alice.futuresSubmitOrder({ ...gtc, side: "buy", price: "60000" });
  await bob.futuresSubmitOrder({ ...gtc, side: "buy", price: "56200" });
  await running.adminAnswer("PUT", "/index-prices", { ...contract, price: "56200" });
  const path = `/users/${key.uid}/refundable-liquidations`;
  const taken = await eventually("the surplus", async () => (await get<Row[]>(path))[0]);
  const { liquidationId, refundable } = taken as { liquidationId: string; refundable: string };
  const target = { liquidationId, wallet: "usdt_futures", coin: "USDT", amount: refundable };
  const refunds = `/users/${key.uid}/liquidation-refunds`;
  await running.adminAnswer("POST", refunds, target);
  await killAndStart();
  expect(await get<Row[]>(path)).toMatchObject([{ refunded: refundable, refundable: "0" }]);
  const again = await running.admin("POST", refunds, target);
  expect(await again.json()).toMatchObject({ error: { reason: "refund_too_large" } });
});

it("a credit that waits for a second person waits on, and is approved once", async () => {
  const { uid } = await newTrader(COINS);
  await running.adminAnswer("PUT", "/adjustment-rules", { fourEyesUsd: 1 });
  await running.adminAnswer("POST", `/users/${uid}/credits`, { ...MONEY, amount: "50" });
  const waiting = async (): Promise<Row[]> =>
    (await get<Row[]>("/adjustments")).filter((row) => row["uid"] === uid);
  const [proposed] = await waiting();
  await killAndStart();
  expect(await waiting()).toEqual([proposed]);
  const path = `/adjustments/${proposed?.["id"]}/decision`;
  const own = await running.admin("POST", path, { isApproved: true });
  expect(await own.json()).toMatchObject({ error: { reason: "adjustment_needs_another" } });
  await running.adminAnswer("POST", path, { isApproved: false });
  await killAndStart();
  expect(await waiting()).toEqual([]);
  expect(await get<{ fourEyesUsd: number }>("/adjustment-rules")).toEqual({ fourEyesUsd: 1 });
  await running.adminAnswer("PUT", "/adjustment-rules", { fourEyesUsd: 0 });
});
