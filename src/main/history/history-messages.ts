/** Messages between the history thread and its owner, in order in both directions. */
import type { PathPart } from "../../core/instruments/generated-market.ts";
import type { DurableEnd } from "../../journal/journal-follower.ts";
import type { CurrencyRow } from "../../projections/history/currency-table.ts";
import type { HistoryFaultCode } from "../../projections/history/history-fault.ts";
import type { RemovedRows, Retention } from "../../projections/history/limits.ts";
import type { PackedPage } from "../../projections/history/page-words.ts";
import type { HistoryQuery } from "../../projections/history/queries.ts";
import type { InstrumentRow } from "../../projections/history/tables.ts";

/**
 * Cause for which the thread ended. `damaged`: the file does not contain what was written to it.
 * `journal`: a required part of the journal cannot be read. `invariant`: the thread's core rejected
 * what the exchange's core accepted. `died`: any other cause, such as insufficient memory.
 */
export const HISTORY_FAILURES = ["damaged", "journal", "invariant", "died"] as const;
export type HistoryFailure = (typeof HISTORY_FAILURES)[number];

/** Settings of the thread, its first message. */
export type HistoryThreadSettings = {
  /** Path of the store's file. */
  readonly path: string;
  readonly retention: Retention;
  readonly journalDirectory: string;
  readonly snapshotDirectory: string;
  /** First seq of the journal, and the end up to which it is durable. */
  readonly firstSeq: number;
  readonly end: DurableEnd;
};

/** What a `HistoryFeed` passes on, in one call. */
export type Listing = {
  readonly currencies?: readonly CurrencyRow[];
  readonly instruments?: readonly InstrumentRow[];
  readonly paths?: readonly PathPart[];
  readonly quietUsers?: readonly number[];
};

/** Events of whole commands up to `endSeq`, in shared memory. */
export type EventBlock = { readonly words: Float64Array; readonly endSeq: number };

/**
 * Events of all durable commands after `afterSeq`, block after block; what they refer to is listed
 * first. Their memory must not be read once the rows of a block are reported as committed.
 */
export type HandedEvents = {
  readonly afterSeq: number;
  readonly blocks: readonly EventBlock[];
  readonly listing: readonly Listing[];
};

export type ToHistory =
  /** Allows the thread to append rows. */
  | { readonly kind: "start" }
  | { readonly kind: "events"; readonly handed: HandedEvents }
  /** New durable end: the journal may be read up to it. */
  | { readonly kind: "durable"; readonly end: DurableEnd }
  /**
   * Query; answered once the rows of all commands up to `seq` are committed. Refused if it is not
   * executed before `untilMs`, on the clock of `monotonicMs`.
   */
  | {
      readonly kind: "query";
      readonly id: number;
      readonly seq: number;
      readonly untilMs: number;
      readonly request: HistoryQuery;
    }
  /** Request for a `flushed` message once these rows are committed, without a time limit. */
  | { readonly kind: "flush"; readonly id: number; readonly seq: number }
  | { readonly kind: "close" };

export type FromHistory =
  /** The rows of all commands up to `appliedSeq`, the last one at `appliedMs`, are committed. */
  | { readonly kind: "applied"; readonly appliedSeq: number; readonly appliedMs: number }
  | { readonly kind: "page"; readonly id: number; readonly page: PackedPage }
  | { readonly kind: "flushed"; readonly id: number }
  | {
      readonly kind: "refused";
      readonly id: number;
      readonly code: HistoryFaultCode;
      readonly message: string;
    }
  /** The store accepts no writes; they are retried. Empty when it accepts writes again. */
  | { readonly kind: "fault"; readonly message: string }
  /** Last message of a thread that cannot continue. */
  | { readonly kind: "failed"; readonly failure: HistoryFailure; readonly message: string }
  /** Closed rows of users were older than their retention and were deleted. */
  | { readonly kind: "removed"; readonly removed: RemovedRows }
  /** A snapshot could not be used; the replay began with an earlier one. */
  | { readonly kind: "snapshot_fault"; readonly message: string }
  | { readonly kind: "closed" };
