import { createSignal, type JSX, Show } from "solid-js";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { createKeyedRows } from "../../../state/keyed-rows.ts";
import { loaded } from "../../../state/loaded.ts";
import { session } from "../../../state/session.ts";
import { Panel, WhenLoaded } from "../panel.tsx";
import { BorrowForm } from "./borrow-form.tsx";
import { LoanRecords } from "./loan-records.tsx";
import { loadLoanTerms, loadOpenLoans } from "./loans-wire.ts";
import { OpenLoans } from "./open-loans.tsx";
import "./loans.css";

/** Interval of the open loans, whose ratios follow the prices, in ms. */
const LOANS_EVERY_MS = 3_000;

/** Loans against a pledge: a new one, the open ones and what became of others. */
export function LoansSection(): JSX.Element {
  const kind = session()?.accountKind ?? "classic";
  const terms = loaded(() => loadLoanTerms(kind));
  const open = loaded(() => loadOpenLoans(kind), LOANS_EVERY_MS);
  const loans = createKeyedRows(
    () => open.value() ?? [],
    ({ orderId }) => orderId,
  );
  // A new value makes the records load again.
  const [changes, setChanges] = createSignal(0);
  const onChanged = (): void => {
    open.reload();
    setChanges((count) => count + 1);
  };
  return (
    <>
      <Panel title="Borrow against a pledge">
        <WhenLoaded from={terms}>
          {(value) => (
            <Show
              when={value().lent.length > 0 && value().pledged.length > 0}
              fallback={
                <EmptyState title="Nothing is lent at present">
                  The operator of the exchange sets which coins are lent, and against which pledge.
                </EmptyState>
              }
            >
              <BorrowForm kind={kind} terms={value()} onBorrowed={onChanged} />
            </Show>
          )}
        </WhenLoaded>
      </Panel>
      <Panel title="Open loans">
        <WhenLoaded from={open}>
          {() => <OpenLoans kind={kind} loans={loans()} onChanged={onChanged} />}
        </WhenLoaded>
      </Panel>
      <Panel title="Records of about 90 days">
        <LoanRecords kind={kind} changes={changes()} />
      </Panel>
    </>
  );
}
