import { type JSX, Show } from "solid-js";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import type { Loaded } from "../../state/loaded.ts";
import { WhenLoaded } from "../account/panel.tsx";
import { ScrollBox } from "./scroll-box.tsx";

type Terms<T> = {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  /** What is shown when there are no rows. */
  readonly empty: JSX.Element;
};

/** Rows as a table that scrolls inside of its panel. */
export function RowsTable<T>(props: Terms<T> & { readonly rows: readonly T[] }): JSX.Element {
  return (
    <Show when={props.rows.length > 0} fallback={props.empty}>
      <ScrollBox label={props.label}>
        <DataTable label={props.label} columns={props.columns} rows={props.rows} />
      </ScrollBox>
    </Show>
  );
}

/** A loaded list as a table, or that it is loading, or why it cannot be loaded. */
export function LoadedTable<T>(
  props: Terms<T> & {
    readonly from: Loaded<readonly T[]>;
    /** Which rows are shown; all of them unless given. */
    readonly isShown?: (row: T) => boolean;
  },
): JSX.Element {
  return (
    <WhenLoaded from={props.from}>
      {(rows) => (
        <RowsTable
          label={props.label}
          columns={props.columns}
          rows={props.isShown === undefined ? rows() : rows().filter(props.isShown)}
          empty={props.empty}
        />
      )}
    </WhenLoaded>
  );
}
