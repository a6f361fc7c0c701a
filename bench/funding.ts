/**
 * `bench funding`: how long the history takes for one funding payment of each of many positions,
 * all of them crossed, then all of them isolated. The payment of an isolated position is shown by
 * way of the futures balance, which the history looks up.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { atoms, lots, ticks } from "../src/core/money/units.ts";
import { HistoryStore } from "../src/projections/history/history-store.ts";
import { SqliteStore } from "../src/projections/store/sqlite-store.ts";
import { EventScript } from "../test/support/event-script.ts";
import { STORY_SETTINGS } from "../test/support/history-fixture.ts";
import { rounded } from "./support/histogram.ts";
import { atMost, type BenchResult, check, progress } from "./support/report.ts";
import { temporaryDirectory } from "./support/server.ts";

const POSITIONS = 100_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Events of one command, about as many as a tick of the core emits. */
const EVENTS_PER_COMMAND = 1_000;
/** Ids of one command. */
const IDS_PER_COMMAND = 4_096;
const USER_FIRST = 10;
const PERPETUAL = 1;
/** An isolated payment has three bills, a crossed one has one. */
const RATIO_MAX = 3;

type Write = (script: EventScript, user: number, id: number) => void;

const openPosition: Write = (script, user) => {
  script.emit("margin_moved", {
    ...{ user, instrument: PERPETUAL, positionSide: "long", isAdded: true, reason: "opened" },
    ...{ amount: atoms(1_000n), walletBalance: atoms(9_000n), margin: atoms(1_000n) },
  });
};

const payment = (wallet: "usdt_futures" | "long_margin", balance: bigint): Write => {
  return (script, user, paymentId) => {
    script.emit("funding_paid", {
      ...{ paymentId, user, instrument: PERPETUAL, positionSide: "long", wallet, currency: 0 },
      ...{ size: lots(1), mark: ticks(100), amount: atoms(-5n), balance: atoms(balance) },
    });
  };
};

/** Writes one event of each user; returns the duration in ms. */
function eventsOfAll(history: HistoryStore, positions: number, write: Write): number {
  const script = new EventScript();
  let spentMs = 0;
  for (let first = 0; first < positions; first += EVENTS_PER_COMMAND) {
    const seq = history.appliedSeq + 1;
    script.command(seq, START_MS + seq);
    const end = Math.min(positions, first + EVENTS_PER_COMMAND);
    for (let user = first; user < end; user++) {
      write(script, USER_FIRST + user, seq * IDS_PER_COMMAND + user - first);
    }
    const words = script.take();
    const startedMs = performance.now();
    history.apply(words);
    spentMs += performance.now() - startedMs;
  }
  return spentMs;
}

/** Bills, and futures balances by the last bills of the users that are not 9,000. */
function countsOf(file: SqliteStore): { readonly bills: number; readonly moved: number } {
  const count = (sql: string): number => Number(file.prepare(sql).all([])[0]?.[0]);
  return {
    bills: count("SELECT count(*) FROM bills"),
    moved: count(
      "SELECT count(*) FROM (SELECT wallet, balance, max(id) FROM bills GROUP BY user, wallet) " +
        "WHERE balance NOT IN (9000, 995)",
    ),
  };
}

export async function benchFunding(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({ args: [...argv], options: { positions: { type: "string" } } });
  const positions = Number(values.positions ?? POSITIONS);
  const folder = temporaryDirectory();
  const file = new SqliteStore(join(folder, "history.sqlite"));
  const history = new HistoryStore(file, { ...STORY_SETTINGS, quietUsers: [] });
  history.listInstruments(STORY_SETTINGS.instruments);
  progress(`funding: opening ${positions} positions`);
  eventsOfAll(history, positions, openPosition);
  progress("funding: paying once for each of them, crossed and isolated");
  const crossedMs = eventsOfAll(history, positions, payment("usdt_futures", 9_000n));
  const isolatedMs = eventsOfAll(history, positions, payment("long_margin", 995n));
  const { bills, moved } = countsOf(file);
  history.close();
  rmSync(folder, { recursive: true });
  return {
    benchmark: "funding",
    figures: {
      crossed: { ms: rounded(crossedMs), microsPerPayment: rounded((crossedMs / positions) * 1e3) },
      isolated: {
        ms: rounded(isolatedMs),
        microsPerPayment: rounded((isolatedMs / positions) * 1e3),
      },
    },
    mix: { positions },
    goals: [atMost("duration of isolated ÷ crossed", rounded(isolatedMs / crossedMs), RATIO_MAX)],
    checks: [
      check("every payment has its bills", bills === 6 * positions, `${bills}`),
      check("isolated payments leave the futures balances", moved === 0, `${moved}`),
    ],
  };
}
