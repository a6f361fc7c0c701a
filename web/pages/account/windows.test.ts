import { expect, it } from "vitest";
import { overWindows, type Window } from "./windows.ts";

const DAY_MS = 86_400_000;
const NOW_MS = 1_000 * DAY_MS;

it("windows follow each other without a gap, within 90 days", async () => {
  const asked: Window[] = [];
  const load = overWindows(
    async (window) => {
      asked.push(window);
      return { list: [], cursor: "" };
    },
    () => NOW_MS,
  );
  expect(await load("")).toEqual({ list: [], cursor: "" });
  expect(asked).toHaveLength(3);
  expect(asked[0]?.endTime).toBe(NOW_MS + 60_000);
  expect(asked[1]?.endTime).toBe((asked[0]?.startTime ?? 0) - 1);
  expect(asked[2]?.endTime).toBe((asked[1]?.startTime ?? 0) - 1);
  expect(asked[2]?.startTime).toBeGreaterThan(NOW_MS - 90 * DAY_MS);
});

it("each row is read once, over the pages of the windows that have rows", async () => {
  // Pages of the first and of the last window; the one between is empty.
  const pages: Record<string, readonly string[]> = { "0": ["a", "b"], "0/2": ["c"], "2": ["d"] };
  const ends: number[] = [];
  const load = overWindows(async ({ endTime }, cursor) => {
    if (!ends.includes(endTime)) ends.push(endTime);
    const place = ends.indexOf(endTime);
    const key = cursor === "" ? `${place}` : `${place}/${cursor}`;
    return { list: pages[key] ?? [], cursor: key === "0" ? "2" : "" };
  });
  const seen: (readonly string[])[] = [];
  let cursor = "";
  do {
    const page = await load(cursor);
    seen.push(page.list);
    cursor = page.cursor;
  } while (cursor !== "");
  expect(seen).toEqual([["a", "b"], ["c"], ["d"]]);
});
