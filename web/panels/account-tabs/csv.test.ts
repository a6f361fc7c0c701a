import { expect, it } from "vitest";
import { csvText, isoTime } from "./csv.ts";

type Row = { readonly name: string; readonly amount: string };

const COLUMNS = [
  { title: "Name", text: ({ name }: Row) => name },
  { title: "Amount", text: ({ amount }: Row) => amount },
];

it("a table is a header line and a line per row", () => {
  expect(csvText(COLUMNS, [{ name: "alice", amount: "-0.10" }])).toBe(
    "Name,Amount\r\nalice,-0.10\r\n",
  );
});

it("commas, quotes and line breaks are quoted", () => {
  expect(csvText(COLUMNS, [{ name: 'a,"b"\nc', amount: "" }])).toBe(
    'Name,Amount\r\n"a,""b""\nc",\r\n',
  );
});

it("a text that a spreadsheet would run as a formula gets an apostrophe", () => {
  const rows = ["=1+1", "+1", "-x", "@a"].map((name) => ({ name, amount: "-1" }));
  expect(csvText(COLUMNS, rows)).toBe("Name,Amount\r\n'=1+1,-1\r\n'+1,-1\r\n'-x,-1\r\n'@a,-1\r\n");
});

it("times are in the form of ISO 8601, and absent ones are empty", () => {
  expect([isoTime(1_000), isoTime(0), isoTime(Number.NaN)]).toEqual([
    "1970-01-01T00:00:01.000Z",
    "",
    "",
  ]);
});
