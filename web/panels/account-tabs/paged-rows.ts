import { createEffect, createSignal, on, onCleanup, untrack } from "solid-js";
import type { Page } from "../../accounts/model.ts";
import { failureText } from "../../wire/wire-failure.ts";
import { type LoadPage, withNewest, withOlder } from "./pages.ts";

/** A list that loads further pages when it is asked to. */
export type PagedRows<T> = {
  rows(): readonly T[];
  isLoading(): boolean;
  /** Whether no older rows exist. */
  isEnd(): boolean;
  /** Why the latest page could not be loaded. */
  fault(): string | undefined;
  loadMore(): void;
  /** Loads the newest page again. */
  refresh(): void;
  /** Loads a page without showing it. */
  readonly load: LoadPage<T>;
  readonly keyOf: (row: T) => string;
};

const REFRESH_AFTER_MS = 400;

/** Returns the pages of a source, which begins again when what the source reads changes. */
export function createPagedRows<T>(
  source: () => LoadPage<T>,
  keyOf: (row: T) => string,
): PagedRows<T> {
  const [known, setKnown] = createSignal<Page<T>>();
  const [isLoading, setLoading] = createSignal(false);
  const [fault, setFault] = createSignal<string>();
  // An answer to a question that is no longer asked is dropped.
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (cursor: string | undefined, take: (page: Page<T>) => void): void => {
    generation += 1;
    const asked = generation;
    setLoading(true);
    setFault(undefined);
    untrack(source)(cursor)
      .then(
        (page) => asked === generation && take(page),
        (thrown: unknown) => asked === generation && setFault(failureText(thrown)),
      )
      .finally(() => asked === generation && setLoading(false));
  };
  createEffect(
    on(source, () => {
      setKnown(undefined);
      ask(undefined, setKnown);
    }),
  );
  onCleanup(() => {
    generation += 1;
    clearTimeout(timer);
  });
  const refresh = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A page that is loading would be dropped; the refresh follows it.
      if (isLoading()) refresh();
      else ask(undefined, (page) => setKnown((now) => (now ? withNewest(now, page, keyOf) : page)));
    }, REFRESH_AFTER_MS);
  };
  return {
    rows: () => known()?.rows ?? [],
    isLoading,
    isEnd: () => known() !== undefined && known()?.next === undefined,
    fault,
    loadMore() {
      if (isLoading()) return;
      const now = known();
      if (now === undefined) ask(undefined, setKnown);
      else if (now.next !== undefined) {
        ask(now.next, (page) => setKnown(withOlder(now, page, keyOf)));
      }
    },
    refresh,
    load: (cursor) => untrack(source)(cursor),
    keyOf,
  };
}
