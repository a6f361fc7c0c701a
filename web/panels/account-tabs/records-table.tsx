import { For, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import type { CsvColumn } from "./csv.ts";
import type { PagedRows } from "./paged-rows.ts";

/** A column of a table and of its export; the cell shows the text unless it says otherwise. */
export type RecordColumn<T> = CsvColumn<T> & {
  readonly isNumber?: boolean;
  /** Whether a card gives the value a whole line. */
  readonly isWide?: boolean;
  readonly cell?: (row: T) => JSX.Element;
};

/** What the end of a table needs of its pages. */
type NextPages = Pick<PagedRows<unknown>, "isLoading" | "isEnd" | "fault" | "loadMore">;

/**
 * A table of records, and cards on a phone. A record that keeps its object changes single cells.
 * Further pages load at the end of the list.
 */
export function RecordsTable<T>(props: {
  readonly label: string;
  readonly columns: readonly RecordColumn<T>[];
  readonly rows: readonly T[];
  readonly actions?: (row: T) => JSX.Element;
  readonly pages?: NextPages;
  /** Shown in place of a table without rows. */
  readonly empty: JSX.Element;
}): JSX.Element {
  const isEmpty = (): boolean =>
    props.rows.length === 0 &&
    props.pages?.isLoading() !== true &&
    props.pages?.fault() === undefined;
  return (
    <div class="records">
      <Show when={!isEmpty()} fallback={props.empty}>
        <table class="data-table records-table">
          <caption class="unseen">{props.label}</caption>
          <thead>
            <tr>
              <For each={props.columns}>
                {(column) => (
                  <th scope="col" classList={{ number: column.isNumber ?? false }}>
                    {column.title}
                  </th>
                )}
              </For>
              <Show when={props.actions}>
                <th scope="col">
                  <span class="unseen">Actions</span>
                </th>
              </Show>
            </tr>
          </thead>
          <tbody>
            <For each={props.rows}>
              {(row) => <RecordRow row={row} columns={props.columns} actions={props.actions} />}
            </For>
          </tbody>
        </table>
        <Show when={props.pages}>{(pages) => <NextPage pages={pages()} />}</Show>
      </Show>
    </div>
  );
}

function RecordRow<T>(props: {
  readonly row: T;
  readonly columns: readonly RecordColumn<T>[];
  readonly actions: ((row: T) => JSX.Element) | undefined;
}): JSX.Element {
  return (
    <tr>
      <For each={props.columns}>
        {(column) => (
          <td
            data-label={column.title}
            data-wide={column.isWide ?? false}
            classList={{ number: column.isNumber ?? false }}
          >
            {column.cell === undefined ? column.text(props.row) : column.cell(props.row)}
          </td>
        )}
      </For>
      <Show when={props.actions}>
        {(actions) => <td class="row-actions">{actions()(props.row)}</td>}
      </Show>
    </tr>
  );
}

/** End of the loaded rows: loads the next page when it scrolls into view. */
function NextPage(props: { readonly pages: NextPages }): JSX.Element {
  let end: HTMLDivElement | undefined;
  onMount(() => {
    if (end === undefined) return;
    const watcher = new IntersectionObserver((entries) => {
      const isSeen = entries.some((entry) => entry.isIntersecting);
      if (isSeen && props.pages.fault() === undefined && !props.pages.isEnd()) {
        props.pages.loadMore();
      }
    });
    watcher.observe(end);
    onCleanup(() => watcher.disconnect());
  });
  return (
    <div
      ref={(element) => {
        end = element;
      }}
      class="next-page quiet"
    >
      <Show when={props.pages.fault()}>
        {(text) => (
          <span class="bad" role="alert">
            {text()}
          </span>
        )}
      </Show>
      <Show when={!props.pages.isEnd()} fallback="These are all.">
        <Button
          size="small"
          disabled={props.pages.isLoading()}
          onClick={() => props.pages.loadMore()}
        >
          {props.pages.isLoading() ? "Loading…" : "Load more"}
        </Button>
      </Show>
    </div>
  );
}
