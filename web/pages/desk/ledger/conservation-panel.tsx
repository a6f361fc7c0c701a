import { createSignal, type JSX, Show } from "solid-js";
import { Button } from "../../../parts/button.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { Panel } from "../../account/panel.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import type { Conserved } from "./conservation.ts";
import { ConservationTable } from "./conservation-table.tsx";

/** Adds up all accounts of each coin on request, which the audit of the exchange reads. */
export function ConservationPanel(): JSX.Element {
  const [rows, setRows] = createSignal<readonly Conserved[]>();
  const attempt = createAttempt();
  const run = async (): Promise<void> => {
    const report = await deskGet<{ readonly conservation: readonly Conserved[] }>("/audit");
    setRows(report.conservation);
  };
  return (
    <Panel
      title="Conservation"
      actions={
        <Button size="small" disabled={attempt.isSending()} onClick={() => attempt.run(run)}>
          {attempt.isSending() ? "Adding up…" : "Add up all accounts"}
        </Button>
      }
    >
      <p class="warn" role="alert">
        {attempt.fault()}
      </p>
      <Show when={rows()} fallback={<p class="quiet">All accounts of a coin sum to zero.</p>}>
        {(shown) => <ConservationTable rows={shown()} />}
      </Show>
    </Panel>
  );
}
