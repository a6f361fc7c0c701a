import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendTicks } from "../../../test/support/append-ticks.ts";
import { FullDiskStore } from "../../../test/support/full-disk-store.ts";
import { tickEvents } from "../../../test/support/tick-events.ts";
import type { Command } from "../../core/commands/commands.ts";
import { FileCommandLog } from "../../journal/file-command-log.ts";
import { type DurableEnd, JournalFollower } from "../../journal/journal-follower.ts";
import { replayedSnapshot } from "../../journal/replayed-snapshot.ts";
import { SnapshotStore } from "../../journal/snapshot-store.ts";
import { HistoryStore } from "../../projections/history/history-store.ts";
import { RETENTION_DEFAULT } from "../../projections/history/limits.ts";
import { StoreUnavailable } from "../../projections/store/sql-store.ts";
import { CORE_CODEC, CoreMachine } from "../core-machine.ts";
import { HistoryFollower } from "./history-follower.ts";
import { ReceivedEvents } from "./received-events.ts";

/** In the journal a tick is `seq` seconds after 1970; in memory half a second later. */
const LATER_MS = 500;

let folder = "";
let snapshotDirectory = "";
let log: FileCommandLog;
let received: ReceivedEvents;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "bourse-follower-"));
  snapshotDirectory = join(folder, "snapshots");
  log = new FileCommandLog({ directory: join(folder, "journal") });
  await log.open();
  received = new ReceivedEvents();
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

function handOver(afterSeq: number, count: number): void {
  const seqs = Array.from({ length: count }, (_, index) => afterSeq + 1 + index);
  const blocks = seqs.map((endSeq) => ({
    endSeq,
    words: tickEvents(endSeq, endSeq * 1_000 + LATER_MS),
  }));
  received.add({ afterSeq, blocks, listing: [] });
}

async function opened(end: DurableEnd = log.durableEnd, directory = join(folder, "journal")) {
  const disk = new FullDiskStore();
  const store = new HistoryStore(disk, { quietUsers: [], retention: RETENTION_DEFAULT });
  const journal = new JournalFollower({ directory, end });
  const follower = await HistoryFollower.open({
    ...{ store, journal, received, extent: { firstSeq: 1 } },
    snapshots: new SnapshotStore({ directory: snapshotDirectory }),
    onSnapshotFault: () => expect.unreachable(),
  });
  /** Steps to the end; answers the time of the last command after each step. */
  const run = async (): Promise<number[]> => {
    const times: number[] = [];
    while (await follower.step()) times.push(store.appliedMs);
    return times;
  };
  return { disk, store, journal, follower, run };
}

describe("a history that follows the exchange", () => {
  it("writes events that were handed over without reading the journal", async () => {
    await appendTicks(log, 1, 5);
    handOver(0, 5);
    const { journal, run } = await opened(log.durableEnd, join(folder, "absent"));
    expect(await run()).toEqual([5_500]);
    handOver(5, 1);
    expect(await run()).toEqual([6_500]);
    await journal.close();
  });

  it("reads the commands before the first events from the journal, and no others", async () => {
    await appendTicks(log, 1, 5);
    handOver(3, 2);
    const { journal, run } = await opened();
    expect(await run()).toEqual([3_000, 5_500]);
    await journal.close();
  });

  it("reads what was left out between events from the journal", async () => {
    await appendTicks(log, 1, 9);
    handOver(0, 2);
    handOver(6, 2);
    const { journal, run } = await opened();
    expect(await run(), "to the durable end").toEqual([2_500, 6_000, 8_500, 9_000]);
    handOver(8, 3);
    expect(await run(), "a block of which the first command has its rows").toEqual([11_500]);
    await journal.close();
  });

  it("replays from the snapshot that the rows have passed, though newer ones end after it", async () => {
    await appendTicks(log, 1, 6);
    const known = { ...log.durableEnd, seq: 4 };
    const places = { journalDirectory: join(folder, "journal"), snapshotDirectory };
    const snapshots = new SnapshotStore({ directory: snapshotDirectory, neededSeq: () => 3 });
    await snapshots.open();
    for (const batch of await log.read(2, 5)) {
      if (batch.firstSeq % 3 === 0) continue;
      const end = { ...log.durableEnd, seq: batch.firstSeq };
      const place = { ...places, firstSeq: 1, end, journalHash: batch.hash };
      const createMachine = (): CoreMachine => new CoreMachine();
      const terms = { place, codec: CORE_CODEC, createMachine };
      await snapshots.write(await replayedSnapshot<Command, CoreMachine>(terms));
    }
    expect(await snapshots.list()).toEqual([5, 4, 2]);
    handOver(0, 3);
    const { journal, run } = await opened(known);
    expect(await run()).toEqual([3_500, 4_000]);
    await journal.close();
  });

  it.each([
    ["from the journal", 0],
    ["that were handed over", 4],
  ])("writes events %s again where the disk was full", async (_from, handed) => {
    await appendTicks(log, 1, 4);
    if (handed > 0) handOver(0, handed);
    const { disk, follower, journal, store } = await opened();
    disk.failAt = disk.writes + 1;
    await expect(follower.step()).rejects.toThrow(StoreUnavailable);
    expect(store.appliedSeq).toBe(0);
    disk.failAt = Number.POSITIVE_INFINITY;
    expect(await follower.step()).toBe(true);
    expect([store.appliedSeq, store.appliedMs]).toEqual([4, handed > 0 ? 4_500 : 4_000]);
    expect(await follower.step()).toBe(false);
    await journal.close();
  });
});
