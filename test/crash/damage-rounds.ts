/** Damages a journal everywhere, and checks what recovery makes of it. */
import { LogFault, type LoggedBatch } from "../../src/journal/command-log.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { RecoveryFault } from "../../src/journal/recovery.ts";
import { accepting, drive, JOURNAL, recoverFrom, startRig } from "./support/rig.ts";
import { Seeded } from "./support/seeded.ts";
import { SimulatedDisk } from "./support/simulated-disk.ts";

/** Small: start-up reads the whole of the last one, 65,000 times here. */
export const SEGMENT_BYTES = 8 * 1024;
export const JOURNAL_BYTES_MIN = 64 * 1024;
export const RECORDS_MIN = 300;
/** Refusals that are checked through the whole of start-up as well. */
const START_CHECKED_EVERY = 20;

/** A journal of several segments, and where each of its batches ends. */
export interface JournalSample {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly batches: readonly LoggedBatch[];
  /** Bytes of the journal, its files laid end to end, up to the end of its last batch. */
  readonly lengthBytes: number;
}

export async function makeJournalSample(): Promise<JournalSample> {
  const disk = new SimulatedDisk(1);
  const rig = await startRig(disk, { segmentBytes: SEGMENT_BYTES });
  let id = 0;
  const nextId = (): number => id++;
  const load = { random: new Seeded(2), commands: 200, nextId, acknowledged: new Map() };
  while ((await rig.log.read(1, 10_000)).length < RECORDS_MIN) await drive(rig, load);
  const enough = JOURNAL_BYTES_MIN / SEGMENT_BYTES + 1;
  // The last segment is well filled: only there can damage be distinguished from a torn write.
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
  sample: JournalSample,
  change: (index: number, bytes: Uint8Array) => Uint8Array,
): SimulatedDisk {
  const disk = new SimulatedDisk(3);
  sample.files.forEach(({ path, bytes }, index) => {
    const changed = change(index, bytes);
    if (changed.length > 0) disk.place(path, changed);
  });
  return disk;
}

export function cutAt(sample: JournalSample, length: number): SimulatedDisk {
  return diskWith(sample, (index, bytes) =>
    bytes.subarray(0, Math.max(0, length - index * SEGMENT_BYTES)),
  );
}

/** Where a batch ends, and what is recovered when nothing follows it. */
export interface BatchEnd {
  readonly at: number;
  readonly lastSeq: number;
  readonly hash: string;
}

/** Ends of batches as offsets in the files laid end to end, with what is then recovered. */
export function findEnds(sample: JournalSample): BatchEnd[] {
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

export interface CutResult {
  readonly journalBytes: number;
  readonly records: number;
  /** Lengths that the journal was cut to, each of which recovered the longest valid prefix. */
  readonly cuts: number;
}

/** Starts without the operator's acceptance that are checked as well: one of so many. */
const REFUSAL_CHECKED_EVERY = 16;

/**
 * Cuts at every byte. Throws when a cut segment is opened without the operator's acceptance, or
 * when anything but the longest valid prefix is recovered with it.
 */
export async function cutEverywhere(sample: JournalSample): Promise<CutResult> {
  const ends = findEnds(sample);
  let expected = 0;
  for (let length = 0; length <= sample.lengthBytes; length++) {
    while ((ends[expected + 1]?.at ?? Number.POSITIVE_INFINITY) <= length) expected++;
    const files = cutAt(sample, length);
    if (length % REFUSAL_CHECKED_EVERY === 1) await checkCutRefused(files);
    const acceptLossAfter = ends[expected]?.lastSeq ?? 0;
    const log = new FileCommandLog({
      ...{ directory: JOURNAL, files, segmentBytes: SEGMENT_BYTES },
      expected: accepting({ acceptLossAfter }),
    });
    const { lastHash, lastSeq } = await log.open();
    // The hash covers every byte of the prefix.
    const hash = Buffer.from(lastHash).toString("hex");
    const end = ends[expected];
    if (lastSeq !== end?.lastSeq || hash !== end.hash) {
      const wanted = `seq ${end?.lastSeq}, hash ${end?.hash}`;
      throw new Error(`cut at byte ${length}: ${wanted} expected, seq ${lastSeq}, hash ${hash}`);
    }
    await log.close();
  }
  if (expected !== sample.batches.length) throw new Error("the whole journal has every record");
  const { lengthBytes } = sample;
  return { journalBytes: lengthBytes, records: sample.batches.length, cuts: lengthBytes + 1 };
}

/** A segment has its whole length and its header before it has its name. */
async function checkCutRefused(files: SimulatedDisk): Promise<void> {
  const paths = files.paths();
  const log = new FileCommandLog({ directory: JOURNAL, files, segmentBytes: SEGMENT_BYTES });
  try {
    await log.open();
  } catch (thrown) {
    const isRefused = thrown instanceof LogFault && thrown.code === "end_missing";
    if (isRefused && String(paths) === String(files.paths())) return;
    throw thrown;
  }
  throw new Error("a cut segment was opened");
}

type FlipOutcome = "refused" | "cut" | "unharmed";

export interface FlipResult {
  readonly flips: number;
  /** Damage before an intact batch: the exchange does not start. */
  readonly refused: number;
  /** Damage in the last batch: a torn write, which is cut off. */
  readonly cut: number;
  /** In the alignment between batches or the unused end of a file. */
  readonly unharmed: number;
}

/** Flips one bit at a time. Throws when a damaged record is served, or damage is passed over. */
export async function flipBits(
  sample: JournalSample,
  terms: { readonly flips: number; readonly random: Seeded },
): Promise<FlipResult> {
  const original = sample.batches.map((batch) => Buffer.from(batch.hash).toString("hex"));
  const tally = { refused: 0, cut: 0, unharmed: 0 };
  for (let flip = 0; flip < terms.flips; flip++) {
    const at = terms.random.below(sample.lengthBytes);
    const files = diskWithFlip(sample, at, 1 << terms.random.below(8));
    const outcome = await outcomeOf(files, original);
    tally[outcome] += 1;
    if (outcome === "unharmed" && byteAt(sample, at) !== 0) {
      throw new Error(`damage at byte ${at}, in use, was passed over`);
    }
    if (outcome === "refused" && flip % START_CHECKED_EVERY === 0) await checkRefusedStart(files);
  }
  return { flips: terms.flips, ...tally };
}

function byteAt(sample: JournalSample, at: number): number | undefined {
  return sample.files[Math.floor(at / SEGMENT_BYTES)]?.bytes[at % SEGMENT_BYTES];
}

function diskWithFlip(sample: JournalSample, at: number, bit: number): SimulatedDisk {
  return diskWith(sample, (index, bytes) => {
    const inside = at - index * SEGMENT_BYTES;
    if (inside < 0 || inside >= bytes.length) return bytes;
    const changed = bytes.slice();
    changed[inside] = (changed[inside] ?? 0) ^ bit;
    return changed;
  });
}

/** Opens what is on `files`, and throws unless all that is served is what was written. */
async function outcomeOf(files: SimulatedDisk, original: readonly string[]): Promise<FlipOutcome> {
  const log = new FileCommandLog({ directory: JOURNAL, files, segmentBytes: SEGMENT_BYTES });
  let served: readonly LoggedBatch[];
  try {
    await log.open();
    served = await log.read(1, 10_000);
  } catch (thrown) {
    if (thrown instanceof LogFault && thrown.code === "damaged") return "refused";
    throw thrown;
  } finally {
    await log.close();
  }
  const hashes = served.map((batch) => Buffer.from(batch.hash).toString("hex"));
  if (hashes.some((hash, at) => hash !== original[at])) {
    throw new Error("a damaged record was served");
  }
  if (hashes.length < original.length - 1) throw new Error("intact records were cut off");
  return hashes.length === original.length ? "unharmed" : "cut";
}

async function checkRefusedStart(files: SimulatedDisk): Promise<void> {
  try {
    await recoverFrom(files, { segmentBytes: SEGMENT_BYTES });
  } catch (thrown) {
    if (thrown instanceof RecoveryFault || thrown instanceof LogFault) return;
    throw thrown;
  }
  throw new Error("the exchange started on a damaged journal");
}
