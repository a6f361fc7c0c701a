/** Finds the end of a journal that a backup takes, also while the journal is being written. */
import { setTimeout as sleep } from "node:timers/promises";
import { isSameHash } from "../../src/journal/command-log.ts";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { type JournalScan, type ScannedEnd, scanJournal } from "../../src/journal/scan-journal.ts";
import { segmentFirstSeq } from "../../src/journal/segment.ts";
import { listSegments } from "../../src/journal/segment-files.ts";

/** Longest wait for a batch that follows the end, in ms; a quiet journal has none. */
const GROWTH_MS_MAX = 1_000;
const LOOK_MS = 50;
const ATTEMPTS_MAX = 5;

/**
 * Returns the end of the journal. The exchange can remove its last batch again when the batch
 * became durable too late, but none that another batch follows. Therefore waits up to
 * `GROWTH_MS_MAX` for a following batch; in a quiet journal takes the last batch, which has been
 * there all the time.
 * Throws when the journal is damaged or empty.
 */
export async function settledEnd(directory: string): Promise<ScannedEnd> {
  for (let attempt = 1; ; attempt++) {
    try {
      const end = await endOf(directory);
      if (await isSettled(directory, end)) return end;
    } catch (thrown) {
      // The writer may have replaced the batch that was being read; real damage remains.
      if (attempt === ATTEMPTS_MAX) throw thrown;
    }
    if (attempt === ATTEMPTS_MAX) throw new Error(`${directory} changes too fast: try again`);
  }
}

/** Scans the last segment. */
async function endOf(directory: string): Promise<ScannedEnd> {
  const name = (await listSegments(nodeFileLayer, directory)).at(-1);
  const scan = scanJournal(nodeFileLayer, directory, segmentFirstSeq(name ?? ""));
  const { end } = await restOf(scan);
  if (end === undefined) throw new Error(`${directory} contains no command: nothing to back up`);
  return end;
}

async function restOf(scan: AsyncGenerator<unknown, JournalScan, void>): Promise<JournalScan> {
  let step = await scan.next();
  while (step.done !== true) step = await scan.next();
  return step.value;
}

/** Returns false when the batch at `end` was removed. */
async function isSettled(directory: string, end: ScannedEnd): Promise<boolean> {
  const untilMs = performance.now() + GROWTH_MS_MAX;
  for (;;) {
    const now = await endOf(directory);
    if (now.seq > end.seq) return isInJournal(directory, end);
    if (!isSameHash(now.hash, end.hash)) return false;
    if (performance.now() >= untilMs) return true;
    await sleep(LOOK_MS);
  }
}

/** Returns whether the journal has a batch that ends at this seq with this hash. */
export async function isInJournal(
  directory: string,
  end: Pick<ScannedEnd, "seq" | "hash">,
): Promise<boolean> {
  for await (const batch of scanJournal(nodeFileLayer, directory, end.seq)) {
    const lastSeq = batch.firstSeq + batch.count - 1;
    if (lastSeq >= end.seq) return lastSeq === end.seq && isSameHash(batch.hash, end.hash);
  }
  return false;
}
