import type { Page } from "./queries.ts";

/**
 * Merges pages of several lists, each newest first, into one page of at most `limit` rows, newest
 * first.
 */
export function newestRows<R extends { readonly id: number }>(
  pages: readonly Pick<Page<R>, "rows" | "hasMore">[],
  limit: number,
): Pick<Page<R>, "rows" | "hasMore"> {
  const all = pages.flatMap(({ rows }) => [...rows]).sort((one, other) => other.id - one.id);
  const rows = all.slice(0, limit);
  return { rows, hasMore: all.length > rows.length || pages.some(({ hasMore }) => hasMore) };
}
