/** The key behind each order and transfer, from the journal: also deleted keys, after a kill. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyPrefixOf, keyStartOf } from "../../src/gateway/auth/api-keys.ts";
import type { Chapter } from "../../src/main/trace/story.ts";
import { eventually } from "../support/eventually.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { websocketApi } from "./support/bitget-api-sockets.ts";
import type { Key } from "./support/conformance-exchange.ts";
import { ExchangeProcess } from "./support/exchange-process.ts";

const run = promisify(execFile);
const CLI = new URL("../../cli/bourse.ts", import.meta.url).pathname;
const KILL_MS_MAX = 60_000;

const dataDir = mkdtempSync(join(tmpdir(), "bourse-order-keys-"));
let exchange = await ExchangeProcess.start(dataDir);
afterAll(async () => {
  await exchange.kill();
  rmSync(dataDir, { recursive: true });
});

type Source = Readonly<Record<"command" | "sender" | "apiKey" | "requestId" | "words", string>>;
type Found = { readonly placedBy: Source; readonly closedBy?: Source };

async function trace(text: string): Promise<Chapter[]> {
  const asked = [CLI, "trace", text, "--json", "--data-dir", dataDir];
  const { stdout } = await run(process.execPath, asked);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Chapter);
}

async function traceLines(text: string): Promise<string> {
  return (await run(process.execPath, [CLI, "trace", text, "--data-dir", dataDir])).stdout;
}

function order(orderId: string): Promise<Found> {
  return exchange.adminAnswer<Found>("GET", `/orders/${orderId}`);
}

async function newUser(user: { kind: string; parentUid?: string }): Promise<string> {
  const terms = { realm: "live", ...user };
  return (await exchange.adminAnswer<{ uid: string }>("POST", "/users", terms)).uid;
}

function newKey(uid: string): Promise<Key> {
  return exchange.adminAnswer<Key>("POST", `/users/${uid}/keys`, {});
}

const SPOT = { symbol: "BTCUSDT", side: "buy", orderType: "limit", price: "30000" } as const;

async function spotOrder(key: Key): Promise<string> {
  const terms = { ...SPOT, force: "gtc", size: "0.01" } as const;
  return (await restV2(exchange.address, key).spotSubmitOrder(terms)).data.orderId;
}

let classic: readonly [Key, Key];
let unified: readonly [Key, Key];
let subAccount: Key;
let byRest: readonly [string, string];
let bySocket = "";
let bySubAccount = "";
let byOperator = "";
let transferId = "";

async function placeOrders(): Promise<void> {
  const { address } = exchange;
  byRest = [await spotOrder(classic[0]), await spotOrder(classic[1])];
  const socket = websocketApi(address, unified[1]);
  const terms = { ...SPOT, category: "SPOT", qty: "0.01", timeInForce: "gtc" } as const;
  const placed = await socket.submitNewOrder("spot", terms);
  bySocket = String(placed.args[0]?.orderId);
  socket.getWSClient().closeAll(true);
  bySubAccount = (await restV3(address, subAccount).submitNewOrder(terms)).data.orderId;
  byOperator = await spotOrder(classic[0]);
  await exchange.adminAnswer("POST", `/users/${classic[0].uid}/cancel-orders`, {});
}

beforeAll(async () => {
  const classicUid = await newUser({ kind: "classic" });
  const unifiedUid = await newUser({ kind: "unified" });
  const subUid = await newUser({ kind: "unified", parentUid: unifiedUid });
  for (const [uid, wallet] of [
    [classicUid, "spot"],
    [unifiedUid, "unified"],
    [subUid, "unified"],
  ]) {
    const money = { wallet, coin: "USDT", amount: "10000" };
    await exchange.adminAnswer("POST", `/users/${uid}/credits`, money);
  }
  classic = [await newKey(classicUid), await newKey(classicUid)];
  unified = [await newKey(unifiedUid), await newKey(unifiedUid)];
  subAccount = await newKey(subUid);
  await placeOrders();
  const transfer = await restV3(exchange.address, unified[0]).subAccountTransfer({
    ...{ fromType: "uta", toType: "uta", amount: "5", coin: "USDT", clientOid: "t-1" },
    ...{ fromUserId: subUid, toUserId: unifiedUid },
  });
  transferId = transfer.data.transferId;
});

function expectKeys(): void {
  it("an order by REST names the one of two keys that signed it", async () => {
    for (const [index, orderId] of byRest.entries()) {
      const apiKey = classic[index]?.apiKey;
      expect((await trace(orderId))[0]).toMatchObject({ command: "place_order", apiKey });
      const { placedBy } = await order(orderId);
      expect(placedBy).toMatchObject({ command: "place_order", sender: "key", apiKey });
      expect(placedBy.requestId).not.toBe("");
    }
  });

  it("an order over WebSocket names the key of the login", async () => {
    const { apiKey } = unified[1];
    expect((await trace(bySocket))[0]).toMatchObject({ sender: "key", apiKey });
    expect((await order(bySocket)).placedBy).toMatchObject({ sender: "key", apiKey });
  });

  it("an order of a sub-account names the key of the sub-account", async () => {
    const { apiKey } = subAccount;
    expect((await trace(bySubAccount))[0]).toMatchObject({ uid: subAccount.uid, apiKey });
    expect((await order(bySubAccount)).placedBy).toMatchObject({ sender: "key", apiKey });
  });

  it("a transfer out of a sub-account names the key of the main account that asked", async () => {
    expect((await trace(transferId))[0]).toMatchObject({
      ...{ command: "transfer", sender: "key", apiKey: unified[0].apiKey },
    });
  });

  it("an order that the operator cancelled has a key at its beginning and none at its end", async () => {
    const [placed, cancelled] = await trace(byOperator);
    expect(placed?.apiKey).toBe(classic[0].apiKey);
    expect(cancelled).toMatchObject({ sender: "operator", actor: "root", apiKey: "" });
    expect((await order(byOperator)).closedBy).toMatchObject({
      ...{ command: "cancel_all_of_user", sender: "operator", apiKey: "" },
      words: "Without a key: an act of the operator.",
    });
  });
}

describe("while all keys exist", () => {
  expectKeys();

  it("lines for people say it too", async () => {
    const lines = await traceLines(byOperator);
    expect(lines).toContain(`key=${classic[0].apiKey}`);
    expect(lines).toContain("key=none (an act of the operator)");
    expect(await traceLines("1")).toMatch(/key=none \(the exchange itself/);
    for (const { secret, passphrase } of [...classic, ...unified]) {
      expect(lines).not.toContain(secret);
      expect(lines).not.toContain(passphrase);
    }
  });
});

describe("after a kill", () => {
  beforeAll(async () => {
    await exchange.kill();
    exchange = await ExchangeProcess.start(dataDir);
    await eventually("the history", () => order(bySocket).catch(() => undefined));
  }, KILL_MS_MAX);
  expectKeys();
});

describe("after its deletion", () => {
  beforeAll(async () => {
    const [, { apiKey, uid }] = classic;
    await exchange.adminAnswer("DELETE", `/users/${uid}/keys/${apiKey}`);
    await exchange.kill();
    exchange = await ExchangeProcess.start(dataDir);
  }, KILL_MS_MAX);

  it("a key is named in full by the trace, and by its beginning with the order", async () => {
    const { apiKey } = classic[1];
    expect((await trace(byRest[1]))[0]).toMatchObject({ sender: "key", apiKey });
    expect((await order(byRest[1])).placedBy).toMatchObject({
      sender: "key",
      apiKey: `${keyStartOf(keyPrefixOf(apiKey))}…`,
      words: "Signed with a key that was deleted since: `bourse trace` names it in full.",
    });
    expect((await order(byRest[0])).placedBy.apiKey).toBe(classic[0].apiKey);
  });
});
