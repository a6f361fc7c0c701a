import { createSignal, type JSX, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import type { AccountKind } from "../../../state/session.ts";
import { PagedList } from "../paged-list.tsx";
import { overWindows } from "../windows.ts";
import { type LoanRecord, loadLoanRecords, type RecordList } from "./loans-wire.ts";

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

/** Records of one page. */
const PAGE_SIZE = 20;

/** Returns a list over all windows; the cursors inside a window are numbers of pages. */
function recordsOf(kind: AccountKind, list: RecordList) {
  return overWindows<LoanRecord>(async (window, cursor) => {
    const page = cursor === "" ? 1 : Number(cursor);
    const rows = await loadLoanRecords(kind, list, { ...window, page, pageSize: PAGE_SIZE });
    return { list: rows, cursor: rows.length === PAGE_SIZE ? String(page + 1) : "" };
  });
}

/** What became of loans and their pledges, newest first. */
export function LoanRecords(props: {
  readonly kind: AccountKind;
  readonly changes: number;
}): JSX.Element {
  const [list, setList] = createSignal<RecordList>("loans");
  const shown = () => ({ list: list(), changes: props.changes });
  return (
    <>
      <Tabs id="loan-records" label="Records" tabs={LISTS} value={list()} onValue={setList} />
      <div id="loan-records-panel" role="tabpanel" aria-labelledby={`loan-records-${list()}`}>
        <Show when={shown()} keyed>
          {(one) => (
            <PagedList
              label="Records of loans"
              columns={COLUMNS[one.list]}
              load={recordsOf(props.kind, one.list)}
              empty={EMPTY[one.list]}
            />
          )}
        </Show>
      </div>
    </>
  );
}
