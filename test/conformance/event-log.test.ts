/** The log of a running exchange: events of users with their seq, and no secrets. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { adminRequest } from "../support/admin-request.ts";
import { eventually } from "../support/eventually.ts";
import { signedHeaders } from "../support/signed-headers.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { type Key, openExchange } from "./support/conformance-exchange.ts";
import { USDC_PERPETUAL } from "./support/products.ts";

type Line = Readonly<Record<string, unknown>> & { readonly level: string; readonly event: string };

const written: string[] = [];
const output = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written.push(chunk.toString("utf8"));
    done();
  },
});
const formatters = { level: (level: string) => ({ level }) };
const log = pino({ level: "debug", base: null, formatters }, output);
const exchange = await openExchange({ log });
const { marginCoin, productType, symbol } = USDC_PERPETUAL;
const category = "USDC-FUTURES";
const CONTRACT = { productType, symbol, marginCoin };
const BTC = { realm: "live", category: "usdc_futures", symbol } as const;
const OPENING = { price: "60000", size: "0.1" } as const;
const ELSEWHERE = "TElsewhere";
const ORDER_PATH = "/api/v2/spot/trade/place-order";

const person = (name: string, kind: "classic" | "unified"): Promise<Key> =>
  exchange.newUser(
    { kind, name },
    { wallet: kind === "classic" ? "usdc_futures" : "unified", coin: marginCoin, amount: "400" },
  );
const alice = await person("alice", "classic");
const bob = await person("bob", "unified");
const payer = await exchange.newUser(
  { kind: "classic", name: "payer" },
  { wallet: "spot", coin: "USDT", amount: "1000" },
);
/** Passphrases, secrets and tokens that the test uses or was given. */
const secrets = new Set<string>();

function lines(event: string): Line[] {
  const all = written.map((text) => JSON.parse(text) as Line);
  return all.filter((line) => line.event === event);
}

/** The lines of an event, once there are as many. */
const awaited = (event: string, count = 1): Promise<Line[]> =>
  eventually(`a line ${event}`, () => {
    const found = lines(event);
    return found.length >= count ? found : undefined;
  });

/** Waits until the metrics, which are kept for a moment, have this count of refusals. */
const counted = (reason: string, count: number): Promise<unknown> =>
  eventually(`${count} refusals for ${reason}`, async () => {
    const metrics = await (await fetch(`${exchange.baseUrl}/metrics`)).text();
    const line = `bourse_refused_signatures_total{reason="${reason}"} ${count}\n`;
    return metrics.includes(line) ? true : undefined;
  });

type Sent = { readonly headers?: Record<string, string>; readonly body?: object };

/** Posts an order of a user with these headers beside or instead of the signed ones. */
async function post(key: Key, { body = {}, headers = {} }: Sent): Promise<Response> {
  const text = JSON.stringify(body);
  const signed = signedHeaders(key, { method: "POST", path: ORDER_PATH, body: text });
  const sign = signed["access-sign"];
  if (sign !== undefined) secrets.add(sign);
  const method = "POST";
  return fetch(exchange.baseUrl + ORDER_PATH, {
    ...{ method, body: text },
    headers: { ...signed, ...headers },
  });
}

beforeAll(async () => {
  for (const { passphrase, secret } of [...exchange.credentials.users, alice, bob, payer]) {
    secrets.add(passphrase);
    secrets.add(secret);
  }
  secrets.add(exchange.credentials.admin.token);
  // The fund may lose one coin an hour with the contract, and takes no fees.
  await exchange.admin("PUT", "/loss-limits", { ...BTC, fundDrawMax: "1" });
  await exchange.admin("PUT", "/insurance-funds", { coin: marginCoin, feeShare: "0" });
  await restV3(exchange, bob).submitNewOrder({
    ...{ category, symbol, side: "sell", orderType: "limit" },
    ...{ timeInForce: "gtc", price: OPENING.price, qty: OPENING.size },
  });
  await restV2(exchange, alice).futuresSubmitOrder({
    ...{ ...CONTRACT, ...OPENING, side: "buy", orderType: "limit" },
    ...{ marginMode: "crossed", force: "gtc" },
  });
});

describe("the log", () => {
  it("tells a liquidation: the position, the price, the loss, and the other side", async () => {
    await exchange.setIndexPrice(BTC, "55000");
    const [ended] = await awaited("liquidation_ended");
    const id = ended?.["liquidationId"];
    const market = { symbol, category: "usdc_futures", realm: "live" };
    // The mark price is still a little above the index.
    const markPrice = expect.stringMatching(/^550\d\d/);
    const equity = expect.stringMatching(/^-10[23]\./);
    const position = { ...market, size: "0.1", price: "56069.7", markPrice };
    const common = { level: "warn", seq: expect.any(Number), liquidationId: id };
    expect(lines("liquidation_started")).toMatchObject([
      { ...common, uid: alice.uid, scope: "crossed", coin: marginCoin, equity },
    ]);
    // 0.1 × (56,069.7 − 60,000) is lost to bob.
    expect(lines("position_liquidated")).toMatchObject([
      { ...common, ...position, uid: alice.uid, side: "long", realisedPnl: "-393.03" },
    ]);
    expect(lines("position_deleveraged")).toMatchObject([
      {
        ...{ ...common, ...position, uid: bob.uid, counterpartyUid: alice.uid },
        ...{ side: "short", realisedPnl: "393.03", coin: marginCoin },
      },
    ]);
    const surplus = { uid: alice.uid, amount: "0.005818", fundBalance: "1000000.005818" };
    expect(lines("insurance_fund_received")).toMatchObject([surplus]);
    const { seq } = await exchange.admin<{ seq: number }>("GET", "/audit");
    expect(ended?.["seq"]).toBeLessThanOrEqual(seq);
  });

  it("tells every step of a withdrawal once", async () => {
    const entry = { coin: "USDT", chain: "TRC20", address: ELSEWHERE, label: "home" };
    await exchange.admin("POST", `/users/${payer.uid}/addresses`, entry);
    const asked = { coin: "USDT", transferType: "on_chain", address: ELSEWHERE } as const;
    await restV2(exchange, payer).spotWithdraw({ ...asked, chain: "trc20", size: "50" });
    const done = await eventually("a confirmed withdrawal", () => {
      const found = lines("withdrawal_changed");
      return found.some(({ status }) => status === "confirmed") ? found : undefined;
    });
    const statuses = done.map(({ status }) => status);
    expect(statuses).toEqual([...new Set(statuses)]);
    expect(statuses).toEqual(["approved", "signed", "broadcast", "confirmed"]);
    const of = { uid: payer.uid, coin: "USDT", amount: "50", fee: "1" };
    for (const line of done) expect(line).toMatchObject(of);
    expect(done.map(({ isRequest }) => isRequest)).toEqual([true, false, false, false]);
    expect(done.at(-1)?.["transactionId"]).toMatch(/./);
  });

  it("tells refused signatures by reason, with the start of the key", async () => {
    const refusals = {
      signature: { "access-sign": "d3Jvbmc=" },
      passphrase: { "access-passphrase": "not-this-one" },
      timestamp: { "access-timestamp": "1" },
      unknown_key: { "access-key": `bg_${"0".repeat(32)}` },
      missing_header: { "access-passphrase": "" },
    };
    secrets.add("not-this-one");
    for (const headers of Object.values(refusals)) {
      expect((await post(payer, { headers })).status).toBe(400);
      await post(payer, { headers });
    }
    const shown = { level: "warn", address: "127.0.0.1", key: `${payer.apiKey.slice(0, 11)}…` };
    const reasons = Object.keys(refusals);
    const expected = reasons.map((reason) => {
      return reason === "unknown_key"
        ? { ...shown, reason, key: "bg_00000000…" }
        : { ...shown, reason };
    });
    expect(lines("signature_refused")).toMatchObject(expected);
    for (const reason of reasons) await counted(reason, 2);
  });

  it("counts logins on WebSocket too", async () => {
    const socket = new WebSocket(`${exchange.socketUrl}/v2/ws/private`);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.once("open", () => {
      const { apiKey, passphrase } = payer;
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const args = [{ apiKey, passphrase, timestamp, sign: "d3Jvbmc=" }];
      socket.send(JSON.stringify({ op: "login", args }));
    });
    await closed;
    await counted("signature", 3);
  });

  it("tells halts, reviews, keys and a wrong token", async () => {
    const halted = { ...BTC, symbol: "ETHPERP" };
    const answer = await adminRequest(exchange.credentials, "POST", "/instruments/halt", halted);
    expect(answer.status).toBe(200);
    const [line] = await awaited("instrument_status_changed");
    expect(line).toMatchObject({ level: "warn", symbol: "ETHPERP", status: "halted" });
    expect(String(line?.["seq"])).toBe(answer.headers.get("x-bourse-seq"));
    expect(answer.headers.get("x-request-id")).toMatch(/^[a-z0-9]+-[a-z0-9]+$/);
    await exchange.admin("POST", `/users/${payer.uid}/keys`, {});
    expect((await awaited("key_changed", 4)).at(-1)).toMatchObject({
      ...{ level: "info", uid: payer.uid, change: "created" },
      key: expect.stringMatching(/^bg_[0-9a-f]{8}…$/),
    });
    const wrong = { ...exchange.credentials, admin: { token: "a-wrong-token" } };
    secrets.add("a-wrong-token");
    const refused = await adminRequest(wrong, "GET", "/audit");
    expect([refused.status, refused.headers.has("x-request-id")]).toEqual([401, true]);
    expect(lines("wrong_admin_token")).toMatchObject([{ level: "warn", address: "127.0.0.1" }]);
  });

  it("is joined with requests by their ids and seqs", async () => {
    const body = {
      ...{ symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" },
      ...{ price: "59000", size: "0.001" },
    };
    const placed = await post(payer, { body, headers: { "x-request-id": "proxy:1" } });
    expect([placed.status, placed.headers.get("x-request-id")]).toEqual([200, "proxy:1"]);
    const seq = Number(placed.headers.get("x-bourse-seq"));
    const { data } = (await placed.json()) as { data: { orderId: string } };
    // The id of an order contains the seq of its command.
    expect(Math.floor(Number(BigInt(data.orderId) - 10n ** 18n) / 1_024)).toBe(seq);
    for (const path of ["/health/live", "/health/ready", "/metrics", "/docs", "/nowhere"]) {
      const headers = { "x-request-id": "proxy:2" };
      const response = await fetch(exchange.baseUrl + path, { headers });
      expect([path, response.headers.get("x-request-id")]).toEqual([path, "proxy:2"]);
      expect(response.headers.has("x-bourse-seq")).toBe(false);
    }
  });

  it("contains no secret", () => {
    const all = written.join("");
    expect(secrets.size).toBeGreaterThan(15);
    expect([...secrets].filter((secret) => all.includes(secret))).toEqual([]);
    for (const { apiKey } of [...exchange.credentials.users, alice, bob, payer]) {
      expect(all).not.toContain(apiKey);
    }
  });

  it("has one JSON object per line, with a level and an event", () => {
    for (const text of written) {
      expect(text).toMatch(/^\{.*\}\n$/);
      expect(JSON.parse(text)).toMatchObject({
        level: expect.any(String),
        event: expect.any(String),
      });
    }
  });
});
