import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { failureText } from "../../../wire/wire-failure.ts";
import { Panel } from "../../account/panel.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { type Conserved, conservationOf } from "./conservation.ts";

const COLUMNS: readonly Column<Conserved>[] = [
  { title: "Coin", cell: (row) => row.coin },
  { title: "Users", isNumber: true, cell: (row) => row.users },
  { title: "Exchange", isNumber: true, cell: (row) => row.exchange },
  { title: "Outside world", isNumber: true, cell: (row) => row.outsideWorld },
  {
    title: "Sum",
    isNumber: true,
    cell: (row) => {
      const { isKept, sum } = conservationOf(row);
      return <span classList={{ warn: !isKept }}>{`${isKept ? "✓" : "✕"} ${sum}`}</span>;
    },
  },
];

/** Adds up all accounts of each coin on request, which the audit of the exchange reads. */
export function ConservationPanel(): JSX.Element {
  const [rows, setRows] = createSignal<readonly Conserved[]>();
  const [fault, setFault] = createSignal<string>();
  const [isRunning, setRunning] = createSignal(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    setFault(undefined);
    try {
      const report = await deskGet<{ readonly conservation: readonly Conserved[] }>("/audit");
      setRows(report.conservation);
    } catch (thrown) {
      setFault(failureText(thrown));
    } finally {
      setRunning(false);
    }
  };
  const lost = () => (rows() ?? []).filter((row) => !conservationOf(row).isKept);
  return (
    <Panel
      title="Conservation"
      actions={
        <Button size="small" disabled={isRunning()} onClick={() => void run()}>
          {isRunning() ? "Adding up…" : "Add up all accounts"}
        </Button>
      }
    >
      <p class="quiet">
        Each posting debits as much as it credits, so all accounts of a coin sum to zero: what users
        and the exchange hold has come from the outside world.
      </p>
      <p class="warn" role="alert">
        {fault()}
      </p>
      <Show when={rows()}>
        {(shown) => (
          <>
            <p role="status">
              {lost().length === 0
                ? `✓ All ${shown().length} coins sum to zero`
                : `✕ Not conserved: ${lost()
                    .map(({ coin }) => coin)
                    .join(", ")}`}
            </p>
            <ScrollBox label="Conservation">
              <DataTable label="Conservation" columns={COLUMNS} rows={shown()} />
            </ScrollBox>
          </>
        )}
      </Show>
    </Panel>
  );
}
