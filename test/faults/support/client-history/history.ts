/**
 * What clients did and saw while an exchange met faults, and the orders that its journal holds
 * afterwards. Monotonic times are `performance.now()` of the process that records. Exchange times
 * are those of the exchange, in ms since 1970; they are never compared with monotonic times.
 */

import type { Dialect, Operation } from "./operations.ts";

/** A time in which no write of the journal ended, that no kill ended. */
export type Outage = {
  /** Monotonic time after which every append was held up. */
  readonly fromMs: number;
  /** Monotonic time before its writes were let go on. */
  readonly toMs: number;
  /** Exchange time, as the exchange said it before its writes were let go on. */
  readonly untilMs: number;
};

/** A span of monotonic time. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** An order of the journal. */
export type JournalOrder = {
  readonly orderId: string;
  readonly dialect: Dialect;
  readonly clientOid: string;
  /** Exchange time at which it was accepted. */
  readonly createdAtMs: number;
  readonly createdSeq: number;
  /** `undefined` while it is open. */
  readonly closed:
    | {
        readonly seq: number;
        readonly atMs: number;
        /** Whether a request of its user closed it. */
        readonly isCancelled: boolean;
      }
    | undefined;
  readonly filledLots: number;
  /** Whether it executed more than was ordered. */
  readonly isOverfilled: boolean;
};

export type History = {
  readonly operations: readonly Operation[];
  readonly outages: readonly Outage[];
  /** When the process of the exchange was stopped by a signal. */
  readonly stops: readonly Span[];
  readonly orders: readonly JournalOrder[];
};

/** The codes of "not executed, because the client id is taken". */
export const DUPLICATE_CODES: Readonly<Record<Dialect, string>> = { v2: "43118", v3: "25212" };
/** The code of "not executed in time, and never will be". */
export const EXPIRED_CODE = "40008";
/** The code of "the outcome is not known". */
export const UNKNOWN_CODE = "40725";
