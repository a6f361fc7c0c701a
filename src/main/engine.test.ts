import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  engineOnDisk,
  foundedEngine,
  spotIndex,
  spotOrder,
} from "../../test/support/engine-on-disk.ts";
import { eventually } from "../../test/support/eventually.ts";
import type { Command } from "../core/commands/commands.ts";
import type { State } from "../core/state.ts";
import type { Engine } from "./engine.ts";
import { foundPast } from "./founding/found-past.ts";
import { userNamed } from "./founding/founding.ts";

const TRADES = 5;
const PRICE = 7_000_000;

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-engine-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function order(
  state: State,
  user: "classic" | "unified",
  side: "buy" | "sell",
  price: number,
): Command {
  return spotOrder(state, { user, side, price, size: 100 });
}

/** Executes trades at rising prices and leaves one resting order. */
async function trade({ sequencer, state }: Engine, firstPrice: number): Promise<void> {
  for (let price = firstPrice; price < firstPrice + TRADES; price++) {
    await sequencer.submitAndWait(order(state, "classic", "sell", price));
    await sequencer.submitAndWait(order(state, "unified", "buy", price));
  }
  await sequencer.submitAndWait(order(state, "classic", "buy", firstPrice - 100));
}

/** Data of the past and of orders that clients read from the live projections. */
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

describe("a command of the journal", () => {
  it("is read by its seq, also after a restart", async () => {
    const before = await foundedEngine(dataDir);
    const { seq } = await before.sequencer.submitAndWait(order(before.state, "unified", "buy", 7));
    const placed = await before.commandAt(seq);
    expect(placed).toMatchObject({ kind: "place_order", seq, price: 7 });
    expect(await before.commandAt(seq + 1_000_000)).toBeUndefined();
    await before.stop();
    const after = await engineOnDisk(dataDir);
    expect(await after.commandAt(seq)).toEqual(placed);
    expect(await after.commandAt(0)).toBeUndefined();
    await after.stop();
  });

  it("is read from memory as long as it is there", async () => {
    const engine = await engineOnDisk(undefined);
    await engine.sequencer.submitAndWait({ kind: "tick" });
    expect(await engine.commandAt(1)).toMatchObject({ kind: "tick", seq: 1 });
    expect(await engine.commandAt(1_000_000)).toBeUndefined();
    expect(await engine.commandAt(0)).toBeUndefined();
    await engine.stop();
  });
});

describe("a restarted engine", () => {
  it("shows the past immediately, however far its history lags", async () => {
    const historyPath = join(dataDir, "history.sqlite");
    const first = await foundedEngine(dataDir);
    await trade(first, PRICE);
    await first.stop();
    copyFileSync(historyPath, join(dataDir, "earlier.sqlite"));
    const second = await foundedEngine(dataDir);
    await trade(second, PRICE + 50);
    const before = shown(second);
    await second.stop();
    copyFileSync(join(dataDir, "earlier.sqlite"), historyPath);

    const third = await foundedEngine(dataDir);
    expect(third.recovered.commandsReplayed).toBe(0);
    expect(shown(third)).toEqual(before);
    expect(await fillsOf(third)).toBe(2 * TRADES);
    await third.stop();

    rmSync(historyPath);
    const fourth = await foundedEngine(dataDir);
    expect(fourth.recovered.commandsReplayed).toBe(0);
    expect(shown(fourth)).toEqual(before);
    expect(await fillsOf(fourth)).toBe(2 * TRADES);
    await fourth.stop();
  });

  it("counts each trade once when the history is ahead of the snapshot", async () => {
    const first = await foundedEngine(dataDir);
    await trade(first, PRICE);
    const before = shown(first);
    await first.stop();
    rmSync(join(dataDir, "snapshots"), { recursive: true });

    const second = await foundedEngine(dataDir);
    expect(second.recovered.snapshotSeq).toBe(0);
    expect(shown(second)).toEqual(before);
    expect(await fillsOf(second)).toBe(TRADES);
    await second.stop();
  });

  it("has the times at which its open orders changed last", async () => {
    let nowMs = Date.UTC(2026, 0, 5, 10);
    const first = await foundedEngine(dataDir, () => nowMs);
    await trade(first, PRICE);
    const terms = { user: "unified", side: "sell", price: PRICE - 100, size: 50 } as const;
    nowMs += 5_000;
    await first.sequencer.submitAndWait(spotOrder(first.state, terms));
    const timesOf = ({ live, state }: Engine) =>
      Array.from(live.orders.openOf(userNamed(state, "classic") ?? 0), (order) => {
        const { createdAtMs, filled, updatedAtMs } = order;
        return { filled, delayMs: updatedAtMs - createdAtMs };
      });
    expect(timesOf(first)).toEqual([{ filled: 50, delayMs: 5_000 }]);
    await first.stop();
    const second = await engineOnDisk(dataDir, () => nowMs);
    second.completeStart();
    await eventually("the times", () => timesOf(second)[0]?.delayMs === 5_000);
    await second.stop();
  });

  it("has the past of its founding, also when its history is built again", async () => {
    const startMs = Date.UTC(2026, 0, 5, 10, 30, 20);
    const first = await foundedEngine(dataDir, () => startMs);
    const terms = { seed: 3, preset: "normal", paths: [] } as const;
    await foundPast(first.sequencer, first.state, terms, startMs);
    first.expectFoundedPast();
    await trade(first, PRICE);
    const shownOf = ({ live, state }: Engine) => {
      const query = { instrument: spotIndex(state), kind: "last", limit: 12 } as const;
      const { seq: _seq, ...ticker } = live.ticker(spotIndex(state)) ?? { seq: 0 };
      const bases = (["1m", "1H", "1D", "1Dutc"] as const).map((interval) =>
        live.readCandles({ ...query, interval }),
      );
      return { ticker, bases };
    };
    const storedOf = async ({ history, state }: Engine) => {
      await history.flush();
      const series = { instrument: spotIndex(state), priceKind: "last", limit: 400 } as const;
      const pages = (["1m", "1H", "1D"] as const).map((base) =>
        history.candles({ ...series, base }),
      );
      return (await Promise.all(pages)).map(({ rows }) => rows);
    };
    const [before, stored] = [shownOf(first), await storedOf(first)];
    expect(before.bases.map((rows) => rows.length)).toEqual([12, 12, 1, 1]);
    expect(before.ticker).toMatchObject({ last: PRICE + TRADES - 1, timeMs: startMs });
    expect(stored.map((rows) => rows.length)).toEqual([400, 400, 400]);
    await first.stop();
    const second = await engineOnDisk(dataDir, () => startMs);
    expect(shownOf(second)).toEqual(before);
    expect(await storedOf(second)).toEqual(stored);
    await second.stop();
    rmSync(join(dataDir, "history.sqlite"));
    const third = await engineOnDisk(dataDir, () => startMs);
    expect(shownOf(third)).toEqual(before);
    expect(await storedOf(third)).toEqual(stored);
    await third.stop();
  });
});
