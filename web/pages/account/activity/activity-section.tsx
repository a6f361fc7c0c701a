import type { JSX } from "solid-js";
import { moment } from "../../../numbers/format.ts";
import type { Column } from "../../../parts/data-table.tsx";
import { spacedWords } from "../../../state/spaced-words.ts";
import { get } from "../../../wire/rest.ts";
import { browserName } from "../browser-name.ts";
import { PagedList } from "../paged-list.tsx";
import { Panel } from "../panel.tsx";
import type { Page } from "../windows.ts";

type Row = Readonly<Record<string, string>>;

/** Words of the interface as people read them. */
const words = (word = ""): string => spacedWords(word);

const sender = (row: Row): string => {
  const { apiKey = "", requestId = "" } = row;
  // Signing in, or continuing as a ready-made user, is done by a page that has no key yet.
  const isKey = row["sender"] === "api_key";
  const by = isKey ? apiKey || "sign-in page" : words(row["sender"]);
  return requestId === "" ? by : `${by}, request ${requestId}`;
};

const ACTIVITY: readonly Column<Row>[] = [
  { title: "Time", cell: (row) => moment(Number(row["time"])) },
  { title: "What", cell: (row) => words(row["kind"]) },
  {
    title: "About",
    isWrapped: true,
    cell: (row) =>
      [
        browserName(row["label"]),
        row["amount"],
        row["coin"],
        row["address"],
        row["subjectKey"],
        row["uid"],
      ]
        .filter((part) => part !== undefined && part !== "")
        .join(" "),
  },
  { title: "State", isWrapped: true, cell: (row) => words(row["detail"]) },
  { title: "By", isWrapped: true, cell: sender },
];

/** What changed the access to the account, and its withdrawals. */
export function ActivitySection(): JSX.Element {
  return (
    <Panel title="Keys, addresses, modes, freezes and withdrawals, newest first">
      <PagedList
        label="Activity"
        load={(cursor) => get<Page<Row>>("/terminal/v1/activity", { cursor })}
        columns={ACTIVITY}
        empty="Nothing has happened yet"
        emptyText="Whatever changes the access to this account is listed here."
      />
    </Panel>
  );
}

const REJECTIONS: readonly Column<Row>[] = [
  { title: "Time", cell: (row) => moment(Number(row["time"])) },
  { title: "Request", cell: (row) => words(row["command"]) },
  {
    title: "Order",
    cell: (row) =>
      [row["symbol"], row["side"], row["orderType"], row["size"], row["price"]]
        .filter((part) => part !== undefined && part !== "")
        .join(" "),
  },
  {
    title: "Refused because",
    isWrapped: true,
    cell: (row) => `${row["message"]} (${row["code"]})`,
  },
  { title: "By", isWrapped: true, cell: sender },
];

/** What the exchange refused, and by which rule. */
export function RejectionsSection(): JSX.Element {
  return (
    <Panel title="Requests that a rule of the exchange refused, newest first">
      <PagedList
        label="Rejections"
        load={(cursor) => get<Page<Row>>("/terminal/v1/rejections", { cursor })}
        columns={REJECTIONS}
        empty="Nothing was refused"
        emptyText="An order or transfer that a rule refuses is listed here with the rule."
      />
    </Panel>
  );
}
