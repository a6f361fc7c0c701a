/**
 * The power is cut under the history, or its files are put together from different times. It never
 * keeps the exchange from starting: its rows are used, or the file is set aside and rebuilt.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../../src/core/commands/commands.ts";
import type { State } from "../../src/core/state.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { type DurableEnd, JournalFollower } from "../../src/journal/journal-follower.ts";
import { failureOf } from "../../src/main/history/history-failure.ts";
import { setAside } from "../../src/main/history/set-aside.ts";
import { HISTORY_TABLES } from "../../src/projections/history/history-schema.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { RETENTION_DEFAULT } from "../../src/projections/history/limits.ts";
import { allRows } from "../../src/projections/history/table-sql.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { engineOnDisk, foundedEngine, spotOrder } from "../support/engine-on-disk.ts";
import { eventually } from "../support/eventually.ts";
import { sized } from "../support/sized.ts";
import {
  cutFiles,
  type HistoryFiles,
  mixedFiles,
  placeFiles,
  readFiles,
} from "./support/history-files.ts";
import { openFollower } from "./support/open-follower.ts";
import { Seeded } from "./support/seeded.ts";

const CUTS = sized({ variable: "BOURSE_TEST_HISTORY_CUTS", quick: 40, deep: 150 });
/** Starts of the whole engine. */
const STARTS = 4;
const ORDERS = 330;
/** Commits of the history, each a state that the power may be cut after. */
const STATES = 40;
/** Pages after which the log is moved into the database: every few commits. */
const LOG_PAGES = 60;

const top = mkdtempSync(join(tmpdir(), "bourse-power-"));
const dataDir = join(top, "data");
const journalDirectory = join(dataDir, "journal");
const historyPath = join(dataDir, "history.sqlite");
let end: DurableEnd;
const states: HistoryFiles[] = [];
/** Of each state the log as it was flushed last before the next one. */
const flushedLogs: Buffer[] = [];
let rows: object = {};

/** Every second one trades with the one before. */
function order(state: State, count: number): Command {
  const isBuy = count % 2 === 1;
  return spotOrder(state, {
    user: isBuy ? "classic" : "unified",
    side: isBuy ? "buy" : "sell",
    price: 7_000_000,
    size: 100,
    clientOrderId: `o${count}`,
  });
}

async function trade(): Promise<void> {
  const engine = await foundedEngine(dataDir);
  const { sequencer, state } = engine;
  for (let count = 0; count < ORDERS; count++) {
    const { rejection } = await sequencer.submitAndWait(order(state, count));
    expect(rejection).toBeUndefined();
  }
  await engine.stop();
}

type Opened = { readonly sql: SqliteStore; readonly store: HistoryStore };

function open(path: string): Opened {
  const sql = new SqliteStore(path);
  try {
    const store = new HistoryStore(sql, { quietUsers: [], retention: RETENTION_DEFAULT });
    return { sql, store };
  } catch (thrown) {
    sql.close();
    throw thrown;
  }
}

/** Writes the rows up to the end of the journal, in stretches of so many commands. */
async function follow(
  { store }: Opened,
  stretch = Number.POSITIVE_INFINITY,
  onCommit: () => void = () => undefined,
): Promise<void> {
  const journal = new JournalFollower({ directory: journalDirectory, end: { ...end, seq: 0 } });
  const snapshotDirectory = join(dataDir, "snapshots");
  const follower = await openFollower(store, journal, snapshotDirectory);
  for (let seq = 0; seq < end.seq; ) {
    seq = Math.min(end.seq, seq + stretch);
    journal.reach({ ...end, seq });
    while (await follower.step()) onCommit();
  }
  await journal.close();
  expect(store.appliedSeq).toBe(end.seq);
}

function rowsOf({ sql }: Opened): object {
  return Object.fromEntries(HISTORY_TABLES.map((table) => [table.name, allRows(sql, table)]));
}

/** Lets a history grow, and keeps what its files were after each commit. */
async function grow(path: string): Promise<void> {
  const opened = open(path);
  // The schema alone fills the log: without this, one step would both move and restart the log.
  opened.sql.exec(`PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  let flushed: Buffer = Buffer.alloc(0);
  states.push(readFiles(path));
  await follow(opened, Math.ceil(end.seq / STATES), () => {
    const state = readFiles(path);
    const before = states.at(-1)?.database ?? Buffer.alloc(0);
    flushedLogs.push(flushed);
    if (state.database?.equals(before) === false) flushed = state.log ?? Buffer.alloc(0);
    states.push(state);
  });
  rows = rowsOf(opened);
  opened.store.close();
}

/** Opens what is there as a start does; answers whether the file was set aside. */
async function startOn(path: string): Promise<boolean> {
  let opened: Opened | undefined;
  try {
    opened = open(path);
    await follow(opened);
    return false;
  } catch (thrown) {
    expect(failureOf(thrown), String(thrown)).toBe("damaged");
    opened?.store.close();
    opened = undefined;
    await setAside(path, 0);
    opened = open(path);
    await follow(opened);
    expect(rowsOf(opened)).toEqual(rows);
    return true;
  } finally {
    opened?.store.close();
  }
}

beforeAll(async () => {
  await trade();
  const log = new FileCommandLog({ directory: journalDirectory });
  await log.open();
  end = log.durableEnd;
  await log.close();
  // The snapshot at the end is past all states: each start replays from the first command.
  rmSync(join(dataDir, "snapshots"), { recursive: true });
  await grow(join(top, "grown.sqlite"));
});

afterAll(() => rmSync(top, { recursive: true }));

describe("the files of a history after a power cut", { timeout: 120_000 + 100 * CUTS }, () => {
  it("hold what was committed up to some command, and go on from there", async () => {
    const path = join(top, "cut.sqlite");
    const random = new Seeded(1);
    expect(flushedLogs.filter((log, at) => log !== flushedLogs[at - 1]).length).toBeGreaterThan(3);
    const seqs = new Set<number>();
    for (let cut = 0; cut < CUTS; cut++) {
      const at = random.below(states.length - 1);
      const [before, after] = [states[at], states[at + 1]];
      const flushed = flushedLogs[at];
      if (!before || !after || !flushed) throw new RangeError("a step between two states");
      placeFiles(path, cutFiles(random, before, after, flushed));
      const opened = open(path);
      seqs.add(opened.store.appliedSeq);
      await follow(opened);
      expect(rowsOf(opened), `cut ${cut} after state ${at}`).toEqual(rows);
      opened.store.close();
    }
    expect(seqs.size).toBeGreaterThan(STATES / 4);
  });

  it("never keep a start from reaching the end of the journal, from whatever times they are", async () => {
    const path = join(top, "mixed.sqlite");
    const random = new Seeded(2);
    const outcomes = { used: 0, setAside: 0 };
    for (let cut = 0; cut < CUTS; cut++) {
      placeFiles(path, mixedFiles(random, states), Buffer.alloc(32_768, cut));
      if (await startOn(path)) outcomes.setAside += 1;
      else outcomes.used += 1;
    }
    expect(outcomes.used).toBeGreaterThan(CUTS / 10);
    expect(outcomes.setAside).toBeGreaterThan(CUTS / 10);
  });

  it("never keep the exchange from starting", async () => {
    const random = new Seeded(3);
    for (let cut = 0; cut < STARTS; cut++) {
      placeFiles(historyPath, mixedFiles(random, states));
      const engine = await engineOnDisk(dataDir);
      await eventually("the history has all rows", () => engine.history.appliedSeq >= end.seq);
      await engine.stop();
    }
    const aside = readdirSync(dataDir).filter((name) => name.includes(".damaged-"));
    expect(aside.length).toBeGreaterThan(0);
  });
});
