/** Peer-to-peer trading of a process that is killed: escrow and ends of orders are whole. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RestClientV3 } from "bitget-api";
import { afterAll, expect, it } from "vitest";
import { sized } from "../support/sized.ts";
import { restV3 } from "./support/bitget-api-clients.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const KILLS = sized({ quick: 2, deep: 15 });
const KILL_MS_MAX = 30_000;
const TAKERS = 4;
/** Orders that are acknowledged as completed before each kill. */
const RELEASED_PER_LIFE = 12;
const FUNDS = 100_000;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-p2p-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

async function newUser(): Promise<Key> {
  const user = { kind: "unified", realm: "live" };
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", user);
  const money = { wallet: "funding", coin: "USDT", amount: String(FUNDS) };
  await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  return running.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
}

async function post<T>(client: RestClientV3, path: string, body: object): Promise<T> {
  return (await client.postPrivate(`/api/v3/p2p/${path}`, body)).data as T;
}

const merchantKey = await newUser();
const takerKeys = await Promise.all(Array.from({ length: TAKERS }, newUser));
const keys = [merchantKey, ...takerKeys];
const merchant = { level: "master", nickName: "Honest Trader" };
await running.adminAnswer("PUT", `/users/${merchantKey.uid}/merchant`, merchant);

const connected = (key: Key): RestClientV3 => restV3(running.address, key);

async function sellAd(): Promise<string> {
  const seller = connected(merchantKey);
  const account = { payMethodId: "1", payMethodUserName: "J. Doe", account: "DE00 1234" };
  const added = await post<{ userPayMethodId: string }>(seller, "pay-method-add", account);
  const { data } = await seller.createP2pAd({
    ...{ token: "USDT", fiat: "EUR", side: "sell", priceType: "fixed", price: "0.95" },
    ...{ payTimeLimit: "15", minAmount: "10", maxAmount: "1000", quantity: "10000" },
    payMethodIds: [{ payMethodId: "1", userPayMethodId: added.userPayMethodId }],
  });
  return data.advId;
}

/** What was acknowledged: ids of orders by what is known of them. */
type Acknowledged = { readonly released: string[]; readonly cancelled: string[] };

/** Orders, pays and has released, or cancels each third order, until the process is gone. */
async function trade(key: Key, advId: string, acknowledged: Acknowledged): Promise<never> {
  const [buyer, seller] = [connected(key), connected(merchantKey)];
  const { data } = await buyer.getP2pPendingOrders();
  for (const { orderId, status } of data.items) {
    // What the kill before left open.
    if (status === "pending_payment") await buyer.confirmP2pOrderPayment({ orderId });
    await seller.releaseP2pOrderAsset({ orderId });
  }
  for (let count = 1; ; count++) {
    const order = { advId, price: "0.95", amount: "19" };
    const { orderId } = await post<{ orderId: string }>(buyer, "order-create", order);
    if (count % 3 === 0) {
      await post(buyer, "order-cancel", { orderId });
      acknowledged.cancelled.push(orderId);
    } else {
      await buyer.confirmP2pOrderPayment({ orderId });
      await seller.releaseP2pOrderAsset({ orderId });
      acknowledged.released.push(orderId);
    }
    if (acknowledged.released.length >= RELEASED_PER_LIFE) await running.kill();
  }
}

async function held(key: Key): Promise<number> {
  const { data } = await connected(key).getP2pBalance({ token: "USDT" });
  return Number(data.availableBalance) + Number(data.frozenBalance);
}

async function statusOf(key: Key, orderId: string): Promise<string> {
  return (await connected(key).getP2pOrderInfo({ orderId })).data.status;
}

it(
  `has the escrow whole and each order ended once after ${KILLS} kills`,
  async () => {
    const advId = await sellAd();
    for (let kill = 0; kill < KILLS; kill++) {
      const acknowledged: Acknowledged = { released: [], cancelled: [] };
      const ends = await Promise.allSettled(
        takerKeys.map((key) => trade(key, advId, acknowledged)),
      );
      expect(ends.every(({ status }) => status === "rejected")).toBe(true);
      expect(acknowledged.released.length).toBeGreaterThanOrEqual(RELEASED_PER_LIFE);
      running = await ExchangeProcess.start(dataDir);
      expect(await running.audit()).toMatchObject({ holds: true });
      for (const id of acknowledged.released) {
        expect(await statusOf(merchantKey, id)).toBe("completed");
      }
      for (const id of acknowledged.cancelled) {
        expect(await statusOf(merchantKey, id)).toBe("cancelled");
      }
      const all = await Promise.all(keys.map(held));
      expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(keys.length * FUNDS, 6);
    }
    const { data } = await connected(merchantKey).getP2pAdInfo({ advId });
    const bought = (await Promise.all(takerKeys.map(held))).map((one) => one - FUNDS);
    expect(Number(data.soldAmount)).toBeCloseTo(
      bought.reduce((sum, one) => sum + one, 0),
      6,
    );
  },
  KILLS * KILL_MS_MAX,
);
