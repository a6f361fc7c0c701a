/** Every bound of the history, by name and unit. */

const DAY_MS = 86_400_000;

/** Rows one query may ask for (the largest page of the interface is 1,000 public trades). */
export const PAGE_ROWS_MAX = 1_000;

/** Rows a numbered page may lie behind the newest (1,000 pages of 500 transfers). */
export const PAGE_OFFSET_MAX = 500_000;

/** Instruments that one query looks up one by one; with more it scans all rows of the user. */
export const INSTRUMENTS_SOUGHT_MAX = 64;

/** Prepared queries kept. */
export const STATEMENTS_MAX = 256;

/** Words of events (8 bytes each) sent to the worker in one block: bounds what a query waits. */
export const BLOCK_WORDS_MAX = 65_536;

/** Words posted and not yet applied from which on the history calls itself overloaded. */
export const BACKLOG_WORDS_HIGH = 32 * 1_048_576;

/** Words posted and not yet applied that are never exceeded. */
export const BACKLOG_WORDS_MAX = 64 * 1_048_576;

/** Events wait at most this long for others before they are sent to the worker, in ms. */
export const LINGER_MS = 20;

/** Queries asked and not yet answered. */
export const QUERIES_MAX = 1_024;

/** A block that the store refused is tried again after this time, in ms. */
export const RETRY_INTERVAL_MS = 1_000;

/** How long what is not a user's own is kept, in ms of event time; 0 keeps it for ever. */
export type Retention = {
  readonly tradesMs: number;
  readonly minuteCandlesMs: number;
  readonly hourCandlesMs: number;
  /** A user's closed orders, fills, bills, transfers and closed positions. */
  readonly userRowsMs: number;
};

/** Public trades can be asked for 7 days back (rest-v2.md, fills-history). */
export const RETENTION_DEFAULT: Retention = {
  tradesMs: 8 * DAY_MS,
  minuteCandlesMs: 90 * DAY_MS,
  hourCandlesMs: 0,
  userRowsMs: 0,
};
