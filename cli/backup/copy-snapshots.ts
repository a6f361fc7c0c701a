/** Copies the snapshots of an exchange into a backup, in two steps. */
import { join } from "node:path";
import { nodeFileLayer } from "../../src/journal/node-file-layer.ts";
import { messageOf } from "../../src/journal/operating-fault.ts";
import { snapshotName, snapshotSeq } from "../../src/journal/snapshot-format.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import { readSmallFile, writeSmallFile } from "../../src/journal/write-small-file.ts";

/** Suffix of a snapshot in a backup whose journal may not reach it yet. */
const STAGED_SUFFIX = ".staged";

export interface StagedSnapshots {
  /** Seqs of the snapshots that the backup is to have, newest first. */
  readonly seqs: readonly number[];
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/**
 * Copies the intact snapshots that the backup does not have. They get their names in
 * `placeSnapshots`, after the journal has been copied: until then the backup is what it was.
 */
export async function stageSnapshots(from: string, to: string): Promise<StagedSnapshots> {
  const source = new SnapshotStore({ directory: from });
  const present = await nodeFileLayer.list(to);
  await nodeFileLayer.createDirectory(to);
  const seqs: number[] = [];
  const warnings: string[] = [];
  let bytes = 0;
  for (const seq of await source.list()) {
    const name = snapshotName(seq);
    try {
      await source.read(seq);
      if (!present.includes(name)) {
        const content = await readSmallFile(nodeFileLayer, join(from, name));
        if (content === undefined) continue;
        await writeSmallFile(nodeFileLayer, join(to, `${name}${STAGED_SUFFIX}`), content);
        bytes += content.length;
      }
      seqs.push(seq);
    } catch (thrown) {
      // The exchange removes old snapshots while it runs; the journal makes up for a damaged one.
      warnings.push(`the snapshot ${seq} was left out: ${messageOf(thrown)}`);
    }
  }
  return { seqs, bytes, warnings };
}

/** Gives the staged snapshots their names, and removes those that the exchange no longer has. */
export async function placeSnapshots(to: string, seqs: readonly number[]): Promise<void> {
  const wanted = new Set(seqs);
  for (const fileName of await nodeFileLayer.list(to)) {
    const isStaged = fileName.endsWith(STAGED_SUFFIX);
    const name = isStaged ? fileName.slice(0, -STAGED_SUFFIX.length) : fileName;
    const seq = snapshotSeq(name);
    const path = join(to, fileName);
    if (seq === undefined) continue;
    if (!wanted.has(seq)) await nodeFileLayer.remove(path);
    else if (isStaged) await nodeFileLayer.rename(path, join(to, name));
  }
  await nodeFileLayer.flushDirectory(to);
}
