/** Lists that give records of a limited span, read one window of time after the other. */

/** Rows of a list, newest first, and where the older ones begin; an empty cursor ends the list. */
export type Page<T> = { readonly list: readonly T[]; readonly cursor: string };

export type Window = { readonly startTime: number; readonly endTime: number };

/** The interface gives 30 days in one list, and records of at most 90 days. */
const SPAN_MS = 29 * 86_400_000;
const WINDOWS = 3;
/** Clocks of browser and exchange may differ by this, in ms. */
const LEEWAY_MS = 60_000;

/** Where a window ends, how many remain with it, and the cursor of the list inside it. */
type Place = { readonly endTime: number; readonly left: number; readonly inner: string };

function placeOf(cursor: string, nowMs: number): Place {
  if (cursor === "") return { endTime: nowMs + LEEWAY_MS, left: WINDOWS, inner: "" };
  const [endTime = "", left = "", inner = ""] = cursor.split(":");
  return { endTime: Number(endTime), left: Number(left), inner };
}

/**
 * Returns a list over all windows. Windows without rows are skipped; the cursors of the list inside
 * a window have no colon.
 */
export function overWindows<T>(
  load: (window: Window, cursor: string) => Promise<Page<T>>,
  now: () => number = Date.now,
): (cursor: string) => Promise<Page<T>> {
  return async (cursor) => {
    let { endTime, inner, left } = placeOf(cursor, now());
    for (;;) {
      const page = await load({ startTime: endTime - SPAN_MS, endTime }, inner);
      if (page.cursor !== "") {
        return { list: page.list, cursor: `${endTime}:${left}:${page.cursor}` };
      }
      endTime -= SPAN_MS + 1;
      left -= 1;
      inner = "";
      if (left === 0) return { list: page.list, cursor: "" };
      if (page.list.length > 0) return { list: page.list, cursor: `${endTime}:${left}:` };
    }
  };
}
