import { createComputed } from "solid-js";
import { createStore, reconcile } from "solid-js/store";

/** A record with the key that tells it from the other records of its list. */
export type Keyed<T> = T & { readonly rowKey: string };

/**
 * Returns the rows of a list as a store: a record with a known key keeps its object and changes
 * only the members that differ, so that a table redraws single cells and keeps the focus.
 */
export function createKeyedRows<T extends object>(
  source: () => readonly T[],
  keyOf: (row: T) => string,
): () => readonly Keyed<T>[] {
  const [store, setStore] = createStore<{ rows: readonly Keyed<T>[] }>({ rows: [] });
  createComputed(() => {
    // Copies: the store writes into its objects, and those of the account are not its own.
    const rows = source().map((row) => ({ ...row, rowKey: keyOf(row) }));
    setStore(reconcile({ rows }, { key: "rowKey", merge: false }));
  });
  return () => store.rows;
}
