/** No room on the disk: nothing more is acknowledged, reads go on, and so does all with room. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drive, journaledIds, recoverFrom, startRig, turn } from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk } from "./support/simulated-disk.ts";
import { deposit } from "./support/toy-machine.ts";

const TURNS_MAX = 10_000;
const SEGMENT_BYTES = 4 * 1024;

describe("on a full disk", () => {
  it("acknowledges nothing, answers reads, and resumes when there is room", async () => {
    const disk = new SimulatedDisk(1);
    const rig = await startRig(disk, { segmentBytes: SEGMENT_BYTES });
    const acknowledged = new Map<number, number>();
    let ids = 0;
    const nextId = (): number => ids++;
    await drive(rig, { random: new Seeded(1), commands: 50, nextId, acknowledged });
    disk.capacityBytes = 6 * SEGMENT_BYTES + 100;
    let taken = 50;
    for (let count = 0; rig.sequencer.refusal() === undefined; count++) {
      if (count > TURNS_MAX) throw new Error("the disk never filled");
      const id = nextId();
      rig.sequencer.submit(deposit(id, id, 1), ({ seq }) => acknowledged.set(seq, id));
      taken += 1;
      await turn();
    }
    expect(rig.sequencer.refusal()).toBe("storage_full");
    expect(rig.sequencer.submit(deposit(999_999, 1, 1), () => undefined)).toBe(false);
    const before = acknowledged.size;
    for (let count = 0; count < 20; count++) await turn();
    expect(acknowledged.size).toBe(before);
    expect(before).toBeLessThan(taken);
    expect(rig.sequencer.snapshot().seq).toBe(before);
    expect(rig.recovered.machine.seq).toBe(before);

    disk.capacityBytes = Number.POSITIVE_INFINITY;
    await rig.sequencer.drain();
    expect(acknowledged.size).toBe(taken);
    expect(rig.sequencer.refusal()).toBeUndefined();
    await drive(rig, { random: new Seeded(2), commands: 50, nextId, acknowledged });
    await rig.sequencer.stop();
    const after = await recoverFrom(disk);
    expect((await journaledIds(after.log)).size).toBe(taken + 50);
    expect(after.machine.encodeState()).toEqual(rig.recovered.machine.encodeState());
  });

  it("stops within bounds while it is full, and never calls the outcome failed", async () => {
    const disk = new SimulatedDisk(1);
    const rig = await startRig(disk, { segmentBytes: SEGMENT_BYTES, storageRetryMs: 60_000 });
    disk.capacityBytes = 0;
    const outcomes: Promise<unknown>[] = [];
    for (let id = 0; rig.sequencer.refusal() === undefined; id++) {
      outcomes.push(rig.sequencer.submitAndWait(deposit(id, 1, 1)));
      await turn();
    }
    await expect(rig.sequencer.submitAndWait(deposit(0, 1, 1))).rejects.toMatchObject({
      code: "storage_full",
    });
    await rig.sequencer.stop();
    const settled = await Promise.allSettled(outcomes);
    const unknown = settled.filter((one) => one.status === "rejected");
    expect(unknown.length).toBeGreaterThan(0);
    for (const { reason } of unknown) expect(reason).toMatchObject({ code: "outcome_unknown" });
  });

  it.skipIf(!canMount())("does so on a real file system of 3 MiB", () => {
    const directory = mkdtempSync(join(tmpdir(), "bourse-full-"));
    try {
      const child = join(import.meta.dirname, "full-disk-child.ts");
      const script = `mount -t tmpfs -o size=3m tmpfs "$1" && exec "$2" "$3" "$1"`;
      const shell = ["sh", "-c", script, "sh", directory, process.execPath, child];
      const output = execFileSync("unshare", ["-Urm", ...shell], { encoding: "utf8" });
      expect(JSON.parse(output)).toEqual({
        isRefusing: true,
        acknowledgedWhileFull: 0,
        isRead: true,
        isComplete: true,
        isReplayed: true,
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

/** Whether this user may mount in a namespace of its own. */
function canMount(): boolean {
  try {
    execFileSync("unshare", ["-Urm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
