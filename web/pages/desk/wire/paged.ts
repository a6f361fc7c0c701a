/** Lists that the admin API answers page by page, newest first. */
import { type Accessor, createSignal, onCleanup, onMount } from "solid-js";
import { failureText } from "../../../wire/wire-failure.ts";

export type Page<T> = {
  readonly rows: readonly T[];
  /** Cursor of the next page; empty on the last page. */
  readonly cursor: string;
};

export type Paged<T> = {
  /** Rows of all pages so far; undefined before the first. */
  readonly rows: Accessor<readonly T[] | undefined>;
  readonly hasMore: Accessor<boolean>;
  readonly isLoading: Accessor<boolean>;
  /** Why the latest page could not be loaded; undefined after a success. */
  readonly failure: Accessor<string | undefined>;
  /** Adds the next page. */
  more(): void;
  /** Begins again with the newest page. */
  reload(): void;
};

/** Loads pages on demand, the first one when it is mounted. Drops answers that are overtaken. */
export function paged<T>(load: (cursor: string) => Promise<Page<T>>): Paged<T> {
  const [rows, setRows] = createSignal<readonly T[]>();
  const [cursor, setCursor] = createSignal("");
  const [isLoading, setLoading] = createSignal(false);
  const [failure, setFailure] = createSignal<string>();
  let turn = 0;
  const add = async (from: string): Promise<void> => {
    turn += 1;
    const mine = turn;
    setLoading(true);
    try {
      const page = await load(from);
      if (mine !== turn) return;
      setRows((before) => (from === "" ? page.rows : [...(before ?? []), ...page.rows]));
      setCursor(page.cursor);
      setFailure(undefined);
    } catch (thrown) {
      if (mine === turn) setFailure(failureText(thrown));
    }
    if (mine === turn) setLoading(false);
  };
  onMount(() => void add(""));
  onCleanup(() => {
    turn += 1;
  });
  return {
    rows,
    isLoading,
    failure,
    hasMore: () => cursor() !== "",
    more: () => void add(cursor()),
    reload: () => void add(""),
  };
}
