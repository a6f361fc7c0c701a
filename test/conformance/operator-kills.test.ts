/** What the operator has set is in force again after the process is killed and started again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ExchangeProcess } from "./support/exchange-process.ts";

type Row = Readonly<Record<string, unknown>>;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-operator-"));
let running = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await running.kill();
  rmSync(dataDir, { recursive: true });
});

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
