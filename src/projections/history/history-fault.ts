/** Codes of operating faults of the history. */
export const HISTORY_FAULTS = ["behind", "busy", "closed", "storage", "worker_died"] as const;
export type HistoryFaultCode = (typeof HISTORY_FAULTS)[number];

/**
 * Fault of a query. All but `closed` may pass: the history does not contain the last commands of
 * the user yet, has too many queries, its store does not work, or its thread is restarting.
 */
export class HistoryFault extends Error {
  readonly code: HistoryFaultCode;

  constructor(code: HistoryFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Whether a retry of the same query may succeed soon. */
export function isPassing({ code }: HistoryFault): boolean {
  return code !== "closed";
}

/** The history has rows beyond the end of the journal: durable commands were lost. */
export class HistoryAhead extends Error {
  readonly code = "history_ahead";
  readonly path: string;
  /** Seq of the last command with committed rows. */
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
