import { createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ScrollAcross } from "../../parts/scroll-across.tsx";
import { failureText, WireFailure } from "../../wire/wire-failure.ts";
import type { Page } from "./windows.ts";

/** Wait after an answer that a rate limit refused, in ms: the limits count per second. */
const RETRY_MS = 1_200;

/** Records of a list that is read in pages, newest first. */
export function PagedList<T>(props: {
  readonly label: string;
  /** Returns the page at a cursor; an empty one is the first. Rejects with `WireFailure`. */
  readonly load: (cursor: string) => Promise<Page<T>>;
  readonly columns: readonly Column<T>[];
  readonly empty: string;
  readonly emptyText?: string;
}): JSX.Element {
  const [rows, setRows] = createSignal<readonly T[]>();
  const [cursor, setCursor] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(false);
  let retry: ReturnType<typeof setTimeout> | undefined;
  const load = async (after: string): Promise<void> => {
    setLoading(true);
    try {
      const page = await props.load(after);
      setRows(after === "" ? page.list : [...(rows() ?? []), ...page.list]);
      setCursor(page.cursor);
      setFault(undefined);
    } catch (thrown) {
      const isTooOften = thrown instanceof WireFailure && thrown.status === 429;
      if (isTooOften) retry = setTimeout(() => void load(after), RETRY_MS);
      else setFault(failureText(thrown));
    } finally {
      setLoading(false);
    }
  };
  onMount(() => void load(""));
  onCleanup(() => clearTimeout(retry));
  return (
    <>
      <Show when={rows()}>
        {(shown) => (
          <Show
            when={shown().length > 0}
            fallback={<EmptyState title={props.empty}>{props.emptyText}</EmptyState>}
          >
            <ScrollAcross>
              <DataTable label={props.label} columns={props.columns} rows={shown()} />
            </ScrollAcross>
          </Show>
        )}
      </Show>
      <p class="warn" role="alert">
        {fault()}
      </p>
      <div class="account-row-actions">
        <Button size="small" disabled={isLoading()} onClick={() => void load("")}>
          {isLoading() ? "Loading…" : "Load again"}
        </Button>
        <Show when={cursor() !== ""}>
          <Button size="small" disabled={isLoading()} onClick={() => void load(cursor())}>
            Show older
          </Button>
        </Show>
      </div>
    </>
  );
}
