/** Rows that are read again and again: those that did not change stay the same objects. */

/**
 * Returns the rows of an answer with the objects of the one before, where they are equal. A table
 * keeps elements, and with them focus and selection, by the identity of its rows.
 */
export function keptRows<T>(
  before: readonly T[],
  rows: readonly T[],
  keyOf: (row: T) => string,
): readonly T[] {
  const known = new Map(before.map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    const same = known.get(keyOf(row));
    return same !== undefined && JSON.stringify(same) === JSON.stringify(row) ? same : row;
  });
}

/** Returns a function that keeps the rows of each answer for the next one. */
export function rowKeeper<T>(keyOf: (row: T) => string): (rows: readonly T[]) => readonly T[] {
  let before: readonly T[] = [];
  return (rows) => {
    before = keptRows(before, rows, keyOf);
    return before;
  };
}
