/** What can go wrong around the history that is not our mistake. */
export const HISTORY_FAULTS = ["busy", "closed", "storage", "worker_died"] as const;
export type HistoryFaultCode = (typeof HISTORY_FAULTS)[number];

/** `busy` and `storage` may pass; after `closed` and `worker_died` nothing more is answered. */
export class HistoryFault extends Error {
  readonly code: HistoryFaultCode;

  constructor(code: HistoryFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
