import { expect, it } from "vitest";
import { RowWords } from "./row-words.ts";
import { sortRows } from "./sort-rows.ts";
import { table } from "./table-shape.ts";

const NOTES = table("notes", ["user", "id"], { id: "int", user: "int" });
const USER_COLUMN = 1;

function sorted(users: readonly number[], named: readonly number[]): number[] {
  const words = new RowWords(NOTES);
  for (const [id, user] of users.entries()) words.setRecord(id, { id, user });
  return [...sortRows(words, named, USER_COLUMN)];
}

/** Users whose indexes have one digit, two and three. */
const USERS = [
  [3, 1, 2, 0],
  [2_047, 2_048, 1, 4_096],
  [2 ** 31, 5_000_000, 2 ** 32 - 1, 2_049],
];

it.each(USERS)("rows of users %i, %i, %i and %i are sorted by user", (...users) => {
  const named = Array.from({ length: 40 }, (_, row) => row);
  const ofRow = named.map((row) => users[row % users.length] ?? 0);
  const expected = named.toSorted((one, other) => (ofRow[one] ?? 0) - (ofRow[other] ?? 0));
  expect(sorted(ofRow, named)).toEqual(expected);
});

it("rows of one user keep the order in which they are named", () => {
  expect(sorted([7, 5, 7, 5, 7], [4, 3, 0, 2, 1])).toEqual([3, 1, 4, 0, 2]);
  expect(sorted([0, 0, 0], [2, 0, 1])).toEqual([2, 0, 1]);
});

it("no rows are sorted to none", () => {
  expect(sorted([1, 2], [])).toEqual([]);
});
