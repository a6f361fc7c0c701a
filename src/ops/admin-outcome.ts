/** What the parts of the admin port have in common. */
import type { Rejection } from "../core/rejections.ts";
import type { Category, Realm } from "../core/vocabulary.ts";

/** Why an administrative act was refused: a word for machines and a sentence for people. */
export interface AdminRefusal {
  readonly refused: AdminRefusalReason;
  readonly message: string;
  /** The core's word, when it was the core that refused. */
  readonly reason?: Rejection;
}

export const ADMIN_REFUSAL_REASONS = ["not_found", "invalid", "conflict", "unavailable"] as const;
export type AdminRefusalReason = (typeof ADMIN_REFUSAL_REASONS)[number];

/** What was done, or why not. */
export type AdminOutcome<T> = { readonly done: T } | AdminRefusal;

export interface InstrumentName {
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
}
