import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { foundedEngine, spotOrder } from "../../../test/support/engine-on-disk.ts";
import { FileCommandLog } from "../../journal/file-command-log.ts";
import { type Snapshot, snapshotName } from "../../journal/snapshot-format.ts";
import { SnapshotStore } from "../../journal/snapshot-store.ts";
import type { AppliedBatch } from "../../sequencer/port.ts";
import { ThreadSnapshots } from "./thread-snapshots.ts";

const dataDir = mkdtempSync(join(tmpdir(), "bourse-snapshots-"));
const directories = {
  journalDirectory: join(dataDir, "journal"),
  snapshotDirectory: join(dataDir, "snapshots"),
};
const store = new SnapshotStore({ directory: directories.snapshotDirectory });
const log = new FileCommandLog({ directory: directories.journalDirectory });
afterAll(async () => {
  await log.close();
  rmSync(dataDir, { recursive: true });
});

/** What the exchange itself wrote at its last stop. */
let expected: Snapshot;

beforeAll(async () => {
  for (const price of [7_000_000, 7_000_010]) {
    const { sequencer, state, stop } = await foundedEngine(dataDir);
    const terms = { user: "classic", side: "sell", price, size: 100 } as const;
    await sequencer.submitAndWait(spotOrder(state, terms));
    await stop();
  }
  const [newest = 0] = await store.list();
  expected = await store.read(newest);
  rmSync(join(directories.snapshotDirectory, snapshotName(newest)));
  await log.open();
});

function maker(): ThreadSnapshots {
  return new ThreadSnapshots({ ...directories, firstSeq: 1, durableEnd: () => log.durableEnd });
}

function last(): AppliedBatch {
  const { journalHash, seq, timeMs } = expected;
  return { journalHash, seq, timeMs };
}

it("gives the snapshot that the exchange would write, from an older one and the journal", async () => {
  expect(await store.list()).toHaveLength(1);
  const { cpuMs, snapshot } = await maker().make(last());
  expect(snapshot).toMatchObject(last());
  expect(Buffer.compare(snapshot.state, expected.state)).toBe(0);
  expect(cpuMs).toBeGreaterThan(0);
  await store.write(snapshot);
  expect(await store.read(expected.seq)).toEqual(expected);
});

it("rejects a batch that the journal does not lead to", async () => {
  const other = { ...last(), journalHash: new Uint8Array(16) };
  rmSync(join(directories.snapshotDirectory, snapshotName(expected.seq)), { force: true });
  await expect(maker().make(other)).rejects.toThrow("is not the journal's");
});

it("rejects when it is canceled", async () => {
  const snapshots = maker();
  const made = snapshots.make(last());
  const rejected = expect(made).rejects.toThrow("ended without a snapshot");
  await snapshots.cancel();
  await rejected;
});

it("replays from the first command without a snapshot", async () => {
  rmSync(directories.snapshotDirectory, { recursive: true });
  const { snapshot } = await maker().make(last());
  expect(Buffer.compare(snapshot.state, expected.state)).toBe(0);
});
