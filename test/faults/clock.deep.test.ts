/** The machine's wall clock is wrong: for seconds, for good, at a start, or by the operator's word. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { AcceptedTime, TimeState } from "../../src/ops/time-port.ts";
import { type ExchangeProcess, QUIET_FLAGS } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { passTime, setClock, startFaulty } from "./support/faulty-exchange.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { SignedClient } from "./support/signed-client.ts";

const HOUR_MS = 3_600_000;
const YEARS_MS = 10 * 365 * 24 * HOUR_MS;
/** The longest that a request and its surroundings take on a busy machine, in ms. */
const SLACK_MS = 20_000;
const CLI = new URL("../../cli/bourse.ts", import.meta.url).pathname;
const REFUSED = { status: 503, code: "40015", retryAfter: "1" };
const DONE = { status: 200, code: "00000" };

const run = exchangeRun();

async function start(
  options: { readonly clockOffsetMs?: number; readonly flags?: readonly string[] } = {},
): Promise<ExchangeProcess> {
  const { clockOffsetMs = 0, flags = [] } = options;
  run.process = await startFaulty(run.dataDir, {
    clockOffsetMs,
    flags: [...QUIET_FLAGS, ...flags],
  });
  return run.process;
}

async function stop(): Promise<void> {
  expect(await run.process?.terminate()).toBe(0);
}

async function admin<T>(exchange: ExchangeProcess, path: string): Promise<T> {
  return (await (await exchange.admin("GET", path)).json()) as T;
}

function timeOf(exchange: ExchangeProcess): Promise<TimeState> {
  return admin<TimeState>(exchange, "/time");
}

function modeIs(exchange: ExchangeProcess, mode: TimeState["mode"]): Promise<TimeState> {
  return eventually(`time is ${mode}`, async () => {
    const time = await timeOf(exchange);
    return time.mode === mode ? time : undefined;
  });
}

/** What `bourse time …` prints for this data directory. */
async function commandLine<T>(...words: readonly string[]): Promise<T> {
  const argv = [CLI, "time", ...words, "--data-dir", run.dataDir];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return JSON.parse(stdout) as T;
}

async function ready(exchange: ExchangeProcess): Promise<{ status: number; text: string }> {
  const response = await fetch(`${exchange.address.baseUrl}/health/ready`);
  return { status: response.status, text: await response.text() };
}

async function metric(exchange: ExchangeProcess, name: string): Promise<number> {
  const page = await (await fetch(`${exchange.address.baseUrl}/metrics`)).text();
  const line = page.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.split(" ").at(-1));
}

async function publicTime(exchange: ExchangeProcess, version: "v2" | "v3"): Promise<number> {
  const response = await fetch(`${exchange.address.baseUrl}/api/${version}/public/time`);
  const { data } = (await response.json()) as { data: { serverTime: string } };
  return Number(data.serverTime);
}

function place(client: SignedClient) {
  return client.post("/api/v2/spot/trade/place-order", {
    symbol: "BTCUSDT",
    side: "buy",
    orderType: "limit",
    force: "gtc",
    price: "30000",
    size: "0.01",
  });
}

function cancel(client: SignedClient, orderId: unknown) {
  return client.post("/api/v2/spot/trade/cancel-order", { symbol: "BTCUSDT", orderId });
}

async function interestOf(client: SignedClient): Promise<number> {
  const { data } = await client.get("/api/v2/margin/crossed/account/assets", { coin: "USDT" });
  return Number((data as unknown as { interest: string }[])[0]?.interest);
}

async function deliveredCount(exchange: ExchangeProcess): Promise<number> {
  const query = "productType=COIN-FUTURES";
  const path = `${exchange.address.baseUrl}/api/v2/mix/market/contracts?${query}`;
  const { data } = (await (await fetch(path)).json()) as { data: { symbolStatus: string }[] };
  expect(data.length).toBeGreaterThan(1);
  return data.filter(({ symbolStatus }) => symbolStatus !== "normal").length;
}

function expectNear(timeMs: number, expectedMs: number): void {
  expect(Math.abs(timeMs - expectedMs)).toBeLessThan(SLACK_MS);
}

function clockLines(exchange: ExchangeProcess) {
  return exchange.allLogged("clock_jump").map(({ phase, message }) => ({ phase, message }));
}

describe("a wall clock that jumps", () => {
  it("by ten years for seconds costs nobody interest, a contract or the exchange's time", async () => {
    const exchange = await start();
    const client = new SignedClient(exchange);
    const funds = { fromType: "spot", toType: "crossed_margin", amount: "1000", coin: "USDT" };
    expect(await client.post("/api/v2/spot/wallet/transfer", funds)).toMatchObject(DONE);
    const loan = { coin: "USDT", borrowAmount: "1000" };
    const borrowed = await client.post("/api/v2/margin/crossed/account/borrow", loan);
    expect(borrowed).toMatchObject(DONE);
    const interest = await interestOf(client);
    const { data } = await place(client);

    await setClock(exchange, YEARS_MS);
    const held = await modeIs(exchange, "held");
    expect(held).toMatchObject({ cause: "jump" });
    expect(Math.abs(held.differenceMs - YEARS_MS)).toBeLessThan(SLACK_MS);
    expect(await place(client)).toMatchObject(REFUSED);
    expect(await cancel(client, data["orderId"])).toMatchObject(DONE);
    for (const version of ["v2", "v3"] as const) {
      expectNear(await publicTime(exchange, version), Date.now());
    }
    const situation = "the wall clock jumps by ten years";
    expectLogged(exchange, { situation, event: "clock_jump" }, run.dataDir);
    const notReady = await ready(exchange);
    expect(notReady.status).toBe(503);
    expect(notReady.text).toContain("clock_jump: the wall clock says 20");
    const condition = 'bourse_condition{condition="clock_jump"}';
    await eventually("the metric tells", async () => (await metric(exchange, condition)) === 1);
    const differs = await metric(exchange, "bourse_clock_difference_seconds");
    expect(differs).toBeGreaterThan(YEARS_MS / 1_000 - 10);

    await setClock(exchange, 0);
    await modeIs(exchange, "following");
    expect((await ready(exchange)).status).toBe(200);
    const again = await place(client);
    expect(again).toMatchObject(DONE);
    // The clock hour may have changed meanwhile, once.
    expect(await interestOf(client)).toBeLessThanOrEqual(2 * interest);
    expect(await deliveredCount(exchange)).toBe(0);
    expect(clockLines(exchange)).toEqual([
      { phase: "begin", message: expect.stringMatching(/\+31536000\d.*`bourse time accept`$/) },
      { phase: "end", message: expect.stringMatching(/^the wall clock says/) },
    ]);

    await stop();
    const restarted = await start();
    expectNear(await publicTime(restarted, "v2"), Date.now());
    expect(await timeOf(restarted)).toMatchObject({ mode: "following" });
    const order = { orderId: String(again.data["orderId"]) };
    expect(await cancel(new SignedClient(restarted), order.orderId)).toMatchObject(DONE);
    expect(await restarted.audit()).toMatchObject({ holds: true });
  });

  it("by an hour is accepted by the operator, and exchange time steps there", async () => {
    const exchange = await start();
    await expect(commandLine("accept")).rejects.toThrow(/there is nothing to accept/);
    await setClock(exchange, HOUR_MS);
    await modeIs(exchange, "held");
    const shown = await commandLine<TimeState>();
    expectNear(shown.differenceMs, HOUR_MS);
    await expect(commandLine("accept", "--difference", "60000")).rejects.toThrow(/look again/);
    const accepted = await commandLine<AcceptedTime>("accept");
    expect(accepted).toMatchObject({ result: "stepped", takesMs: 0 });
    expectNear(Date.parse(accepted.to) - Date.parse(accepted.from), HOUR_MS);
    expect(await timeOf(exchange)).toMatchObject({ mode: "following", heldSince: "" });
    expectNear(await publicTime(exchange, "v3"), Date.now() + HOUR_MS);
    expect(exchange.logged("time_accepted")).toMatchObject({ kind: "stepped" });
    expect(exchange.allLogged("exchange_time_stepped")).toHaveLength(1);
    await stop();
    expect(await timeOf(await start({ clockOffsetMs: HOUR_MS }))).toMatchObject({
      mode: "following",
    });
  });

  it("back is accepted: orders at once, exchange time at half speed, the word again later", async () => {
    const exchange = await start();
    await setClock(exchange, -20_000);
    await modeIs(exchange, "held");
    const accepted = await commandLine<AcceptedTime>("accept");
    expect(accepted.result).toBe("converging");
    expect(Math.abs(accepted.takesMs - 30_000)).toBeLessThan(SLACK_MS);
    expect(await place(new SignedClient(exchange))).toMatchObject(DONE);
    const { differenceMs } = await timeOf(exchange);
    await eventually("it converges", async () => {
      const time = await timeOf(exchange);
      return time.mode === "converging" && time.differenceMs > differenceMs + 100;
    });
    await stop();
    expect(await timeOf(await start({ clockOffsetMs: -20_000 }))).toMatchObject({
      mode: "held",
      cause: "start",
    });
  });

  it("back further than can be accepted says what to do", async () => {
    const exchange = await start();
    await setClock(exchange, -48 * HOUR_MS);
    await modeIs(exchange, "held");
    await expect(commandLine("accept")).rejects.toThrow(/restore the data directory/);
    expect(await timeOf(exchange)).toMatchObject({ mode: "held" });
  });

  it("ends the process where jumps are to stop it", async () => {
    const exchange = await start({ flags: ["--clock-jumps", "stop"] });
    await setClock(exchange, HOUR_MS);
    expect(await eventually("the process ends", () => exchange.ended)).toBe(70);
    expect(exchange.logged("fatal")).toMatchObject({
      code: "clock_jumped",
      message: expect.stringContaining("set the clock right, or start with --clock-jumps hold"),
    });
    const situation = "the wall clock jumps by an hour under `--clock-jumps stop`";
    expectLogged(exchange, { situation, event: "fatal" }, run.dataDir);
  });
});

describe("a wall clock that is a little off", () => {
  it("is drawn near without a step and without a hold", async () => {
    const exchange = await start();
    let last = { atMs: performance.now(), timeMs: await publicTime(exchange, "v2") };
    await setClock(exchange, 1_000);
    for (let request = 0; request < 200; request++) {
      const timeMs = await publicTime(exchange, request % 2 === 0 ? "v2" : "v3");
      const atMs = performance.now();
      expect(timeMs).toBeGreaterThanOrEqual(last.timeMs);
      // The times lie between the begin of the one request and the end of the other.
      const elapsedMs = atMs - last.atMs;
      expect(timeMs - last.timeMs).toBeLessThanOrEqual(elapsedMs * 1.005 + SLACK_MS / 100);
      last = { atMs, timeMs };
    }
    const time = await eventually("it draws near", async () => {
      const { differenceMs, mode } = await timeOf(exchange);
      return differenceMs < 995 ? { differenceMs, mode } : undefined;
    });
    expect(time.mode).toBe("following");
    expect(time.differenceMs).toBeGreaterThan(900);
    expect(clockLines(exchange)).toEqual([]);
  });
});

describe("ages of prices", () => {
  it("run on when the wall clock steps back by 120 s", async () => {
    const exchange = await start({ flags: ["--price-source", "feed"] });
    const coins = ["BTC", "ETH", "SOL", "XRP", "DOGE", "USDT", "USDC"];
    const prices = coins.map((coin) => ({ coin, price: "1" }));
    await exchange.admin("PUT", "/price-sources/feed", { prices });
    type Source = { readonly prices: readonly { readonly isFresh: boolean }[] };
    const fresh = async (): Promise<number> => {
      const sources = await admin<Source[]>(exchange, "/price-sources");
      return sources.flatMap((source) => source.prices).filter(({ isFresh }) => isFresh).length;
    };
    expect(await fresh()).toBe(coins.length);
    await setClock(exchange, -120_000);
    await passTime(exchange, 60_000);
    expect(await fresh()).toBe(0);
    type Index = { readonly isFresh: boolean };
    const indexes = await eventually("the indexes go stale", async () => {
      const listed = await admin<Index[]>(exchange, "/index-prices");
      return listed.every(({ isFresh }) => !isFresh) ? listed : undefined;
    });
    expect(indexes.length).toBeGreaterThan(0);
  });
});

describe("a process that was stopped for 30 s", () => {
  it("goes on at the time that it is, without a hold", async () => {
    const exchange = await start();
    const beforeMs = await publicTime(exchange, "v2");
    await passTime(exchange, 30_000);
    expectNear(await publicTime(exchange, "v2"), beforeMs + 30_000);
    await eventually("the clock is sampled", async () => {
      const { differenceMs, mode } = await timeOf(exchange);
      return mode === "following" && Math.abs(differenceMs) < 100;
    });
    expect(clockLines(exchange)).toEqual([]);
  });
});

describe("a start", () => {
  it("with a wall clock behind the journal holds, and serves clients whose clock is right", async () => {
    const { data } = await place(new SignedClient(await start()));
    await stop();
    const exchange = await start({ clockOffsetMs: -HOUR_MS });
    expect(await timeOf(exchange)).toMatchObject({ mode: "held", cause: "start" });
    const client = new SignedClient(exchange);
    expect(await place(client)).toMatchObject(REFUSED);
    expect(await cancel(client, data["orderId"])).toMatchObject(DONE);
    expectNear(await publicTime(exchange, "v2"), Date.now());
    await setClock(exchange, 0);
    await modeIs(exchange, "following");
    expect(await place(client)).toMatchObject(DONE);
    expect(await exchange.audit()).toMatchObject({ holds: true });
  });

  it("after more than the span holds at the journal's time until the operator accepts", async () => {
    const spanMs = 200 * HOUR_MS;
    await start({ clockOffsetMs: -spanMs });
    await stop();
    const exchange = await start();
    expectNear(await publicTime(exchange, "v2"), Date.now() - spanMs);
    const { differenceMs } = await timeOf(exchange);
    expectNear(differenceMs, spanMs);
    const accepted = await commandLine<AcceptedTime>("accept", "--difference", `${differenceMs}`);
    expect(accepted.result).toBe("stepped");
    expect(await place(new SignedClient(exchange))).toMatchObject(DONE);
    expect(await exchange.audit()).toMatchObject({ holds: true });
  });

  it("within the span takes the wall clock as it is", async () => {
    const spanMs = 200 * HOUR_MS;
    await start({ clockOffsetMs: -spanMs });
    await stop();
    const exchange = await start({ flags: ["--unattended-span", "201"] });
    expect(await place(new SignedClient(exchange))).toMatchObject(DONE);
    expect(clockLines(exchange)).toEqual([]);
  });

  it("of a new exchange in a year that cannot be is refused", async () => {
    const offset = { clockOffsetMs: -YEARS_MS - HOUR_MS };
    await expect(start(offset)).rejects.toThrow(/ended with 1/);
  });
});
