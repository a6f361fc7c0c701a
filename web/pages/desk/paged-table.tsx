import { type JSX, Show } from "solid-js";
import { Button } from "../../parts/button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ScrollBox } from "./scroll-box.tsx";
import type { Paged } from "./wire/paged.ts";

/** A table of pages that the person asks for one by one. */
export function PagedTable<T>(props: {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly pages: Paged<T>;
  /** What is shown when there are no rows. */
  readonly empty: JSX.Element;
  /** Text of the button for the next page, where it has not older rows. */
  readonly moreText?: string;
}): JSX.Element {
  const count = () => props.pages.rows()?.length ?? 0;
  return (
    <>
      <Show when={props.pages.failure()}>
        {(text) => (
          <p class="warn" role="alert">
            {text()}{" "}
            <Button size="small" onClick={() => props.pages.reload()}>
              Try again
            </Button>
          </p>
        )}
      </Show>
      <Show
        when={count() > 0}
        fallback={
          <Show when={props.pages.rows()} fallback={<LoadingNote pages={props.pages} />}>
            {props.empty}
          </Show>
        }
      >
        <ScrollBox label={props.label}>
          <DataTable label={props.label} columns={props.columns} rows={props.pages.rows() ?? []} />
        </ScrollBox>
        <div class="desk-buttons">
          <Button
            disabled={!props.pages.hasMore() || props.pages.isLoading()}
            onClick={() => props.pages.more()}
          >
            {props.pages.hasMore() ? (props.moreText ?? "Show older ones") : "These are all"}
          </Button>
          <span class="quiet" role="status">
            {props.pages.isLoading() ? "Loading…" : `${count()} shown`}
          </span>
        </div>
      </Show>
    </>
  );
}

function LoadingNote<T>(props: { readonly pages: Paged<T> }): JSX.Element {
  return (
    <Show when={props.pages.isLoading()}>
      <p class="quiet">Loading…</p>
    </Show>
  );
}
