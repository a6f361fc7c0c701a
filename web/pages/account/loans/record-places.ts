/** Where the records of loans are read: pages within windows of time. */

/** The interface gives 30 days in one list, and records of at most 90 days. */
const WINDOW_MS = 29 * 86_400_000;
const WINDOWS = 3;
/** Records of one page. */
export const PAGE_SIZE = 20;

/** A page of a window; the first window ends at `nowMs`. */
export type RecordPlace = {
  readonly nowMs: number;
  readonly window: number;
  /** From 1 on. */
  readonly page: number;
};

/** Returns the place of the newest records. */
export function firstPlace(nowMs: number): RecordPlace {
  return { nowMs, window: 0, page: 1 };
}

/** Returns the place after a page with some rows; undefined after the oldest window. */
export function nextPlace(place: RecordPlace, rows: number): RecordPlace | undefined {
  if (rows === PAGE_SIZE) return { ...place, page: place.page + 1 };
  const window = place.window + 1;
  return window === WINDOWS ? undefined : { ...place, window, page: 1 };
}

/** Returns what a request for a place states. */
export function queryOf({ nowMs, page, window }: RecordPlace) {
  const endTime = nowMs - window * (WINDOW_MS + 1);
  return { startTime: endTime - WINDOW_MS, endTime, page, pageSize: PAGE_SIZE };
}
