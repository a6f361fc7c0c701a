import { expect, it } from "vitest";
import { SimulatedDisk } from "../../test/crash/support/simulated-disk.ts";
import { GENESIS_HASH } from "./command-log.ts";
import { SnapshotStore } from "./snapshot-store.ts";

it("keeps the newest two snapshots, and the one that a reader of the journal needs", async () => {
  let neededSeq = 25;
  const store = new SnapshotStore({
    directory: "/disk/snapshots",
    files: new SimulatedDisk(1),
    neededSeq: () => neededSeq,
  });
  await store.open();
  const kept: number[][] = [];
  for (const seq of [10, 20, 30, 40, 50, 60]) {
    if (seq === 60) neededSeq = 41;
    const state = new Uint8Array(8).fill(seq);
    await store.write({ seq, timeMs: seq, journalHash: GENESIS_HASH, state });
    kept.push(await store.list());
  }
  expect(kept).toEqual([[10], [20, 10], [30, 20], [40, 30, 20], [50, 40, 20], [60, 50, 40]]);
});
