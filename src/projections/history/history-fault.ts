/** What can go wrong around the history that is not our mistake. */
export const HISTORY_FAULTS = ["behind", "busy", "closed", "storage", "worker_died"] as const;
export type HistoryFaultCode = (typeof HISTORY_FAULTS)[number];

/**
 * `behind`, `busy` and `storage` may pass: the history does not show the user's own last commands
 * yet, has too many queries, or its store does not work; after `closed` and `worker_died` nothing
 * more is answered.
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
  return code === "behind" || code === "busy" || code === "storage";
}
