/** What can go wrong around the history that is not our mistake. */
export const HISTORY_FAULTS = ["behind", "busy", "closed", "storage", "worker_died"] as const;
export type HistoryFaultCode = (typeof HISTORY_FAULTS)[number];

/**
 * All but `closed` may pass: the history does not show the user's own last commands yet, has too
 * many queries, its store does not work, or its thread ended and is started again.
 */
export class HistoryFault extends Error {
  readonly code: HistoryFaultCode;

  constructor(code: HistoryFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Whether the same query may be answered in a moment. */
export function isPassing({ code }: HistoryFault): boolean {
  return code !== "closed";
}

/** The rows go further than the journal: acknowledged commands are gone from the disk. */
export class HistoryAhead extends Error {
  readonly code = "history_ahead";
  readonly path: string;
  /** Seq of the last command whose rows are there. */
  readonly historySeq: number;
  /** Seq of the last command of the journal. */
  readonly journalSeq: number;

  constructor(path: string, seqs: { readonly historySeq: number; readonly journalSeq: number }) {
    const { historySeq, journalSeq } = seqs;
    super(
      `the journal ends at seq ${journalSeq}, yet ${path} has rows up to seq ${historySeq}: ` +
        "restore the end of the journal from a copy",
    );
    this.path = path;
    this.historySeq = historySeq;
    this.journalSeq = journalSeq;
  }
}
