import { createSignal, type JSX, Show } from "solid-js";
import { moment, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { ScrollAcross } from "../../../parts/scroll-across.tsx";
import { Select } from "../../../parts/select.tsx";
import { loaded } from "../../../state/loaded.ts";
import { type AccountKind, session } from "../../../state/session.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { ProductPanel } from "./product-panel.tsx";
import { TransferableForm } from "./transferable-form.tsx";
import { UnitPanel } from "./unit-panel.tsx";
import {
  loadUnitLoans,
  loadUnitRepayments,
  loadUnits,
  type UnitLoan,
  type UnitRepayment,
} from "./units-wire.ts";
import "./risk-units.css";

/** Institutional loans: the risk units of the account, their users, loans and terms. */
export function RiskUnitsSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const units = loaded(() => loadUnits(kind));
  const loans = loaded(() => loadUnitLoans(kind));
  return (
    <>
      <WhenLoaded from={units}>
        {(value) => (
          <Show when={value().length > 0} fallback={<WithoutUnit kind={kind} />}>
            <Units kind={kind} units={value()} loans={loans.value() ?? []} />
          </Show>
        )}
      </WhenLoaded>
      <Show when={(loans.value()?.length ?? 0) > 0}>
        <Records kind={kind} loans={loans.value() ?? []} />
      </Show>
    </>
  );
}

/** What an account without a unit of its own sees; another account may have bound it. */
function WithoutUnit(props: { readonly kind: AccountKind }): JSX.Element {
  const [isAsking, setAsking] = createSignal(false);
  return (
    <Panel title="Loans to institutions">
      <EmptyState title="This account has no risk unit">
        The operator of the exchange makes an account a risk unit and lends to it. What the users of
        the unit have is then the collateral of its loans.
      </EmptyState>
      <Show
        when={isAsking()}
        fallback={
          <div>
            <Button onClick={() => setAsking(true)}>I belong to the unit of another account</Button>
          </div>
        }
      >
        <p>
          What you have is collateral of the loans of the unit, so that a part of it cannot leave.
        </p>
        <TransferableForm kind={props.kind} users={[]} />
      </Show>
    </Panel>
  );
}

function Units(props: {
  readonly kind: AccountKind;
  /** Uids of the accounts of the units; at least one. */
  readonly units: readonly string[];
  readonly loans: readonly UnitLoan[];
}): JSX.Element {
  const [chosen, setChosen] = createSignal("");
  const unit = (): string | undefined =>
    props.units.find((uid) => uid === chosen()) ?? props.units[0];
  /** The product of a unit is named by its loans; the newest is first. */
  const product = (): string | undefined =>
    props.loans.find(({ uid }) => uid === unit())?.orderProductId;
  return (
    <>
      <Show when={props.units.length > 1}>
        <Select
          label="Risk unit"
          options={props.units.map((uid) => [uid, `Unit of account ${uid}`] as const)}
          value={unit() ?? ""}
          onValue={setChosen}
        />
      </Show>
      <Show when={unit()} keyed>
        {(uid) => <UnitPanel kind={props.kind} unit={uid} />}
      </Show>
      <Show when={product()} keyed>
        {(productId) => <ProductPanel kind={props.kind} productId={productId} />}
      </Show>
    </>
  );
}

const LOANS: readonly Column<UnitLoan>[] = [
  { title: "Time", cell: (row) => moment(Number(row.loanTime)) },
  { title: "Unit", cell: (row) => row.uid },
  { title: "Loan", isNumber: true, cell: (row) => `${short(row.loanAmount)} ${row.loanCoin}` },
  { title: "Still owed", isNumber: true, cell: (row) => short(row.unpaidAmount) },
  { title: "Interest owed", isNumber: true, cell: (row) => short(row.unpaidInterest) },
  { title: "Repaid", isNumber: true, cell: (row) => short(row.repaidAmount) },
  { title: "Interest paid", isNumber: true, cell: (row) => short(row.repaidInterest) },
  { title: "State", cell: (row) => (row.status === "paid_off" ? "repaid" : "open") },
];

const REPAYMENTS: readonly Column<UnitRepayment>[] = [
  { title: "Time", cell: (row) => moment(Number(row.repaidTime)) },
  { title: "Repaid", isNumber: true, cell: (row) => `${short(row.repaidAmount)} ${row.coin}` },
  { title: "Interest", isNumber: true, cell: (row) => `${short(row.repaidInterest)} ${row.coin}` },
  { title: "How", cell: (row) => (row.businessType === "normal" ? "repayment" : "liquidation") },
  { title: "Then", cell: (row) => (row.repayType === "all" ? "nothing owed" : "a part owed") },
];

/** Loans and repayments of all units, also of those that have ended. */
function Records(props: {
  readonly kind: AccountKind;
  readonly loans: readonly UnitLoan[];
}): JSX.Element {
  const repayments = loaded(() => loadUnitRepayments(props.kind));
  return (
    <>
      <Panel title="Loans, the newest 100">
        <ScrollAcross>
          <DataTable label="Loans of units" columns={LOANS} rows={props.loans} />
        </ScrollAcross>
      </Panel>
      <Panel title="Repayments, the newest 100">
        <WhenLoaded from={repayments}>
          {(rows) => (
            <Show
              when={rows().length > 0}
              fallback={
                <EmptyState title="Nothing was repaid">
                  The operator makes repayments out of a wallet of the unit.
                </EmptyState>
              }
            >
              <ScrollAcross>
                <DataTable label="Repayments of units" columns={REPAYMENTS} rows={rows()} />
              </ScrollAcross>
            </Show>
          )}
        </WhenLoaded>
      </Panel>
    </>
  );
}
