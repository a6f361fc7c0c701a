/** Every bound of the history, by name and unit. */

const DAY_MS = 86_400_000;

/** Rows one query may ask for (the largest page of the interface is 1,000 public trades). */
export const PAGE_ROWS_MAX = 1_000;

/** Largest offset of a numbered page, in rows (1,000 pages of 500 transfers). */
export const PAGE_OFFSET_MAX = 500_000;

/** Instruments that one query looks up one by one; with more it scans all rows of the user. */
export const INSTRUMENT_LOOKUPS_MAX = 64;

/** Stored candles that one read combines: a thousand half hours, and the one that is running. */
export const BASE_CANDLES_PER_READ_MAX = 31_000;

/** Candles of the computed past kept in memory, about 120 bytes each. */
export const PAST_ROWS_MAX = 250_000;

/** Longest period of one read of statements, in days. */
export const STATEMENT_DAYS_MAX = 31;

/**
 * Rows of one read of statements, each of an account and a day; a longer period is then asked for
 * in parts. A day has fewer rows: one per wallet and coin.
 */
export const STATEMENT_ROWS_MAX = 10_000;

/** Longest period of one read of the ends of days, in days. */
export const DAY_END_DAYS_MAX = 366;

/** Rows of one read of the ends of days; a longer period is then asked for in parts. */
export const DAY_END_ROWS_MAX = 20_000;

/** Prepared queries kept. */
export const STATEMENTS_MAX = 256;

/** Open orders that remain known after they were written; beyond it they are read when needed. */
export const KNOWN_ORDERS_MAX = 65_536;

/**
 * Words of events (8 bytes each) that are written in one transaction. The more, the fewer pages are
 * written for each command: with a quarter as many a command costs half as much again. The largest
 * number bounds memory.
 */
export const BLOCK_WORDS_MIN = 1_572_864;
export const BLOCK_WORDS_MAX = 3_145_728;

/**
 * A transaction whose rows take longer to write, in ms, is followed by one of half as many words,
 * and one that takes less than half as long by one of twice as many: queries wait for a running
 * transaction. They do not wait while its commands are read from the journal.
 */
export const TRANSACTION_MS = 1_000;

/**
 * Longest time between two reports of the durable seq to the history's thread, in ms. Each report
 * begins a transaction: the fewer there are, the less a command costs. A query that needs newer
 * rows brings a report with it.
 */
export const LINGER_MS = 250;

/**
 * Words of events (8 bytes each) that wait for the history's thread in memory: 256 MB. A thread
 * that lags further executes the commands of the journal again until it has caught up.
 */
export const HANDED_WORDS_MAX = 33_554_432;

/** Words of events that go over in one piece: 1 MB. */
export const HANDED_WORDS_OF_CHUNK = 131_072;

/** Commands that a thread which reads the journal may lag when it gets events again. */
export const HANDED_LAG_MAX = 10_000;

/**
 * Longest time from sending a query to its execution, in ms; then it is refused. It waits for the
 * rows that it must contain and for the queries before it.
 */
export const READ_WAIT_MS = 5_000;

/** Most queries that run or wait. */
export const QUERIES_MAX = 1_024;

/**
 * Most queries of combined candles and funding rates among them. At 100 ms each, which is what the
 * longest take, they end within `READ_WAIT_MS`.
 */
export const MARKET_READS_MAX = 32;

/** Time of such queries after which other queries and writes have their turn, in ms. */
export const MARKET_READS_MS = 50;

/** What the store refused is tried again after this time, in ms. */
export const RETRY_INTERVAL_MS = 1_000;

/** Statistics go back 30 days; one more day covers the period that is running. */
export const SAMPLES_KEPT_MS = 31 * DAY_MS;

/** How long what is not a user's own is kept, in ms of event time; 0 keeps it for ever. */
export type Retention = {
  readonly tradesMs: number;
  readonly minuteCandlesMs: number;
  readonly hourCandlesMs: number;
  /** A user's closed orders, fills, bills, transfers and closed positions. */
  readonly userRowsMs: number;
};

/** Closed rows of users that were deleted at once, and the end of the time that they are of. */
export type RemovedRows = {
  readonly rows: number;
  /** In ms since 1970, exclusive. */
  readonly beforeMs: number;
};

/** Public trades can be asked for 7 days back (rest-v2.md, fills-history). */
export const RETENTION_DEFAULT: Retention = {
  tradesMs: 8 * DAY_MS,
  minuteCandlesMs: 90 * DAY_MS,
  hourCandlesMs: 0,
  userRowsMs: 0,
};
