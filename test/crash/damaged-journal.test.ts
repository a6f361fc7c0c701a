/** Cuts at every byte and flips of single bits: what recovery makes of a damaged journal. */
import { beforeAll, describe, expect, it } from "vitest";
import { LogFault, type LoggedBatch } from "../../src/journal/command-log.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { RecoveryFault } from "../../src/journal/recovery.ts";
import { drive, JOURNAL, recoverFrom, startRig } from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk } from "./support/simulated-disk.ts";

/** Small: start-up reads the whole of the last one, 65,000 times here. */
const SEGMENT_BYTES = 8 * 1024;
const JOURNAL_BYTES_MIN = 64 * 1024;
const RECORDS_MIN = 300;
const FLIPS = 9_000;
/** Refusals that are checked through the whole of start-up as well. */
const START_CHECKED_EVERY = 20;

/** A journal of several segments, and where each of its batches ends. */
interface Sample {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly batches: readonly LoggedBatch[];
  /** Bytes of the journal, its files laid end to end, up to the end of its last batch. */
  readonly lengthBytes: number;
}

async function makeSample(): Promise<Sample> {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk, { segmentBytes: SEGMENT_BYTES });
  let id = 0;
  const nextId = (): number => id++;
  const load = { random: new Seeded(2), commands: 200, nextId, acknowledged: new Map() };
  while ((await rig.log.read(1, 10_000)).length < RECORDS_MIN) await drive(rig, load);
  const enough = JOURNAL_BYTES_MIN / SEGMENT_BYTES + 1;
  // The last segment is well filled: only there is damage told from a torn write.
  for (;;) {
    const paths = disk.paths().filter((path) => path.endsWith(".segment"));
    const last = disk.bytesOf(paths[paths.length - 1] ?? "");
    if (paths.length >= enough && last.findLastIndex((byte) => byte !== 0) > SEGMENT_BYTES / 2)
      break;
    await drive(rig, { ...load, commands: 10 });
  }
  const batches = await rig.log.read(1, 10_000);
  await rig.sequencer.stop();
  const paths = disk.paths().filter((path) => path.endsWith(".segment"));
  const files = paths.map((path) => ({ path, bytes: disk.bytesOf(path).slice() }));
  const last = files[files.length - 1]?.bytes ?? new Uint8Array(0);
  const lastLength = last.findLastIndex((byte) => byte !== 0) + 1;
  return { files, batches, lengthBytes: (files.length - 1) * SEGMENT_BYTES + lastLength };
}

/** The sample's bytes as `change` leaves them, on a disk of their own. */
function diskWith(
  sample: Sample,
  change: (index: number, bytes: Uint8Array) => Uint8Array,
): SimulatedDisk {
  const disk = new SimulatedDisk(3);
  sample.files.forEach(({ path, bytes }, index) => {
    const changed = change(index, bytes);
    if (changed.length > 0) disk.place(path, changed);
  });
  return disk;
}

function cutAt(sample: Sample, length: number): SimulatedDisk {
  return diskWith(sample, (index, bytes) =>
    bytes.subarray(0, Math.max(0, length - index * SEGMENT_BYTES)),
  );
}

/** Ends of batches as offsets in the files laid end to end, with what is then recovered. */
async function findEnds(sample: Sample): Promise<{ at: number; lastSeq: number; hash: string }[]> {
  const ends = [{ at: 0, lastSeq: 0, hash: "00".repeat(16) }];
  let from = 0;
  for (const batch of sample.batches) {
    const needle = Buffer.from(batch.payload);
    const file = Math.floor(from / SEGMENT_BYTES);
    for (let index = file; index < sample.files.length; index++) {
      const bytes = Buffer.from(sample.files[index]?.bytes ?? []);
      const found = bytes.indexOf(needle, Math.max(0, from - index * SEGMENT_BYTES));
      if (found < 0) continue;
      from = index * SEGMENT_BYTES + found + needle.length;
      break;
    }
    const lastSeq = batch.firstSeq + batch.count - 1;
    ends.push({ at: from, lastSeq, hash: Buffer.from(batch.hash).toString("hex") });
  }
  return ends;
}

describe("a damaged journal", () => {
  let sample: Sample;
  beforeAll(async () => {
    sample = await makeSample();
  });

  it("recovers exactly the longest valid prefix wherever it is cut", async () => {
    expect(sample.lengthBytes).toBeGreaterThanOrEqual(JOURNAL_BYTES_MIN);
    expect(sample.batches.length).toBeGreaterThanOrEqual(RECORDS_MIN);
    const ends = await findEnds(sample);
    let expected = 0;
    for (let length = 0; length <= sample.lengthBytes; length++) {
      while ((ends[expected + 1]?.at ?? Number.POSITIVE_INFINITY) <= length) expected++;
      const files = cutAt(sample, length);
      const log = new FileCommandLog({ directory: JOURNAL, files, segmentBytes: SEGMENT_BYTES });
      const { lastHash, lastSeq } = await log.open();
      const found = {
        at: ends[expected]?.at,
        lastSeq,
        hash: Buffer.from(lastHash).toString("hex"),
      };
      // The hash covers every byte of the prefix; comparing objects 65,000 times costs too much.
      if (found.lastSeq !== ends[expected]?.lastSeq || found.hash !== ends[expected]?.hash) {
        expect({ length, ...found }).toEqual({ length, ...ends[expected] });
      }
      await log.close();
    }
    expect(expected).toBe(sample.batches.length);
  }, 120_000);

  it("replays what is left after a cut, and goes on from there", async () => {
    const ends = await findEnds(sample);
    for (let index = 0; index < ends.length; index += 9) {
      for (const shift of [-1, 0, 1]) {
        const files = cutAt(sample, Math.max(0, (ends[index]?.at ?? 0) + shift));
        const rig = await startRig(files, { segmentBytes: SEGMENT_BYTES });
        const acknowledged = new Map<number, number>();
        let id = 1_000_000;
        const nextId = (): number => id++;
        await drive(rig, { random: new Seeded(index), commands: 5, nextId, acknowledged });
        await rig.sequencer.stop();
        const end = ends[shift < 0 ? Math.max(0, index - 1) : index]?.lastSeq ?? 0;
        const again = await recoverFrom(files, { segmentBytes: SEGMENT_BYTES });
        expect(again.appliedSeq).toBe(end + 5);
        await again.log.close();
      }
    }
  });

  it("never serves a flipped bit, and refuses to start when an intact batch follows it", async () => {
    const random = new Seeded(4);
    const original = sample.batches.map((batch) => Buffer.from(batch.hash).toString("hex"));
    const tally = { refused: 0, cut: 0, unharmed: 0 };
    for (let flip = 0; flip < FLIPS; flip++) {
      const at = random.below(sample.lengthBytes);
      const bit = 1 << random.below(8);
      const files = diskWith(sample, (index, bytes) => {
        const inside = at - index * SEGMENT_BYTES;
        if (inside < 0 || inside >= bytes.length) return bytes;
        const changed = bytes.slice();
        changed[inside] = (changed[inside] ?? 0) ^ bit;
        return changed;
      });
      const outcome = await outcomeOf(files, original);
      tally[outcome] += 1;
      if (outcome === "refused" && flip % START_CHECKED_EVERY === 0) {
        await expectRefusedStart(files);
      }
    }
    expect(tally.refused + tally.cut + tally.unharmed).toBe(FLIPS);
    // Only the last batch may be cut; only alignment and unused ends of files do no harm.
    expect(tally.refused).toBeGreaterThan(FLIPS * 0.9);
    expect(tally.cut).toBeGreaterThan(0);
  }, 120_000);
});

/** Starts on `files` and checks that all that is served is what was written. */
async function outcomeOf(
  files: SimulatedDisk,
  original: readonly string[],
): Promise<"refused" | "cut" | "unharmed"> {
  const log = new FileCommandLog({ directory: JOURNAL, files, segmentBytes: SEGMENT_BYTES });
  let served: readonly LoggedBatch[];
  try {
    await log.open();
    served = await log.read(1, 10_000);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(LogFault);
    expect(thrown).toMatchObject({ code: "damaged" });
    return "refused";
  } finally {
    await log.close();
  }
  const hashes = served.map((batch) => Buffer.from(batch.hash).toString("hex"));
  expect(hashes).toEqual(original.slice(0, hashes.length));
  expect(hashes.length).toBeGreaterThanOrEqual(original.length - 1);
  return hashes.length === original.length ? "unharmed" : "cut";
}

async function expectRefusedStart(files: SimulatedDisk): Promise<void> {
  try {
    await recoverFrom(files, { segmentBytes: SEGMENT_BYTES });
  } catch (thrown) {
    const isRefusal = thrown instanceof RecoveryFault || thrown instanceof LogFault;
    expect(isRefusal).toBe(true);
    return;
  }
  throw new Error("the exchange started on a damaged journal");
}
