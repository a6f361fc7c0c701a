import { expect, it } from "vitest";
import { rowKeeper } from "./kept-rows.ts";

type Row = { readonly id: string; readonly status: string };

it("rows that did not change stay the same objects", () => {
  const keep = rowKeeper<Row>(({ id }) => id);
  const [first, second] = keep([
    { id: "1", status: "review" },
    { id: "2", status: "review" },
  ]);
  const next = keep([
    { id: "2", status: "review" },
    { id: "1", status: "signed" },
  ]);
  expect(next[0]).toBe(second);
  expect(next[1]).not.toBe(first);
  expect(next[1]).toEqual({ id: "1", status: "signed" });
});
