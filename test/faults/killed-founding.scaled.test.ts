/**
 * An exchange with recorded candles that is killed while it is founded, or later: one founding, the
 * same past after each start, and prices that go on.
 */
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ByteWriter } from "../../src/core/base/bytes.ts";
import { EventReader } from "../../src/core/events/event-buffer.ts";
import { EVENT_INDEX } from "../../src/core/events/event-layout.ts";
import type { GeneratedMarket } from "../../src/core/instruments/generated-market.ts";
import { instrumentName } from "../../src/core/state.ts";
import { MarketModel } from "../../src/market-model/market-model.ts";
import {
  ExchangeProcess,
  QUIET_FLAGS,
  refusedStart,
} from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { recordedRows, writeRecorded } from "../support/recorded-file.ts";
import { replayJournal } from "../support/replayed-journal.ts";
import { seededStreams } from "../support/seeded-streams.ts";
import { sized } from "../support/sized.ts";
import { exchangeRun } from "./support/exchange-run.ts";
import { KILL_RULE_VARIABLE, type KillRule } from "./support/kill-rule.ts";

const PRELOAD = new URL("./support/kill-at-write.ts", import.meta.url).href;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Its bytes are in no other command than the one that founds the market. */
const SEED = 3_987_654_321;
const ROWS = recordedRows({ count: 4_000, spanMs: MINUTE_MS, cents: 4_000_000, seed: 1 });
/** Parts of 400 candles. */
const PARTS = 10;

const run = exchangeRun();
let file = "";
beforeEach(() => {
  file = join(run.dataDir, "btcusdt.csv");
  writeRecorded(file, ROWS, MINUTE_MS);
});

const dataDir = (): string => join(run.dataDir, "data");
const flags = (): string[] => [...QUIET_FLAGS, "--seed", String(SEED), "--past", file];

function hexOf(write: (out: ByteWriter) => void): string {
  const out = new ByteWriter();
  write(out);
  return Buffer.from(out.bytes()).toString("hex");
}

const FIRST_COINS = hexOf((out) => out.text("USDT"));
const PART = hexOf((out) => {
  out.text("BTC");
  out.varint(MINUTE_MS);
});
const FOUNDING = hexOf((out) => out.varint(SEED));

type Journal = {
  readonly market: GeneratedMarket;
  readonly founded: number;
  readonly isPriced: boolean;
};

/** The generated market at the end of the journal, and how often a market was founded. */
async function readJournal(): Promise<Journal> {
  let founded = 0;
  let last: Journal | undefined;
  const { broken } = await replayJournal(dataDir(), ({ events, state }) => {
    const reader = new EventReader(events.words());
    while (reader.next()) if (reader.kindIndex === EVENT_INDEX.market_founded) founded += 1;
    const isPriced = state.prices.some(({ index }) => index > 0);
    last = { market: state.generatedMarket, founded, isPriced };
  });
  expect(broken).toEqual([]);
  if (last === undefined) throw new Error("the journal has commands");
  return last;
}

async function start(): Promise<ExchangeProcess> {
  run.process = await ExchangeProcess.start(dataDir(), { flags: flags() });
  return run.process;
}

/** Starts an exchange that the rule kills; without one it is killed when it is ready. */
async function killedStart(rule?: KillRule): Promise<void> {
  const environment = { [KILL_RULE_VARIABLE]: JSON.stringify(rule) };
  const options = rule === undefined ? {} : { environment, preload: PRELOAD };
  const { code, message } = await refusedStart(dataDir(), { flags: flags(), ...options });
  expect([code, message]).toEqual([null, ""]);
}

type Rows = readonly (readonly string[])[];

/**
 * The body of a public answer, as text, without what depends on the time of the request. The
 * history may be too far behind to answer at first (40015): then the request is repeated.
 */
async function answer(exchange: ExchangeProcess, path: string): Promise<string> {
  const text = await eventually(`${path} is answered`, async () => {
    const response = await fetch(`${exchange.address.baseUrl}/api/v2${path}`);
    const body = await response.text();
    return body.includes('"code":"40015"') ? undefined : body;
  });
  expect(text).toContain('"code":"00000"');
  return text.slice(text.indexOf('"data":'));
}

const rowsOf = (text: string): Rows => (JSON.parse(`{${text}`) as { data: Rows }).data;

/** Answers of candles that ended before a time, of all kinds and intervals, and of funding. */
async function pastAnswers(exchange: ExchangeProcess, endMs: number): Promise<Map<string, string>> {
  // Days begin at midnight in UTC or UTC+8.
  const dayMs = Math.floor(endMs / DAY_MS) * DAY_MS - 8 * HOUR_MS;
  const paths: string[] = [];
  for (const symbol of ["BTCUSDT", "SOLUSDT"]) {
    for (const interval of ["1min", "5min", "1h", "4h", "1Dutc", "1day"]) {
      const untilMs = (interval === "1min" ? endMs : dayMs) - 1;
      const query = `symbol=${symbol}&granularity=${interval}&endTime=${untilMs}&limit=200`;
      paths.push(`/spot/market/history-candles?${query}`);
    }
    const contract = `symbol=${symbol}&productType=USDT-FUTURES`;
    for (const kind of ["", "-mark", "-index"]) {
      for (const interval of ["1m", "1H", "1D"]) {
        const untilMs = (interval === "1m" ? endMs : dayMs) - 1;
        const fromMs = interval === "1D" ? `&startTime=${untilMs - 80 * DAY_MS}` : "";
        const query = `${contract}&granularity=${interval}&endTime=${untilMs}&limit=200${fromMs}`;
        paths.push(`/mix/market/history${kind}-candles?${query}`);
      }
    }
    paths.push(`/mix/market/history-fund-rate?${contract}&pageSize=100`);
  }
  const texts = await Promise.all(paths.map((path) => answer(exchange, path)));
  return new Map(paths.map((path, index) => [path, texts[index] ?? ""]));
}

/** Expects the same answers byte for byte; names the paths of others. */
function expectSame(now: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): void {
  expect([...now.keys()].filter((path) => now.get(path) !== before.get(path))).toEqual([]);
  for (const text of now.values()) expect(text.length).toBeGreaterThan(4_000);
}

/** The candles of the file, and figures of 24 hours that agree with the minutes. */
async function expectRecorded(exchange: ExchangeProcess, endMs: number): Promise<void> {
  const query = `symbol=BTCUSDT&granularity=1min&endTime=${endMs - 1}`;
  const rows = rowsOf(await answer(exchange, `/spot/market/history-candles?${query}&limit=200`));
  expect(rows.map((row) => row.slice(1, 5).map(Number))).toEqual(
    ROWS.slice(-200).map(({ close, high, low, open }) => [open, high, low, close]),
  );
  expect(rows.at(-1)?.[0]).toBe(String(endMs - MINUTE_MS));
  const text = await answer(exchange, "/spot/market/tickers?symbol=BTCUSDT");
  const [ticker] = (JSON.parse(`{${text}`) as { data: Record<string, string>[] }).data;
  const nextMs = Math.floor(Number(ticker?.["ts"]) / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  // The present minute and the 1,439 before it; nothing trades after the past.
  const day = ROWS.slice(-1_440 + Math.round((nextMs - endMs) / MINUTE_MS));
  expect(
    [ticker?.["lastPr"], ticker?.["open"], ticker?.["high24h"], ticker?.["low24h"]].map(Number),
  ).toEqual([
    day.at(-1)?.close,
    day[0]?.open,
    Math.max(...day.map(({ high }) => high)),
    Math.min(...day.map(({ low }) => low)),
  ]);
}

type Kill = {
  readonly when: string;
  readonly rule?: KillRule;
  /** Parts in the journal after the kill, whether the past is founded, and whether prices are. */
  readonly left: readonly [parts: number, isFounded: boolean, isPriced: boolean];
};

const QUICK_KILLS: readonly Kill[] = [
  { when: "after the first batch", rule: { hex: FIRST_COINS, nth: 1 }, left: [0, false, false] },
  { when: "between two parts", rule: { hex: PART, nth: 4 }, left: [4, false, false] },
  { when: "once founded", rule: { hex: FOUNDING, nth: 1 }, left: [PARTS, true, false] },
];
const FURTHER_KILLS: readonly Kill[] = [
  { when: "after the first part", rule: { hex: PART, nth: 1 }, left: [1, false, false] },
  { when: "after the last part", rule: { hex: PART, nth: PARTS }, left: [PARTS, false, false] },
  { when: "when it is ready", left: [PARTS, true, true] },
];
/** The suites share no kill, because each takes several seconds. */
const IS_DEEP = sized({ quick: 0, deep: 1 }) === 1;
const KILLS = IS_DEEP ? FURTHER_KILLS : QUICK_KILLS;

describe("an exchange that is killed while it is founded", () => {
  it.each(KILLS)("has one past when it is killed $when", async ({ left, rule }) => {
    await killedStart(rule);
    const { founded, isPriced, market } = await readJournal();
    expect([market.paths.length, market.terms !== undefined, isPriced]).toEqual(left);
    expect(founded).toBe(left[1] ? 1 : 0);

    const second = await start();
    const endMs = (await readJournal()).market.terms?.endMs ?? 0;
    if (market.terms !== undefined) expect(endMs).toBe(market.terms.endMs);
    await expectRecorded(second, endMs);
    const answers = await pastAnswers(second, endMs);
    await second.kill();

    const third = await start();
    expectSame(await pastAnswers(third, endMs), answers);
    await expectRecorded(third, endMs);
    expect(await third.audit()).toMatchObject({ holds: true });
    await third.kill();
    const end = await readJournal();
    expect([end.founded, end.market.paths.length]).toEqual([1, PARTS]);
  });
});

/** Changes of a price that a life of the process lasts at least. */
const CHANGES = 3;
const SPOT = instrumentName("live", "spot", "BTCUSDT");

/** Starts the generated market; resolves once its price has moved, with the seq of its start. */
async function live(): Promise<{ readonly exchange: ExchangeProcess; readonly fromSeq: number }> {
  const livingFlags = ["--rate-limits", "off", "--past", file];
  const exchange = await ExchangeProcess.start(dataDir(), { flags: livingFlags });
  run.process = exchange;
  const seen = new Set<string>();
  const path = "/mix/market/symbol-price?symbol=BTCUSDT&productType=USDT-FUTURES";
  await eventually("the index moves", async () => {
    const [price] = rowsOf(await answer(exchange, path)) as unknown as [{ indexPrice: string }];
    return seen.add(price.indexPrice).size > CHANGES;
  });
  const { commandsReplayed, snapshotSeq } = exchange.logged("ready") ?? {};
  return { exchange, fromSeq: Number(commandsReplayed) + Number(snapshotSeq) };
}

/** Prices of bitcoin after each command that changed it, and the memory of the market then. */
async function pricesInJournal() {
  const prices: { seq: number; ticks: number; memory: Uint8Array; timeMs: number }[] = [];
  let founded = 0;
  await replayJournal(dataDir(), ({ events, state }) => {
    const reader = new EventReader(events.words());
    while (reader.next()) if (reader.kindIndex === EVENT_INDEX.market_founded) founded += 1;
    const spot = state.instrumentByName.get(SPOT)?.index ?? -1;
    const ticks = state.prices[spot]?.index ?? 0;
    if (ticks === (prices.at(-1)?.ticks ?? 0)) return;
    const { memory } = state.generatedMarket;
    prices.push({ seq: state.seq, ticks, memory, timeMs: state.timeMs });
  });
  return { founded, prices };
}

describe("an exchange that is killed while its market lives", () => {
  it.runIf(IS_DEEP)("goes on from its memory, and repeats no returns", async () => {
    const first = await live();
    await first.exchange.kill();
    const second = await live();
    const endMs = (await readJournal()).market.terms?.endMs ?? 0;
    const answers = await pastAnswers(second.exchange, endMs);
    expect(await second.exchange.terminate()).toBe(0);
    const third = await live();
    await third.exchange.kill();
    const fourth = await live();
    expectSame(await pastAnswers(fourth.exchange, endMs), answers);
    await fourth.exchange.kill();

    const { founded, prices } = await pricesInJournal();
    expect(founded).toBe(1);
    const starts = [first, second, third, fourth].map(({ fromSeq }) => fromSeq);
    const lives = starts.map((fromSeq, index) => {
      const untilSeq = starts[index + 1] ?? Number.POSITIVE_INFINITY;
      return prices.filter(({ seq }) => seq > fromSeq && seq <= untilSeq);
    });
    const returns = lives.map((life) =>
      life.slice(1).map(({ ticks }, index) => ticks - (life[index]?.ticks ?? 0)),
    );
    for (const [index, own] of returns.entries()) {
      expect(own.length).toBeGreaterThanOrEqual(CHANGES);
      for (const other of returns.slice(index + 1)) {
        expect(other.slice(0, CHANGES)).not.toEqual(own.slice(0, CHANGES));
      }
    }
    // Without a memory the price is the last recorded one, later the one that is remembered.
    const recorded = 100 * (ROWS.at(-1)?.close ?? 0);
    for (const [index, life] of lives.entries()) {
      const [begin] = life;
      const { memory = new Uint8Array(0), ticks = 0, timeMs = 0 } = begin ?? {};
      expect(memory.length > 0).toBe(index >= 2);
      const model = new MarketModel({
        ...({ seed: 1, preset: "normal", nowMs: timeMs, stream: "", memory } as const),
        streams: seededStreams(1),
      });
      const dollars = (100 * (model.price("BTC") ?? 0)) / (model.price("USDT") ?? 1);
      const expected = index < 2 ? recorded : dollars;
      // Half a percent is ten deviations of a minute.
      expect(Math.abs(ticks / expected - 1)).toBeLessThan(0.005);
    }
  });
});
