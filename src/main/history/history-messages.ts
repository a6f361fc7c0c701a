/** What the thread of the history and its owner say to each other, in order both ways. */
import type { DurableEnd } from "../../journal/journal-follower.ts";
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import type { Retention } from "../../projections/history/limits.ts";
import type { AnyRow, HistoryQuery, Page } from "../../projections/history/queries.ts";

/**
 * Why the thread ended. `damaged`: the file does not hold what was written to it. `journal`: a part
 * of the journal that it needs cannot be read. `invariant`: its core refused what the exchange's
 * core accepted. `died`: anything else, such as a want of memory.
 */
export const HISTORY_FAILURES = ["damaged", "journal", "invariant", "died"] as const;
export type HistoryFailure = (typeof HISTORY_FAILURES)[number];

/** What the thread starts with. */
export type HistoryThreadSettings = {
  /** The file of the store. */
  readonly path: string;
  readonly retention: Retention;
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
  /** Where the journal begins, and how far it is durable. */
  readonly firstSeq: number;
  readonly end: DurableEnd;
};

export type ToHistory =
  /** The rows after those that are there may be written. */
  | { readonly kind: "start" }
  /** The journal may be read so far. */
  | { readonly kind: "durable"; readonly end: DurableEnd }
  /** To be answered once the rows of all commands up to `seq` are committed. */
  | {
      readonly kind: "query";
      readonly id: number;
      readonly seq: number;
      readonly asked: HistoryQuery;
    }
  /** The same without a question, however long it takes. */
  | { readonly kind: "flush"; readonly id: number; readonly seq: number }
  | { readonly kind: "close" };

export type FromHistory =
  /** The rows of all commands up to `appliedSeq`, the last at `appliedMs`, are committed. */
  | { readonly kind: "applied"; readonly appliedSeq: number; readonly appliedMs: number }
  | { readonly kind: "page"; readonly id: number; readonly page: Page<AnyRow> }
  | { readonly kind: "flushed"; readonly id: number }
  | {
      readonly kind: "refused";
      readonly id: number;
      readonly code: HistoryFaultCode;
      readonly message: string;
    }
  /** The store does not take writes; they are tried again. Empty when it does again. */
  | { readonly kind: "fault"; readonly message: string }
  /** The last message of a thread that cannot go on. */
  | { readonly kind: "failed"; readonly failure: HistoryFailure; readonly message: string }
  /** A snapshot could not be used; the replay began with an earlier one. */
  | { readonly kind: "snapshot_fault"; readonly message: string }
  | { readonly kind: "closed" };
