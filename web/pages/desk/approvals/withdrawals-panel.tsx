import { createSignal, type JSX } from "solid-js";
import { exact } from "../../../numbers/format.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Segments } from "../../../parts/segments.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel } from "../../account/panel.tsx";
import { isoMoment } from "../iso-moment.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { UserLink } from "../user-link.tsx";
import { deskGet } from "../wire/desk-wire.ts";
import { type OpenWithdrawal, withdrawalAddress } from "./approval-rows.ts";

/** Interval at which lists of what waits are read again, in ms. */
const EVERY_MS = 5_000;

const COLUMNS: readonly Column<OpenWithdrawal>[] = [
  {
    title: "Withdrawal",
    cell: (row) => <a href={withdrawalAddress(row)}>{row.id}</a>,
  },
  {
    title: "Status",
    cell: (row) => <span classList={{ warn: row.status === "review" }}>{row.status}</span>,
  },
  { title: "Amount", isNumber: true, cell: (row) => `${exact(row.debit)} ${row.coin}` },
  { title: "Chain", cell: (row) => row.chain },
  { title: "Destination", cell: (row) => <span class="mono desk-wrapped">{row.address}</span> },
  { title: "User", cell: (row) => <UserLink uid={row.uid} /> },
  { title: "Asked at", cell: (row) => isoMoment(row.createdAt) },
];

/** Withdrawals that have not ended; those in review lead to the page of the decision. */
export function WithdrawalsPanel(): JSX.Element {
  const [shown, setShown] = createSignal<"review" | "all">("review");
  const withdrawals = loaded(() => deskGet<readonly OpenWithdrawal[]>("/withdrawals"), EVERY_MS);
  const isShown = (row: OpenWithdrawal) => shown() === "all" || row.status === "review";
  return (
    <>
      <h1>Approvals</h1>
      <Panel title="Withdrawals">
        <div class="desk-filters">
          <Segments
            label="Withdrawals shown"
            options={[
              ["review", "Waiting for a decision"],
              ["all", "All that have not ended"],
            ]}
            value={shown()}
            onValue={setShown}
          />
        </div>
        <LoadedTable
          label="Withdrawals"
          columns={COLUMNS}
          from={withdrawals}
          isShown={isShown}
          empty={
            <EmptyState title="No withdrawal waits">
              A withdrawal waits for a second person when the withdrawals of its user in a day
              exceed what its chain allows without approval.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
