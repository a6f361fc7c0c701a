import { expect, it } from "vitest";
import { mergedPage } from "./merged-page.ts";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

it("lists without further pages are merged newest first", () => {
  const page = mergedPage([
    { rows: rows("5", "1"), next: undefined },
    { rows: rows("10", "3"), next: undefined },
  ]);
  expect(page).toEqual({ rows: rows("10", "5", "3", "1"), next: undefined });
});

it("rows below the end of a list that continues wait for the next page", () => {
  const page = mergedPage([
    { rows: rows("9", "8"), next: "8" },
    { rows: rows("10", "3"), next: undefined },
  ]);
  expect(page).toEqual({ rows: rows("10", "9", "8"), next: "8" });
});

it("empty lists make an empty last page", () => {
  expect(mergedPage([{ rows: [], next: undefined }])).toEqual({ rows: [], next: undefined });
});
