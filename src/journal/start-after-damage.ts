/** What damage of an old file means for a start: which files recovery reads. */

export type DamagedFile = {
  readonly kind: "segment" | "snapshot";
  /** Last command in the segment, or in the snapshot. */
  readonly lastSeq: number;
};

/** The files as they are: what recovery finds. */
export type StartFiles = {
  /** First seq of the journal. */
  readonly firstSeq: number;
  /** Of the snapshots that are not damaged. */
  readonly snapshotSeqs: readonly number[];
  readonly damaged: readonly DamagedFile[];
};

/**
 * Says what a start would do without the damaged file. It begins at the newest intact snapshot, or
 * at the first command without one, and reads every segment from there on.
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
