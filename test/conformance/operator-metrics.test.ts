/** Metrics of money and load, compared with what the interfaces tell of the same exchange. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { adminRequest } from "../support/admin-request.ts";
import { documentedMetrics } from "../support/documented-metrics.ts";
import { eventually } from "../support/eventually.ts";
import { figureOf, type MetricsPage, scrape } from "../support/metrics-page.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { restV2, restV3 } from "./support/bitget-api-clients.ts";
import { closeAtEnd, type Key, openExchange } from "./support/conformance-exchange.ts";
import { openCounterparty } from "./support/counterparty.ts";
import { USDC_PERPETUAL } from "./support/products.ts";

type Row = Readonly<Record<string, string>>;

const dataDir = temporaryDirectory("metrics");
// Runs after the exchange has stopped: the hook that was registered last runs first.
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const exchange = await openExchange({ dataDir });
const { marginCoin, productType, symbol } = USDC_PERPETUAL;
const category = "USDC-FUTURES";
const BTC = { realm: "live", category: "usdc_futures", symbol } as const;
const CONTRACT = { productType, symbol, marginCoin };
const OPENING = { price: "60000", size: "0.1" } as const;

const person = (name: string, kind: "classic" | "unified"): Promise<Key> =>
  exchange.newUser(
    { kind, name },
    { wallet: kind === "classic" ? "usdc_futures" : "unified", coin: marginCoin, amount: "400" },
  );
const alice = await person("alice", "classic");
const bob = await person("bob", "unified");

/** Waits until a page, which is kept for a moment, satisfies an expectation. */
function onPage(awaited: string, check: (page: MetricsPage) => void): Promise<unknown> {
  return eventually(awaited, async () => {
    check(await scrape(exchange));
    return true;
  });
}

/** Waits until a series has a value. */
function becomes(value: number, name: string, labels: Row = {}): Promise<unknown> {
  return onPage(`${name} ${value}`, (page) => expect(figureOf(page, name, labels)).toBe(value));
}

beforeAll(async () => {
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

describe("metrics of money", () => {
  it("have the open interest of the public interface, and its value", async () => {
    await becomes(0.1, "bourse_open_interest_size", BTC);
    const page = await scrape(exchange);
    for (const words of ["USDT-FUTURES", "USDC-FUTURES", "COIN-FUTURES"] as const) {
      const url = `${exchange.baseUrl}/api/v3/market/open-interest?category=${words}`;
      const { data } = (await (await fetch(url)).json()) as { data: { list: Row[] } };
      expect(data.list.length).toBeGreaterThan(0);
      for (const row of data.list) {
        const of = { realm: "live", symbol: row["symbol"] ?? "" };
        const labels = { ...of, category: words.toLowerCase().replace("-", "_") };
        const size = figureOf(page, "bourse_open_interest_size", labels);
        expect([row["symbol"], size]).toEqual([row["symbol"], Number(row["openInterest"])]);
      }
    }
    expect(figureOf(page, "bourse_open_interest_usd", BTC)).toBeCloseTo(6_000, -2);
  });

  it("have the balances of insurance funds and pools of the admin interface", async () => {
    const endowed = { fund: "lending_pool", coin: "ETH", amount: "12.5" };
    await exchange.admin("POST", "/endowments", endowed);
    const funds = await exchange.admin<Row[]>("GET", "/insurance-funds");
    const pools = await exchange.admin<Row[]>("GET", "/lending-pools");
    expect(funds.some(({ balance }) => balance !== "0")).toBe(true);
    await onPage("the balances", (page) => {
      const shown = (name: string, { coin = "", realm = "" }: Row) =>
        figureOf(page, `bourse_${name}`, { realm, coin });
      for (const row of funds) {
        expect(shown("insurance_fund_balance", row)).toBe(Number(row["balance"]));
      }
      for (const row of pools) {
        expect(shown("lending_pool_funds", row)).toBe(Number(row["funds"]));
        expect(shown("lending_pool_available", row)).toBe(Number(row["funds"]));
        expect(shown("lending_pool_lent", row)).toBe(0);
      }
    });
  });

  it("show what is lent, and the debt", async () => {
    const maker = await openCounterparty(exchange);
    const money = { wallet: "unified", coin: "USDT", amount: "30000" } as const;
    const key = await exchange.newUser({ kind: "unified", name: "borrower" }, money);
    await maker.spot("BTCUSDT", { side: "sell", size: "1", price: "60000" });
    await restV3(exchange, key).submitNewOrder({
      ...{ category: "MARGIN", symbol: "BTCUSDT", side: "buy", orderType: "limit" },
      ...{ price: "60000", qty: "1", timeInForce: "ioc" },
    });
    const labels = { realm: "live", coin: "USDT" };
    await onPage("a debt of 30,000 USDT", (page) => {
      expect(figureOf(page, "bourse_debts", { ...labels, kind: "unified" })).toBe(30_000);
      expect(figureOf(page, "bourse_lending_pool_lent", labels)).toBe(30_000);
      const funds = figureOf(page, "bourse_lending_pool_funds", labels) ?? 0;
      expect(figureOf(page, "bourse_lending_pool_available", labels)).toBe(funds - 30_000);
    });
  });

  it("count a liquidation and the deleveraging that ends it, once each", async () => {
    const of = { owner: "user" };
    const before = await scrape(exchange);
    const product = { product: "usdc_futures" };
    expect(figureOf(before, "bourse_liquidations_total", { ...of, ...product })).toBe(0);
    await exchange.setIndexPrice(BTC, "55000");
    await becomes(1, "bourse_liquidations_total", { ...of, ...product });
    await becomes(1, "bourse_deleveragings_total", { ...of, category: "usdc_futures" });
    await becomes(0, "bourse_open_interest_size", BTC);
    const funds = await exchange.admin<Row[]>("GET", "/insurance-funds");
    const fund = funds.find(({ coin, realm }) => coin === marginCoin && realm === "live");
    const labels = { realm: "live", coin: marginCoin };
    await becomes(Number(fund?.["balance"]), "bourse_insurance_fund_balance", labels);
  });
});

describe("metrics of markets", () => {
  it("count a rejected order under its reason", async () => {
    const order = { category: "SPOT", symbol: "BTCUSDT", side: "buy", orderType: "limit" } as const;
    const poor = await exchange.newUser(
      { kind: "unified", name: "poor" },
      { wallet: "unified", coin: "USDT", amount: "1" },
    );
    await restV3(exchange, poor)
      .submitNewOrder({ ...order, price: "60000", qty: "1", timeInForce: "gtc" })
      .catch(() => undefined);
    const labels = { subject: "order", reason: "insufficient_available", owner: "user" };
    await becomes(1, "bourse_rejections_total", labels);
  });

  it("count halts, and instruments by status", async () => {
    const halted = { realm: "live", category: "usdc_futures", symbol: "ETHPERP" };
    const of = { realm: "live", category: "usdc_futures" };
    const page = await scrape(exchange);
    const online = figureOf(page, "bourse_instruments", { ...of, status: "online" }) ?? 0;
    expect(online).toBeGreaterThan(1);
    await exchange.admin("POST", "/instruments/halt", halted);
    await becomes(1, "bourse_instruments", { ...of, status: "halted" });
    await becomes(online - 1, "bourse_instruments", { ...of, status: "online" });
    await becomes(1, "bourse_trading_halts_total", { category: "usdc_futures" });
    await exchange.admin("POST", "/instruments/resume", halted);
    await becomes(0, "bourse_instruments", { ...of, status: "halted" });
  });

  it("have the age of index and mark prices", async () => {
    await exchange.setIndexPrice(BTC, "55000");
    await onPage("a young price", (page) => {
      expect(figureOf(page, "bourse_index_price_age_seconds", BTC)).toBeLessThan(60);
      expect(figureOf(page, "bourse_mark_price_age_seconds", BTC)).toBeLessThan(60);
    });
    const of = { realm: "live", category: "usdt_futures", symbol: "ETHUSDT" };
    const age = figureOf(await scrape(exchange), "bourse_index_price_age_seconds", of) ?? 0;
    await onPage("an older price", (page) => {
      expect(figureOf(page, "bourse_index_price_age_seconds", of)).toBeGreaterThan(age);
    });
  });
});

describe("metrics of the operation", () => {
  it("have the verdict and the age of the last audit", async () => {
    expect(figureOf(await scrape(exchange), "bourse_audit_holds")).toBeUndefined();
    await exchange.admin("GET", "/audit");
    await onPage("the verdict", (page) => {
      expect(figureOf(page, "bourse_audit_holds")).toBe(1);
      expect(figureOf(page, "bourse_audit_age_seconds")).toBeLessThan(30);
    });
  });

  it("count admin acts by endpoint and result", async () => {
    const endpoint = "PUT /users/:uid/review";
    const path = `/users/${alice.uid}/review`;
    await exchange.admin("PUT", path, { isHeld: true });
    await adminRequest(exchange.credentials, "PUT", path, { isHeld: "yes" });
    await becomes(1, "bourse_admin_acts_total", { endpoint, status: "200" });
    await becomes(1, "bourse_admin_acts_total", { endpoint, status: "400" });
    await exchange.admin("PUT", path, { isHeld: false });
    await becomes(2, "bourse_admin_acts_total", { endpoint, status: "200" });
  });

  it("count commands, batches and bytes of the journal", async () => {
    // The page is rendered in several turns: a batch may come between two of its metrics.
    await onPage("a page without a batch in between", (page) => {
      const batches = figureOf(page, "bourse_journal_flush_seconds_count") ?? 0;
      const commands = figureOf(page, "bourse_journal_batch_commands_sum") ?? 0;
      expect(batches).toBeGreaterThan(0);
      expect(figureOf(page, "bourse_journal_batch_commands_count")).toBe(batches);
      expect(commands).toBeGreaterThanOrEqual(batches);
      expect(commands).toBeLessThanOrEqual(figureOf(page, "bourse_applied_seq") ?? 0);
      expect(figureOf(page, "bourse_journal_written_bytes_total")).toBeGreaterThan(commands);
      expect(figureOf(page, "bourse_journal_written_bytes_per_hour")).toBeGreaterThan(0);
      const refusals = { reason: "overloaded" };
      expect(figureOf(page, "bourse_sequencer_refusals_total", refusals)).toBe(0);
    });
  });

  it("count connections, subscriptions and messages of WebSockets", async () => {
    const before = await scrape(exchange);
    const sent = figureOf(before, "bourse_websocket_messages_sent_total") ?? 0;
    const socket = new WebSocket(`${exchange.socketUrl}/v3/ws/public`);
    closeAtEnd(() => socket.terminate());
    const args = ["BTCUSDT", "ETHUSDT"].map((pair) => {
      return { instType: "spot", topic: "ticker", symbol: pair };
    });
    socket.once("open", () => socket.send(JSON.stringify({ op: "subscribe", args })));
    await becomes(2, "bourse_websocket_subscriptions");
    await becomes(1, "bourse_websocket_connections");
    await onPage("messages", (page) => {
      const now = figureOf(page, "bourse_websocket_messages_sent_total");
      expect(now).toBeGreaterThanOrEqual(sent + 4);
    });
    socket.close();
    await becomes(0, "bourse_websocket_subscriptions");
  });

  it("have the sizes of the files and the room on the disk", async () => {
    await onPage("the sizes", (page) => {
      // A segment is preallocated.
      expect(figureOf(page, "bourse_data_bytes", { part: "journal" })).toBeGreaterThan(1_000_000);
      const free = figureOf(page, "bourse_data_disk_free_bytes") ?? 0;
      expect(free).toBeGreaterThan(0);
      expect(figureOf(page, "bourse_data_disk_size_bytes")).toBeGreaterThan(free);
    });
  });

  it("name the build", async () => {
    const page = await scrape(exchange);
    const node = process.versions.node;
    expect(figureOf(page, "bourse_build_info", { node })).toBe(1);
  });
});

/** Counters that nothing on this exchange raises; `event-counts.test.ts` does. */
const NOT_RAISED = [
  "bourse_insurance_fund_paid_total",
  "bourse_insurance_fund_backstopped_total",
  "bourse_lending_pool_written_off_total",
];

describe("docs/metrics.md", () => {
  const documented = documentedMetrics();
  const partsOf = (name: string, type: string): string[] =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => name + part) : [name];

  it("has all metrics of a page with their types, and no other", async () => {
    const { types } = await scrape(exchange);
    const rows = documented.map(({ name, type }) => `${name} ${type}`);
    expect(rows).toHaveLength(new Set(rows).size);
    const found = Array.from(types, ([name, type]) => `${name} ${type}`);
    expect(rows.toSorted()).toEqual(found.toSorted());
    expect(rows.length).toBeGreaterThan(90);
  });

  it("has the labels of each, and each has a series once its cause happened", async () => {
    const { samples } = await scrape(exchange);
    const silent: string[] = [];
    for (const { labels, name, type } of documented) {
      const names = partsOf(name, type);
      const series = samples.filter((sample) => names.includes(sample.name));
      // Some figures of Node have a series only at times.
      if (series.length === 0 && name.startsWith("bourse_")) silent.push(name);
      for (const sample of series) {
        const shown = Object.keys(sample.labels);
        const own = type === "histogram" ? shown.filter((label) => label !== "le") : shown;
        expect([sample.name, own.toSorted()]).toEqual([sample.name, labels.toSorted()]);
      }
    }
    expect(silent.toSorted()).toEqual(NOT_RAISED.toSorted());
    const known = new Set(documented.flatMap(({ name, type }) => partsOf(name, type)));
    expect(samples.filter(({ name }) => !known.has(name))).toEqual([]);
  });
});
