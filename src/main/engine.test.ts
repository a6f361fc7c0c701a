import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../core/commands.ts";
import { lots, type Seq, type TimeMs, ticks, ZERO_ATOMS } from "../core/money/units.ts";
import { instrumentName, type State } from "../core/state.ts";
import { Conditions } from "../ops/conditions.ts";
import { type Engine, startEngine } from "./engine.ts";
import { givenTime } from "./exchange-time.ts";
import { foundExchange, userNamed } from "./founding/founding.ts";

const TRADES = 5;
const PRICE = 7_000_000;
const SILENT = { warn: () => undefined, info: () => undefined };

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-engine-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function started(): Promise<Engine> {
  const thrown = (fault: unknown): never => {
    throw new Error("nothing fails", { cause: fault });
  };
  const conditions = new Conditions({ log: SILENT, nowMs: () => performance.now() });
  const terms = {
    dataDir,
    time: givenTime(Date.now),
    onFatal: thrown,
    onFault: thrown,
    conditions,
  };
  const engine = await startEngine(terms);
  await foundExchange(engine.sequencer, engine.state, engine.sequencer.nowMs());
  return engine;
}

function spotIndex(state: State): number {
  return state.instrumentByName.get(instrumentName("live", "spot", "BTCUSDT"))?.index ?? -1;
}

function order(state: State, user: string, side: "buy" | "sell", price: number): Command {
  return {
    kind: "place_order",
    seq: 0 as Seq,
    timeMs: 0 as TimeMs,
    user: userNamed(state, user) ?? 0,
    instrument: spotIndex(state),
    side,
    orderType: "limit",
    timeInForce: "gtc",
    positionSide: "net",
    reduceOnly: false,
    stpMode: "none",
    price: ticks(price),
    size: lots(100),
    quoteAmount: ZERO_ATOMS,
    clientOrderId: "",
    source: "api",
  };
}

/** Trades at rising prices, and one order that rests. */
async function trade({ sequencer, state }: Engine, firstPrice: number): Promise<void> {
  for (let price = firstPrice; price < firstPrice + TRADES; price++) {
    await sequencer.submitAndWait(order(state, "classic", "sell", price));
    await sequencer.submitAndWait(order(state, "unified", "buy", price));
  }
  await sequencer.submitAndWait(order(state, "classic", "buy", firstPrice - 100));
}

/** What clients see of the past and of their orders without asking the history. */
function shown({ live, state }: Engine): unknown {
  const instrument = spotIndex(state);
  const user = userNamed(state, "classic") ?? 0;
  const query = { instrument, kind: "last", limit: 100 } as const;
  const { high24h, last, low24h, open24h, volume24h } = live.ticker(instrument) ?? {};
  return {
    trades: live.trades.page(instrument, { limit: 100 }),
    hours: live.readCandles({ ...query, interval: "1H" }).filter(({ volume }) => volume > 0),
    ticker: { high24h, last, low24h, open24h, volume24h },
    orders: Array.from(live.orders.openOf(user), ({ orderId, remaining }) => [orderId, remaining]),
    book: live.books.of(instrument).top(10),
  };
}

async function fillsOf({ history, state }: Engine): Promise<number> {
  const user = userNamed(state, "classic") ?? 0;
  return (await history.fills({ user, limit: 100 })).rows.length;
}

describe("an engine that starts again", () => {
  it("shows the past at once, however far its history is behind", async () => {
    const historyPath = join(dataDir, "history.sqlite");
    const first = await started();
    await trade(first, PRICE);
    await first.stop();
    copyFileSync(historyPath, join(dataDir, "earlier.sqlite"));
    const second = await started();
    await trade(second, PRICE + 50);
    const before = shown(second);
    await second.stop();
    copyFileSync(join(dataDir, "earlier.sqlite"), historyPath);

    const third = await started();
    expect(third.recovered.commandsReplayed).toBe(0);
    expect(shown(third)).toEqual(before);
    expect(await fillsOf(third)).toBe(2 * TRADES);
    await third.stop();

    rmSync(historyPath);
    const fourth = await started();
    expect(fourth.recovered.commandsReplayed).toBe(0);
    expect(shown(fourth)).toEqual(before);
    expect(await fillsOf(fourth)).toBe(2 * TRADES);
    await fourth.stop();
  });

  it("counts each trade once when the history is ahead of the snapshot", async () => {
    const first = await started();
    await trade(first, PRICE);
    await first.history.flush();
    const before = shown(first);
    rmSync(join(dataDir, "snapshots"), { recursive: true });
    await first.sequencer.stop();
    await first.history[Symbol.asyncDispose]();

    const second = await started();
    expect(second.recovered.snapshotSeq).toBe(0);
    expect(shown(second)).toEqual(before);
    expect(await fillsOf(second)).toBe(TRADES);
    await second.stop();
  });
});
