import type { Page } from "./model.ts";

/** A list whose cursor is the id of the last row: ids of the exchange grow with time. */
type Listed = { readonly id: string };

/**
 * One page of several lists, newest first. Its cursor is the id of its last row, below which each
 * list continues.
 */
export function mergedPage<T extends Listed>(pages: readonly Page<T>[]): Page<T> {
  const rows = pages.flatMap((page) => page.rows).sort(byIdDown);
  // Below the last row of a list that continues, rows of that list are missing.
  const ends = pages.flatMap(({ next, rows: own }) => (next === undefined ? [] : own.slice(-1)));
  const end = ends.sort(byIdDown)[0];
  if (end === undefined) return { rows, next: undefined };
  const known = rows.filter((row) => byIdDown(row, end) <= 0);
  return { rows: known, next: known.at(-1)?.id };
}

function byIdDown({ id: one }: Listed, { id: other }: Listed): number {
  const [first, second] = [BigInt(one), BigInt(other)];
  return first === second ? 0 : first > second ? -1 : 1;
}
