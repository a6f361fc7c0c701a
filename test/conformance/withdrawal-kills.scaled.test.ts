/** Withdrawals and deposits of a process that is killed while they are on their way. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { sized } from "../support/sized.ts";
import { restV2 } from "./support/bitget-api-clients.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

/** Lives after which everything is awaited: a user has at most 20 open withdrawals. */
const SETTLED_EVERY = 3;
const KILLS = SETTLED_EVERY * sized({ quick: 1, deep: 5 });
const KILL_MS_MAX = 60_000;
const FUNDS = 100_000;
const SIZE = 20;
/** Requests before each kill; the last ones are not waited for. */
const PER_LIFE = 6;
const ADDRESS = "TElsewhere";
const SETTLED_MS_MAX = 40_000;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-withdraw-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

async function newUser(): Promise<Key & { readonly uid: string }> {
  const terms = { kind: "classic", realm: "live" };
  const { uid } = await running.adminAnswer<{ uid: string }>("POST", "/users", terms);
  const money = { wallet: "spot", coin: "USDT", amount: String(FUNDS) };
  await running.adminAnswer("POST", `/users/${uid}/credits`, money);
  const entry = { coin: "USDT", chain: "TRC20", address: ADDRESS };
  await running.adminAnswer("POST", `/users/${uid}/addresses`, entry);
  return { ...(await running.adminAnswer<Key>("POST", `/users/${uid}/keys`, {})), uid };
}

function withdraw(key: Key, clientOid: string): Promise<{ readonly orderId: string }> {
  const asked = { coin: "USDT", transferType: "on_chain", chain: "TRC20" } as const;
  const terms = { ...asked, address: ADDRESS, size: String(SIZE), clientOid };
  return restV2(running.address, key)
    .spotWithdraw(terms)
    .then(({ data }) => data);
}

/** Withdrawals of the user in all lives, newest first. */
async function recordsOf(key: Key) {
  const times = { startTime: String(Date.now() - 3_600_000), endTime: String(Date.now() + 1_000) };
  const client = restV2(running.address, key);
  return (await client.getSpotWithdrawalHistory({ ...times, limit: "100" })).data;
}

/** Amounts paid to the address on the chain, one for each transaction, by its last version. */
function paidOut(): readonly number[] {
  const lines = readFileSync(join(dataDir, "chains.jsonl"), "utf8").trim().split("\n");
  const sent = new Map<string, number>();
  for (const line of lines) {
    const { address, amount, height, id } = JSON.parse(line) as Record<string, string>;
    if (address === ADDRESS && Number(height) >= 0) sent.set(String(id), Number(amount));
  }
  return [...sent.values()];
}

it(
  `pays each withdrawal once and credits each deposit once, after ${KILLS} kills`,
  async () => {
    const key = await newUser();
    const ids = new Map<string, string>();
    let deposits = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const names = Array.from({ length: PER_LIFE }, (_, index) => `w-${kill}-${index}`);
      for (const name of names.slice(0, PER_LIFE / 2)) {
        ids.set(name, (await withdraw(key, name)).orderId);
      }
      const deposit = { coin: "USDT", chain: "TRC20", amount: "3" };
      await running.adminAnswer("POST", `/users/${key.uid}/deposits`, deposit);
      deposits += 1;
      const cutOff = names.slice(PER_LIFE / 2).map(async (name) => {
        ids.set(name, (await withdraw(key, name)).orderId);
      });
      // The first of them is acknowledged, the others are somewhere on their way.
      await Promise.race(cutOff);
      await running.kill();
      await Promise.allSettled(cutOff);
      running = await ExchangeProcess.start(dataDir);
      // What has no answer is asked again; what has one keeps its id.
      for (const name of names) {
        const { orderId } = await withdraw(key, name);
        expect(orderId).toBe(ids.get(name) ?? orderId);
        ids.set(name, orderId);
      }
      expect(await running.audit()).toMatchObject({ holds: true });
      const settled = async (): Promise<boolean> =>
        (await recordsOf(key)).every(({ status }) => status === "success");
      if (kill % SETTLED_EVERY !== 0) continue;
      await eventually("every withdrawal has ended", settled, SETTLED_MS_MAX);
    }
    const records = await recordsOf(key);
    expect(records.map(({ orderId }) => orderId).sort()).toEqual([...ids.values()].sort());
    expect(paidOut()).toEqual([...ids].map(() => SIZE - 1));
    const balance = async (): Promise<number> => {
      const { data } = await restV2(running.address, key).getSpotAccountAssets({ coin: "USDT" });
      return Number(data[0]?.available);
    };
    const left = FUNDS - SIZE * ids.size + 3 * deposits;
    await eventually("every deposit is credited", async () => (await balance()) === left);
    expect(await running.adminAnswer("GET", "/withdrawals")).toEqual([]);
    expect(await running.audit()).toMatchObject({ holds: true });
  },
  KILLS * KILL_MS_MAX,
);
