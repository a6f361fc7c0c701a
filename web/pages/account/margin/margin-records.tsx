import { createSignal, type JSX, Show } from "solid-js";
import { moment, percent, short } from "../../../numbers/format.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { PagedList } from "../paged-list.tsx";
import { overWindows } from "../windows.ts";
import {
  loadMarginRecords,
  type MarginList,
  type MarginPlace,
  type MarginRecord,
} from "./margin-wire.ts";

const LISTS = [
  ["borrow-history", "Borrowed"],
  ["repay-history", "Repaid"],
  ["interest-history", "Interest"],
  ["liquidation-history", "Liquidations"],
] as const;

const EMPTY: Readonly<Record<MarginList, string>> = {
  "borrow-history": "Nothing was borrowed",
  "repay-history": "Nothing was repaid",
  "interest-history": "No interest was charged",
  "liquidation-history": "The account was not liquidated",
};

const TIME: Column<MarginRecord> = {
  title: "Time",
  cell: (row) => moment(Number(row["cTime"])),
};

/** Words of the interface as people read them. */
const HOW: Readonly<Record<string, string>> = {
  manual_loan: "by hand",
  auto_loan: "by an order",
  manual_repay: "by hand",
  auto_repay: "by an order",
  one_click_repay: "by selling",
  liq_repay: "in a liquidation",
  first: "at borrowing",
  scheduled: "of an hour",
};

const money = (title: string, amount: string, coin = "coin"): Column<MarginRecord> => ({
  title,
  isNumber: true,
  cell: (row) => `${short(row[amount])} ${row[coin]}`,
});
const how = (member: string): Column<MarginRecord> => ({
  title: "How",
  cell: (row) => HOW[row[member] ?? ""] ?? row[member],
});

const COLUMNS: Readonly<Record<MarginList, readonly Column<MarginRecord>[]>> = {
  "borrow-history": [TIME, money("Borrowed", "borrowAmount"), how("borrowType")],
  "repay-history": [
    TIME,
    money("Repaid", "repayAmount"),
    money("Of it interest", "repayInterest"),
    how("repayType"),
  ],
  "interest-history": [
    TIME,
    money("Interest", "interestAmount", "interestCoin"),
    {
      title: "Rate of a day",
      isNumber: true,
      cell: (row) => percent(row["dailyInterestRate"], 4),
    },
    how("interstType"),
  ],
  "liquidation-history": [
    TIME,
    { title: "Ended", cell: (row) => moment(Number(row["liqEndTime"])) },
    { title: "Risk at first", isNumber: true, cell: (row) => percent(row["liqRiskRatio"]) },
    { title: "Assets", isNumber: true, cell: (row) => short(row["totalAssets"]) },
    { title: "Debts", isNumber: true, cell: (row) => short(row["totalDebt"]) },
    { title: "Fee", isNumber: true, cell: (row) => short(row["liqFee"]) },
  ],
};

/** What was borrowed and repaid in a margin account, newest first. */
export function MarginRecords(props: {
  readonly place: MarginPlace;
  readonly changes: number;
}): JSX.Element {
  const [list, setList] = createSignal<MarginList>("borrow-history");
  const shown = () => ({ list: list(), changes: props.changes });
  return (
    <>
      <Tabs id="margin-records" label="Records" tabs={LISTS} value={list()} onValue={setList} />
      <div id="margin-records-panel" role="tabpanel" aria-labelledby={`margin-records-${list()}`}>
        <Show when={shown()} keyed>
          {(one) => (
            <PagedList
              label="Records of margin"
              columns={COLUMNS[one.list]}
              load={overWindows((window, cursor) =>
                loadMarginRecords(props.place, one.list, { window, cursor }),
              )}
              empty={EMPTY[one.list]}
            />
          )}
        </Show>
      </div>
    </>
  );
}
