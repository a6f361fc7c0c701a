import { createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { get } from "../../../wire/rest.ts";
import { failureText, WireFailure } from "../../../wire/wire-failure.ts";

/** Wait after an answer that a rate limit refused, in ms: the limits count per second. */
const RETRY_MS = 1_200;

/** Records of an endpoint that gives pages of a list, newest first, with a cursor. */
export function PagedList<T>(props: {
  readonly label: string;
  readonly path: string;
  readonly columns: readonly Column<T>[];
  readonly empty: string;
  readonly emptyText: string;
}): JSX.Element {
  const [rows, setRows] = createSignal<readonly T[]>();
  const [cursor, setCursor] = createSignal("");
  const [fault, setFault] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(false);
  let retry: ReturnType<typeof setTimeout> | undefined;
  const load = async (after: string): Promise<void> => {
    setLoading(true);
    try {
      const page = await get<{ readonly list: readonly T[]; readonly cursor: string }>(props.path, {
        cursor: after,
      });
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
            <div class="scroll-x">
              <DataTable label={props.label} columns={props.columns} rows={shown()} />
            </div>
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
