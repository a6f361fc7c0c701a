/** What the thread of the history and its owner say to each other, in order both ways. */
import type { AnyRow, HistoryQuery, Page } from "./queries.ts";
import type { InstrumentRow } from "./tables.ts";

export type ToWorker =
  | { readonly kind: "instruments"; readonly instruments: readonly InstrumentRow[] }
  | { readonly kind: "quiet_users"; readonly users: readonly number[] }
  | { readonly kind: "block"; readonly words: Float64Array }
  | { readonly kind: "query"; readonly id: number; readonly asked: HistoryQuery }
  /** Answered like a query, when all that came before is committed. */
  | { readonly kind: "flush"; readonly id: number }
  | { readonly kind: "close" };

export type FromWorker =
  | { readonly kind: "opened"; readonly appliedSeq: number }
  /** A block of so many words is committed. */
  | { readonly kind: "applied"; readonly appliedSeq: number; readonly words: number }
  | { readonly kind: "page"; readonly id: number; readonly page: Page<AnyRow> }
  | { readonly kind: "flushed"; readonly id: number }
  /** The query is not answered because the store is unavailable. */
  | { readonly kind: "refused"; readonly id: number; readonly message: string }
  /** The store does not take writes; they wait and are tried again. Empty when it does again. */
  | { readonly kind: "fault"; readonly message: string }
  | { readonly kind: "closed" };
