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

/**
 * Words of events (8 bytes each) from which on they are written in one transaction: bounds memory
 * and what a query waits for the one under way.
 */
export const BLOCK_WORDS = 262_144;

/** The history's thread hears at least this often, in ms, how far the journal is durable. */
export const LINGER_MS = 20;

/** A query waits at most this long, in ms, for the rows that it has to show; then it is refused. */
export const READ_WAIT_MS = 5_000;

/** Queries asked and not yet answered. */
export const QUERIES_MAX = 1_024;

/** What the store refused is tried again after this time, in ms. */
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
