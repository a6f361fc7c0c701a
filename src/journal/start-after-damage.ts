/** Effect of damage in an old file on a start, derived from the files that recovery reads. */

export type DamagedFile = {
  readonly kind: "segment" | "snapshot";
  /** Seq of the last command in the segment or snapshot. */
  readonly lastSeq: number;
};

/** Files available to recovery. */
export type StartFiles = {
  /** First seq of the journal. */
  readonly firstSeq: number;
  /** Seqs of the intact snapshots. */
  readonly snapshotSeqs: readonly number[];
  readonly damaged: readonly DamagedFile[];
};

/**
 * Describes a start without the damaged file. A start loads the newest intact snapshot, or begins
 * with the first command, and reads every segment after it.
 */
export function effectOfDamage(file: DamagedFile, start: StartFiles): string {
  const { damaged, firstSeq, snapshotSeqs } = start;
  const beginSeq = Math.max(0, ...snapshotSeqs);
  const isRead = ({ kind, lastSeq }: DamagedFile): boolean =>
    kind === "segment" && lastSeq > beginSeq;
  if (isRead(file)) return "a start needs this file and would be refused";
  if (file.kind === "segment") {
    return "a start does not need this file, but a history that is written anew does";
  }
  if (beginSeq + 1 < firstSeq || damaged.some(isRead)) {
    return "a start needs this file and would be refused";
  }
  if (beginSeq === 0) return "a start would replay the journal from its first command";
  return "a start would begin at another snapshot";
}
