/** A history that cannot keep up: orders go on, memory stays, and no row is missing in the end. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Command, PlaceOrder } from "../../src/core/commands/commands.ts";
import type { State } from "../../src/core/state.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { type DurableEnd, JournalFollower } from "../../src/journal/journal-follower.ts";
import { recover } from "../../src/journal/recovery.ts";
import { CORE_CODEC, CoreMachine } from "../../src/main/core-machine.ts";
import type { Engine } from "../../src/main/engine.ts";
import { userNamed } from "../../src/main/founding/founding.ts";
import { HistoryFeed } from "../../src/main/history/history-feed.ts";
import { HISTORY_TABLES } from "../../src/projections/history/history-schema.ts";
import { HistoryStore } from "../../src/projections/history/history-store.ts";
import { HANDED_WORDS_OF_CHUNK, RETENTION_DEFAULT } from "../../src/projections/history/limits.ts";
import { columnOf } from "../../src/projections/history/table-sql.ts";
import { type SqlStore, StoreUnavailable } from "../../src/projections/store/sql-store.ts";
import { SqliteStore } from "../../src/projections/store/sqlite-store.ts";
import { foundedEngine, spotOrder } from "../support/engine-on-disk.ts";
import { FullDiskStore } from "../support/full-disk-store.ts";
import { openFollower } from "./support/open-follower.ts";

/** A million in a deep run. */
const EVENTS = Number(process.env["BOURSE_TEST_LAG_EVENTS"] ?? 60_000);
const IN_FLIGHT = 4_096;
/** Far less than the events would take: a million of them are about 150 MB. */
const BYTES_MAX = 64 * 1024 * 1024;
const DEADLINE_MS = 120_000;
/** Some 14,000 events: the history gets no more of them at once, and reads the others back. */
const HANDED_WORDS = HANDED_WORDS_OF_CHUNK;
const SETTINGS = { quietUsers: [], retention: RETENTION_DEFAULT };

const dataDir = mkdtempSync(join(tmpdir(), "bourse-lag-"));
const historyPath = join(dataDir, "history.sqlite");
const journalDirectory = join(dataDir, "journal");
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Four small sells, then a buy that takes them all; the next time the other way round. */
function order(state: State, count: number): Command {
  const isBuy = count % 5 === 4;
  const isClassic = isBuy === count % 10 >= 5;
  return spotOrder(state, {
    user: isClassic ? "classic" : "unified",
    side: isBuy ? "buy" : "sell",
    price: 7_000_000 + (isBuy ? 10 : count % 5),
    size: isBuy ? 400 : 100,
    clientOrderId: `o${count}`,
  });
}

/** Places orders until there were so many events; every one is taken and accepted. */
async function flood(engine: Engine): Promise<number> {
  const { sequencer, state } = engine;
  let events = 0;
  sequencer.onBatch((buffer) => {
    events += buffer.count;
  });
  const bytesBefore = process.memoryUsage().arrayBuffers;
  let count = 0;
  let answered = 0;
  const rejections = new Set<unknown>();
  while (events < EVENTS) {
    while (count - answered < IN_FLIGHT) {
      const isTaken = sequencer.submit(order(state, count++), ({ rejection }) => {
        answered += 1;
        if (rejection !== undefined) rejections.add(rejection);
      });
      expect(isTaken, "the order is taken").toBe(true);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(process.memoryUsage().arrayBuffers - bytesBefore).toBeLessThan(BYTES_MAX);
  }
  await sequencer.drain();
  expect([answered, ...rejections]).toEqual([count]);
  return count;
}

/** Each table's rows as their number and a hash. */
function rowsOf(store: SqlStore): Readonly<Record<string, string>> {
  const rows = HISTORY_TABLES.map((table) => {
    const order = table.key.map(columnOf).join(", ");
    const cells = store.prepare(`SELECT * FROM ${table.name} ORDER BY ${order}`).all([]);
    const hash = createHash("sha256");
    for (const row of cells) hash.update(row.map(String).join("\u0000"));
    return [table.name, `${cells.length} ${hash.digest("hex")}`] as const;
  });
  return Object.fromEntries(rows);
}

/** The history as the events of a plain replay make it, batch by batch. */
async function rebuiltRows() {
  const sql = new SqliteStore(":memory:");
  const store = new HistoryStore(sql, SETTINGS);
  const log = new FileCommandLog({ directory: journalDirectory });
  const machine = new CoreMachine();
  const feed = new HistoryFeed(store, machine.state);
  await recover<Command, CoreMachine>({
    log,
    extent: await log.open(),
    codec: CORE_CODEC,
    createMachine: () => machine,
    onBatch: (events) => {
      feed.update();
      store.apply(events.words());
    },
  });
  await log.close();
  const rows = rowsOf(sql);
  store.close();
  return rows;
}

async function journalEnd(): Promise<DurableEnd> {
  const log = new FileCommandLog({ directory: journalDirectory });
  await log.open();
  const end = log.durableEnd;
  await log.close();
  return end;
}

/** Steps to the end of the journal; `beforeStep` and the memory of each step are seen. */
async function follow(store: HistoryStore, end: DurableEnd, beforeStep: () => void = () => {}) {
  const journal = new JournalFollower({ directory: journalDirectory, end });
  const snapshotDirectory = join(dataDir, "snapshots");
  const follower = await openFollower(store, journal, snapshotDirectory);
  const bytesBefore = process.memoryUsage().arrayBuffers;
  let refusals = 0;
  for (let hasMore = true; hasMore; ) {
    beforeStep();
    try {
      hasMore = await follower.step();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      refusals += 1;
    }
    expect(process.memoryUsage().arrayBuffers - bytesBefore).toBeLessThan(BYTES_MAX);
  }
  await journal.close();
  expect(store.appliedSeq).toBe(end.seq);
  return refusals;
}

/** The history as it grew beside the exchange; what it lacked at the end, a start adds. */
async function grownRows(end: DurableEnd) {
  const sql = new SqliteStore(historyPath);
  const store = new HistoryStore(sql, SETTINGS);
  await follow(store, end);
  const rows = rowsOf(sql);
  store.close();
  return rows;
}

/** The history as it grows from nothing when all is in the journal, on a disk that is often full. */
async function rowsOfFullDisk(end: DurableEnd) {
  const disk = new FullDiskStore();
  const store = new HistoryStore(disk, SETTINGS);
  let turn = 0;
  const refusals = await follow(store, end, () => {
    turn += 1;
    disk.failAt = turn % 3 === 1 ? disk.writes + turn : Number.POSITIVE_INFINITY;
  });
  expect(refusals).toBeGreaterThan(0);
  const rows = rowsOf(disk);
  store.close();
  return rows;
}

it("a history that lags refuses no order and misses no row", { timeout: DEADLINE_MS }, async () => {
  const engine = await foundedEngine(dataDir, Date.now, { handedWordsMax: HANDED_WORDS });
  const { history, state } = engine;
  const idle = userNamed(state, "unified-demo") ?? 0;
  await history.flush();
  const count = await flood(engine);

  expect(history.appliedSeq).toBeLessThan(state.seq);
  const page = await history.transfers({ user: idle, limit: 100 });
  expect(page.rows.length).toBeGreaterThan(0);
  expect(page.appliedSeq, "nobody waits for the rows of others").toBeLessThan(state.seq);
  const { clientOrderId, user } = order(state, count - 1) as PlaceOrder;
  const own = await history.orders({ user, limit: 1 }).catch(({ code }) => code);
  expect(own, "never a page without one's own writes").toSatisfy(
    (seen) => seen === "behind" || seen.rows[0].clientOrderId === clientOrderId,
  );
  const { seq } = state;
  expect(await history.flush()).toBeGreaterThanOrEqual(seq);
  await engine.stop();

  const end = await journalEnd();
  const rebuilt = await rebuiltRows();
  expect(rebuilt["orders"]).toMatch(new RegExp(`^${count} `));
  expect(await grownRows(end)).toEqual(rebuilt);
  expect(await rowsOfFullDisk(end)).toEqual(rebuilt);
});
