import { For, type JSX } from "solid-js";
import { exact, percent, short } from "../../../numbers/format.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { loaded } from "../../../state/loaded.ts";
import { Panel } from "../../account/panel.tsx";
import { LoadedTable } from "../loaded-table.tsx";
import { UserLink } from "../user-link.tsx";
import { deskGet } from "../wire/desk-wire.ts";

/** A row of `GET /admin/v1/called-loans`. */
type CalledLoan = {
  readonly loanId: string;
  readonly uid: string;
  readonly coin: string;
  readonly debt: string;
  readonly pledgeCoin: string;
  readonly pledge: string;
  /** Present loan-to-value ratio. */
  readonly rate: string;
  /** Ratio at which the loan ends with its pledge. */
  readonly forced: string;
};

/** A row of `GET /admin/v1/risk-units`. */
type RiskUnit = {
  readonly uid: string;
  readonly product: number;
  readonly users: readonly string[];
  readonly isLiquidating: boolean;
  /** Debt ÷ collateral. */
  readonly ratio: string;
  readonly debtUsd: string;
  readonly collateralUsd: string;
  readonly isFresh: boolean;
  readonly loans: readonly {
    readonly id: string;
    readonly coin: string;
    readonly principal: string;
    readonly interest: string;
  }[];
};

/** Loans against pledges that are near their end, and loans of institutions. */
export function LoansPanels(): JSX.Element {
  return (
    <>
      <h1>Loans</h1>
      <CalledPanel />
      <UnitsPanel />
    </>
  );
}

const CALLED_COLUMNS: readonly Column<CalledLoan>[] = [
  { title: "Loan", cell: (row) => row.loanId },
  { title: "User", cell: (row) => <UserLink uid={row.uid} /> },
  { title: "Debt", isNumber: true, cell: (row) => `${exact(row.debt)} ${row.coin}` },
  { title: "Pledge", isNumber: true, cell: (row) => `${exact(row.pledge)} ${row.pledgeCoin}` },
  { title: "Loan to value", isNumber: true, cell: (row) => percent(row.rate) },
  { title: "Ends at", isNumber: true, cell: (row) => percent(row.forced) },
];

function CalledPanel(): JSX.Element {
  const loans = loaded(() => deskGet<readonly CalledLoan[]>("/called-loans"));
  return (
    <Panel title="Pledged loans that were called">
      <LoadedTable
        label="Called loans"
        columns={CALLED_COLUMNS}
        from={loans}
        empty={
          <EmptyState title="No pledged loan is called">
            A loan is called when its value nears that of its pledge: the user then adds to the
            pledge or repays, or loses it.
          </EmptyState>
        }
      />
    </Panel>
  );
}

const UNIT_COLUMNS: readonly Column<RiskUnit>[] = [
  { title: "Borrower", cell: (row) => <UserLink uid={row.uid} /> },
  { title: "Product", isNumber: true, cell: (row) => row.product },
  {
    title: "Users",
    cell: (row) => (
      <span class="desk-buttons">
        <For each={row.users}>{(uid) => <UserLink uid={uid} />}</For>
      </span>
    ),
  },
  { title: "Debt in USD", isNumber: true, cell: (row) => short(row.debtUsd, 2) },
  { title: "Collateral in USD", isNumber: true, cell: (row) => short(row.collateralUsd, 2) },
  { title: "Debt ÷ collateral", isNumber: true, cell: (row) => percent(row.ratio) },
  {
    title: "State",
    cell: (row) => (
      <span classList={{ warn: row.isLiquidating || !row.isFresh }}>
        {row.isLiquidating ? "liquidating" : "open"}
        {row.isFresh ? "" : ", a price is stale"}
      </span>
    ),
  },
  {
    title: "Loans",
    cell: ({ loans }) => (
      <span class="desk-wrapped">
        {loans
          .map(({ coin, interest, principal }) => `${principal} + ${interest} ${coin}`)
          .join(", ")}
      </span>
    ),
  },
];

function UnitsPanel(): JSX.Element {
  const units = loaded(() => deskGet<readonly RiskUnit[]>("/risk-units"));
  return (
    <Panel title="Loans of institutions">
      <LoadedTable
        label="Risk units"
        columns={UNIT_COLUMNS}
        from={units}
        empty={
          <EmptyState title="There is no risk unit">
            A user becomes a risk unit through the admin API: users/UID/risk-unit.
          </EmptyState>
        }
      />
    </Panel>
  );
}
