/** Records that arrive page by page, newest first. */
import type { Page } from "../../accounts/model.ts";
import { WireFailure } from "../../wire/wire-failure.ts";

/** Loads the page at a cursor; the newest one without. */
export type LoadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** Pages of one export; the rest is left out, which the export says. */
const PAGES_MAX = 1_000;
const RETRIES_MAX = 5;
const RETRY_MS = 1_000;
const TOO_MANY_REQUESTS = 429;

/**
 * Returns known rows with a newly loaded first page before them. Where the page does not reach the
 * known rows there may be others between, so that the page stands alone.
 */
export function withNewest<T>(known: Page<T>, newest: Page<T>, keyOf: (row: T) => string): Page<T> {
  const fresh = new Set(newest.rows.map(keyOf));
  const older = known.rows.filter((row) => !fresh.has(keyOf(row)));
  const overlaps = older.length < known.rows.length;
  if (!overlaps) return newest;
  return { rows: [...newest.rows, ...older], next: known.next };
}

/** Returns known rows followed by a further page, without repeated rows. */
export function withOlder<T>(known: Page<T>, older: Page<T>, keyOf: (row: T) => string): Page<T> {
  const keys = new Set(known.rows.map(keyOf));
  const added = older.rows.filter((row) => !keys.has(keyOf(row)));
  return { rows: [...known.rows, ...added], next: older.next };
}

export type Collected<T> = {
  readonly rows: readonly T[];
  /** Whether the last page was reached. */
  readonly isComplete: boolean;
};

export type CollectOptions = {
  readonly signal: AbortSignal;
  /** Called after each page with the number of rows so far. */
  readonly onProgress: (rows: number) => void;
  readonly wait?: (ms: number) => Promise<void>;
};

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads all pages, slowing down where the exchange asks for it, until the end or until the signal
 * is aborted. Rejects with `WireFailure`.
 */
export async function collectPages<T>(
  load: LoadPage<T>,
  keyOf: (row: T) => string,
  { onProgress, signal, wait = waited }: CollectOptions,
): Promise<Collected<T>> {
  const rows = new Map<string, T>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    if (signal.aborted) return { rows: [...rows.values()], isComplete: false };
    const loaded = await patiently(() => load(cursor), wait);
    for (const row of loaded.rows) rows.set(keyOf(row), row);
    onProgress(rows.size);
    if (loaded.next === undefined || loaded.next === cursor || loaded.rows.length === 0) {
      return { rows: [...rows.values()], isComplete: true };
    }
    cursor = loaded.next;
  }
  return { rows: [...rows.values()], isComplete: false };
}

async function patiently<T>(
  load: () => Promise<T>,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await load();
    } catch (thrown) {
      const isLimit = thrown instanceof WireFailure && thrown.status === TOO_MANY_REQUESTS;
      if (!isLimit || retries === RETRIES_MAX) throw thrown;
      await wait(RETRY_MS);
    }
  }
}
