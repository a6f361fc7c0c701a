import type { JSX } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { type Conserved, conservationOf } from "./conservation.ts";

const COLUMNS: readonly Column<Conserved>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Users", isNumber: true, cell: (row) => exact(row.users) },
  { title: "Exchange", isNumber: true, cell: (row) => exact(row.exchange) },
  { title: "Outside world", isNumber: true, cell: (row) => exact(row.outsideWorld) },
  {
    title: "Sum",
    isNumber: true,
    cell: (row) => {
      const { isKept, sum } = conservationOf(row);
      return <span classList={{ warn: !isKept }}>{`${isKept ? "✓" : "✕"} ${sum}`}</span>;
    },
  },
];

/** Whether each coin is conserved, and who has it. */
export function ConservationTable(props: { readonly rows: readonly Conserved[] }): JSX.Element {
  const lost = () => props.rows.filter((row) => !conservationOf(row).isKept);
  return (
    <>
      <p class="quiet">
        Each posting debits as much as it credits, so all accounts of a coin sum to zero: what users
        and the exchange hold has come from the outside world.
      </p>
      <p role="status">
        {lost().length === 0
          ? `✓ All ${props.rows.length} coins sum to zero`
          : `✕ Not conserved: ${lost()
              .map(({ coin }) => coin)
              .join(", ")}`}
      </p>
      <ScrollBox label="Conservation">
        <DataTable label="Conservation" columns={COLUMNS} rows={props.rows} />
      </ScrollBox>
    </>
  );
}
