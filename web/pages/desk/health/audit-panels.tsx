import { createSignal, For, type JSX, Show } from "solid-js";
import { short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { createAttempt } from "../../../state/attempt.ts";
import { Panel } from "../../account/panel.tsx";
import type { Conserved } from "../ledger/conservation.ts";
import { ConservationTable } from "../ledger/conservation-table.tsx";
import { ScrollBox } from "../scroll-box.tsx";
import { deskGet } from "../wire/desk-wire.ts";

type Verdict = {
  readonly invariant: number;
  readonly statement: string;
  readonly holds: boolean;
  readonly findings: readonly string[];
};

type AuditReport = {
  readonly seq: number;
  readonly holds: boolean;
  readonly invariants: readonly Verdict[];
  readonly conservation: readonly Conserved[];
};

const VERDICTS: readonly Column<Verdict>[] = [
  { title: "No.", isNumber: true, cell: (row) => row.invariant },
  { title: "Rule", cell: (row) => <span class="desk-wrapped">{row.statement}</span> },
  {
    title: "Verdict",
    cell: (row) => (
      <span classList={{ "desk-health-bad": !row.holds }}>
        {row.holds ? "✓ holds" : "✕ broken"}
      </span>
    ),
  },
  {
    title: "Findings",
    cell: (row) => <span class="desk-wrapped">{row.findings.join("; ") || "none"}</span>,
  },
];

/** The audit on request: the verdict of each invariant, and where each coin is. */
export function AuditPanels(): JSX.Element {
  const [report, setReport] = createSignal<AuditReport>();
  const attempt = createAttempt();
  const run = async (): Promise<void> => {
    setReport(await deskGet<AuditReport>("/audit"));
  };
  return (
    <>
      <Panel
        title="Audit now"
        actions={
          <Button size="small" disabled={attempt.isSending()} onClick={() => attempt.run(run)}>
            {attempt.isSending() ? "Auditing…" : "Run the audit"}
          </Button>
        }
      >
        <p class="quiet">
          It checks every invariant on the live state. No command is executed meanwhile: about a
          third of a second with 100,000 users.
        </p>
        <p class="warn" role="alert">
          {attempt.fault()}
        </p>
        <p role="status">
          <Show when={report()}>
            {(found) => (
              <strong classList={{ "desk-health-bad": !found().holds }}>
                {found().holds ? "All invariants hold" : "An invariant is broken"} at command{" "}
                {short(found().seq)}
              </strong>
            )}
          </Show>
        </p>
      </Panel>
      <Show when={report()}>{(found) => <ReportPanels report={found()} />}</Show>
    </>
  );
}

function ReportPanels(props: { readonly report: AuditReport }): JSX.Element {
  const broken = () => props.report.invariants.filter(({ holds }) => !holds);
  return (
    <>
      <Panel title="Invariants">
        <For each={broken()}>
          {({ findings, statement }) => (
            <p class="desk-health-bad" role="alert">
              {statement}: {findings.join("; ")}
            </p>
          )}
        </For>
        <ScrollBox label="Invariants">
          <DataTable label="Invariants" columns={VERDICTS} rows={props.report.invariants} />
        </ScrollBox>
      </Panel>
      <Panel title="Conservation of each coin">
        <ConservationTable rows={props.report.conservation} />
      </Panel>
    </>
  );
}
