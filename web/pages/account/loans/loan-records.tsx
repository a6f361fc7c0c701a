import { createEffect, createSignal, type JSX, on, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import { Button } from "../../../parts/button.tsx";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import type { AccountKind } from "../../../state/session.ts";
import { patiently } from "../../../wire/patiently.ts";
import { failureText } from "../../../wire/wire-failure.ts";
import { type LoanRecord, loadLoanRecords, type RecordList } from "./loans-wire.ts";
import { firstPlace, nextPlace, queryOf, type RecordPlace } from "./record-places.ts";

const LISTS = [
  ["loans", "Ended loans"],
  ["repayments", "Repayments"],
  ["revisions", "Pledges"],
  ["reductions", "Forced ends"],
] as const;

const EMPTY: Readonly<Record<RecordList, string>> = {
  loans: "No loan has ended",
  repayments: "Nothing was repaid",
  revisions: "No pledge was changed",
  reductions: "No loan took its pledge",
};

/** Clocks of browser and exchange may differ by this, in ms. */
const LEEWAY_MS = 60_000;

const time = (title: string, member: string): Column<LoanRecord> => ({
  title,
  cell: (row) => moment(Number(row[member])),
});
const money = (
  title: string,
  member: string,
  coin: "loanCoin" | "pledgeCoin",
): Column<LoanRecord> => ({
  title,
  isNumber: true,
  cell: (row) => `${short(row[member])} ${row[coin]}`,
});

const COLUMNS: Readonly<Record<RecordList, readonly Column<LoanRecord>[]>> = {
  loans: [
    time("Borrowed", "borrowTime"),
    money("Loan", "initLoanAmount", "loanCoin"),
    money("Pledge", "initPledgeAmount", "pledgeCoin"),
    { title: "Period", cell: (row) => (row["daily"] ?? "").toLowerCase() },
    { title: "Ended", cell: (row) => (row["status"] === "FORCE" ? "with its pledge" : "repaid") },
  ],
  repayments: [
    time("Time", "repayTime"),
    money("Paid", "repayAmount", "loanCoin"),
    money("Of it interest", "payInterest", "loanCoin"),
    money("Pledge returned", "repayUnlockAmount", "pledgeCoin"),
  ],
  revisions: [
    time("Time", "reviseTime"),
    { title: "What", cell: (row) => (row["reviseSide"] === "down" ? "added" : "taken back") },
    money("Amount", "reviseAmount", "pledgeCoin"),
    { title: "Ratio before", isNumber: true, cell: (row) => percent(row["beforePledgeRate"]) },
    { title: "after", isNumber: true, cell: (row) => percent(row["afterPledgeRate"]) },
  ],
  reductions: [
    time("Time", "reduceTime"),
    { title: "Ratio", isNumber: true, cell: (row) => percent(row["pledgeRate"]) },
    money("Debt paid", "repayLoanAmount", "loanCoin"),
    money("Pledge taken", "pledgeAmount", "pledgeCoin"),
    money("Of it fee", "reduceFee", "pledgeCoin"),
    money("Pledge returned", "runlockAmount", "pledgeCoin"),
  ],
};

/** The rows of a list as far as they are loaded. */
function loanRecords(kind: AccountKind, list: () => RecordList, changes: () => number) {
  const [rows, setRows] = createSignal<readonly LoanRecord[]>();
  const [next, setNext] = createSignal<RecordPlace>();
  const [fault, setFault] = createSignal<string>();
  const [isLoading, setLoading] = createSignal(false);
  let turn = 0;
  /** Loads from a place on until there is a row, or nothing older. */
  const load = async (from: RecordPlace, shown: readonly LoanRecord[]): Promise<void> => {
    turn += 1;
    const mine = turn;
    setLoading(true);
    setFault(undefined);
    try {
      let place: RecordPlace | undefined = from;
      let found: readonly LoanRecord[] = [];
      while (place !== undefined && found.length === 0) {
        const query = queryOf(place);
        found = await patiently(() => loadLoanRecords(kind, list(), query));
        if (mine !== turn) return;
        place = nextPlace(place, found.length);
      }
      setRows([...shown, ...found]);
      setNext(place);
    } catch (thrown) {
      if (mine === turn) setFault(failureText(thrown));
    } finally {
      if (mine === turn) setLoading(false);
    }
  };
  createEffect(
    on([list, changes], () => {
      setRows(undefined);
      void load(firstPlace(Date.now() + LEEWAY_MS), []);
    }),
  );
  const older = (): void => {
    const place = next();
    if (place !== undefined) void load(place, rows() ?? []);
  };
  return { rows, next, fault, isLoading, older };
}

/** What became of loans and their pledges, newest first. */
export function LoanRecords(props: {
  readonly kind: AccountKind;
  readonly changes: number;
}): JSX.Element {
  const [list, setList] = createSignal<RecordList>("loans");
  const records = loanRecords(props.kind, list, () => props.changes);
  return (
    <>
      <Tabs id="loan-records" label="Records" tabs={LISTS} value={list()} onValue={setList} />
      <div id="loan-records-panel" role="tabpanel" aria-labelledby={`loan-records-${list()}`}>
        <Show when={records.rows()}>
          {(rows) => (
            <Show when={rows().length > 0} fallback={<EmptyState title={EMPTY[list()]} />}>
              <div class="scroll-x">
                <DataTable label="Records of loans" columns={COLUMNS[list()]} rows={rows()} />
              </div>
            </Show>
          )}
        </Show>
        <p class="warn" role="alert">
          {records.fault()}
        </p>
        <Show when={records.isLoading()}>
          <p class="quiet">Loading…</p>
        </Show>
        <Show when={records.next()}>
          <Button size="small" disabled={records.isLoading()} onClick={records.older}>
            Show older
          </Button>
        </Show>
      </div>
    </>
  );
}
