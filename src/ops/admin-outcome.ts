/** Common types of the admin port. */
import type { Rejection } from "../core/base/rejections.ts";
import type { Category, Realm } from "../core/base/vocabulary.ts";

/** Refusal of an administrative action: a code for programs and a message for people. */
export interface AdminRefusal {
  readonly refused: AdminRefusalReason;
  readonly message: string;
  /** Rejection by the core, if the core refused. */
  readonly reason?: Rejection;
}

export const ADMIN_REFUSAL_REASONS = ["not_found", "invalid", "conflict", "unavailable"] as const;
export type AdminRefusalReason = (typeof ADMIN_REFUSAL_REASONS)[number];

/** Result of an action, or its refusal. */
export type AdminOutcome<T> = { readonly done: T } | AdminRefusal;

export interface InstrumentName {
  readonly symbol: string;
  readonly category: Category;
  readonly realm: Realm;
}
