/** Conversions and countdowns of a process that is killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RestClientV2 } from "bitget-api";
import { afterAll, expect, it } from "vitest";
import { elementAt } from "../../src/core/base/list.ts";
import { eventually } from "../support/eventually.ts";
import { sized } from "../support/sized.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const KILLS = sized({ quick: 2, deep: 10 });
const KILL_MS_MAX = 30_000;
const TRADERS = 3;
/** Conversions that are acknowledged before each kill. */
const CONVERTED_PER_LIFE = 12;
const FUNDS = { BTC: 1, USDT: 10_000 } as const;
const COINS = ["BTC", "USDT"] as const;

type Coin = (typeof COINS)[number];

const dataDir = mkdtempSync(join(tmpdir(), "bourse-convert-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

async function newUser(kind: "classic" | "unified"): Promise<Key> {
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", {
    kind,
    realm: "live",
  });
  const wallet = kind === "classic" ? "spot" : "unified";
  for (const coin of COINS) {
    const money = { wallet, coin, amount: String(FUNDS[coin]) };
    await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  }
  return running.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
}

/** Conversions are quoted at index prices that are not too old. */
async function freshIndex(): Promise<void> {
  const market = { realm: "live", category: "spot", symbol: "BTCUSDT" };
  await running.adminAnswer("PUT", "/index-prices", { ...market, price: "50000" });
}

async function inventory(coin: Coin): Promise<number> {
  const rows = await running.adminAnswer<Record<string, unknown>[]>("GET", "/conversion-terms");
  const row = rows.find((one) => one["realm"] === "live" && one["coin"] === coin);
  return Number(row?.["inventory"]);
}

/** The body of an accepted quote. */
type Acceptance = Parameters<RestClientV2["convert"]>[0];

/** Converts to and fro until the process is gone; keeps what was acknowledged. */
async function convert(
  key: Key,
  life: { acknowledged: number },
  own: Acceptance[],
): Promise<never> {
  const client = restV2(running.address, key);
  for (let count = 0; ; count++) {
    const [fromCoin, toCoin, fromCoinSize] =
      count % 2 === 0 ? (["BTC", "USDT", "0.002"] as const) : (["USDT", "BTC", "100"] as const);
    const quote = await client.getConvertQuotedPrice({ fromCoin, toCoin, fromCoinSize });
    const { cnvtPrice, toCoinSize, traceId } = quote.data;
    const acceptance = { fromCoin, fromCoinSize, toCoin, toCoinSize, cnvtPrice, traceId };
    await client.convert(acceptance);
    own.push(acceptance);
    life.acknowledged += 1;
    if (life.acknowledged >= CONVERTED_PER_LIFE) await running.kill();
  }
}

interface Conversion {
  readonly id: string;
  readonly fromCoin: string;
  readonly fromCoinSize: string;
  readonly toCoin: string;
  readonly toCoinSize: string;
}

async function conversionsOf(key: Key): Promise<readonly Conversion[]> {
  const times = { startTime: String(Date.now() - 3_600_000), endTime: String(Date.now() + 1_000) };
  const { data } = await restV2(running.address, key).getConvertHistory({ ...times, limit: "100" });
  return data.dataList as readonly Conversion[];
}

/** What the records say that a user holds more of a coin than at first. */
function gained(records: readonly Conversion[], coin: Coin): number {
  return records.reduce((sum, { fromCoin, fromCoinSize, toCoin, toCoinSize }) => {
    const given = fromCoin === coin ? Number(fromCoinSize) : 0;
    return sum + (toCoin === coin ? Number(toCoinSize) : 0) - given;
  }, 0);
}

async function held(key: Key, coin: Coin): Promise<number> {
  const { data } = await restV2(running.address, key).getSpotAccountAssets({ coin });
  return Number(data[0]?.available ?? 0);
}

it(
  `has each conversion once, and its money on both sides, after ${KILLS} kills`,
  async () => {
    const keys: Key[] = [];
    for (let count = 0; count < TRADERS; count++) keys.push(await newUser("classic"));
    const acknowledged = keys.map((): Acceptance[] => []);
    const before = { BTC: await inventory("BTC"), USDT: await inventory("USDT") };
    for (let kill = 1; kill <= KILLS; kill++) {
      await freshIndex();
      const life = { acknowledged: 0 };
      const trading = keys.map((key, index) => convert(key, life, elementAt(acknowledged, index)));
      const ends = await Promise.allSettled(trading);
      expect(ends.every(({ status }) => status === "rejected")).toBe(true);
      expect(life.acknowledged).toBeGreaterThanOrEqual(CONVERTED_PER_LIFE);
      running = await ExchangeProcess.start(dataDir);
      for (const [index, key] of keys.entries()) {
        const own = elementAt(acknowledged, index);
        // An accepted quote converts once, also in another life of the exchange.
        const repeated = own.slice(-1).map((one) => restV2(running.address, key).convert(one));
        const outcomes = await Promise.allSettled(repeated);
        expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
      }
      expect(await running.audit()).toMatchObject({ holds: true });
      const records = await Promise.all(keys.map(conversionsOf));
      for (const [index, key] of keys.entries()) {
        const own = elementAt(records, index);
        const { length } = elementAt(acknowledged, index);
        // One may have been on its way at each kill.
        expect(own.length).toBeGreaterThanOrEqual(length);
        expect(own.length).toBeLessThanOrEqual(length + kill);
        for (const coin of COINS) {
          expect(await held(key, coin)).toBeCloseTo(FUNDS[coin] + gained(own, coin), 6);
        }
      }
      for (const coin of COINS) {
        expect(await inventory(coin)).toBeCloseTo(before[coin] - gained(records.flat(), coin), 6);
      }
    }
  },
  KILLS * KILL_MS_MAX,
);

it("ends a countdown that was set before the kill, and cancels what was open", async () => {
  const key = await newUser("unified");
  const client = restV3(running.address, key);
  const order = { category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" } as const;
  const terms = { ...order, qty: "0.001", price: "40000", timeInForce: "gtc" } as const;
  const { orderId } = (await client.submitNewOrder(terms)).data;
  await client.countdownCancelAll({ countdown: "5" });
  await running.kill();
  running = await ExchangeProcess.start(dataDir);
  const again = restV3(running.address, key);
  const isCancelled = async (): Promise<boolean> =>
    (await again.getOrderInfo({ orderId })).data.orderStatus === "cancelled";
  await eventually("the order is cancelled", isCancelled, 20_000);
  const later = (await again.submitNewOrder(terms)).data.orderId;
  expect((await again.getOrderInfo({ orderId: later })).data.orderStatus).toBe("new");
  expect(await running.audit()).toMatchObject({ holds: true });
}, 60_000);
