import { For, type JSX } from "solid-js";
import "./data-table.css";

export type Column<T> = {
  /** Empty for a column of buttons, which only screen readers name. */
  readonly title: string;
  readonly isNumber?: boolean;
  /** Whether long texts take several lines, so that the columns after them stay in sight. */
  readonly isWrapped?: boolean;
  readonly cell: (row: T) => JSX.Element;
};

/** A table of records. Rows are kept by identity, so pass the same objects for the same records. */
export function DataTable<T>(props: {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
}): JSX.Element {
  return (
    <table class="data-table">
      <caption class="unseen">{props.label}</caption>
      <thead>
        <tr>
          <For each={props.columns}>
            {(column) => (
              <th scope="col" classList={{ number: column.isNumber ?? false }}>
                {column.title || <span class="unseen">Actions</span>}
              </th>
            )}
          </For>
        </tr>
      </thead>
      <tbody>
        <For each={props.rows}>
          {(row) => (
            <tr>
              <For each={props.columns}>
                {(column) => (
                  <td
                    classList={{
                      number: column.isNumber ?? false,
                      wrapped: column.isWrapped ?? false,
                    }}
                  >
                    {column.cell(row)}
                  </td>
                )}
              </For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}
