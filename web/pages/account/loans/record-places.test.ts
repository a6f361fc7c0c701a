import { expect, it } from "vitest";
import { firstPlace, nextPlace, PAGE_SIZE, queryOf, type RecordPlace } from "./record-places.ts";

const DAY_MS = 86_400_000;
const NOW_MS = 1_000 * DAY_MS;

it("a full page is followed by the next page of the window", () => {
  const second = nextPlace(firstPlace(NOW_MS), PAGE_SIZE);
  expect(second).toEqual({ nowMs: NOW_MS, window: 0, page: 2 });
});

it("a page that is not full is followed by the window before it, until the oldest", () => {
  const windows: RecordPlace[] = [];
  let place: RecordPlace | undefined = firstPlace(NOW_MS);
  while (place !== undefined) {
    windows.push(place);
    place = nextPlace(place, 0);
  }
  const queries = windows.map(queryOf);
  expect(queries.map(({ endTime }) => endTime)).toEqual([
    NOW_MS,
    NOW_MS - 29 * DAY_MS - 1,
    NOW_MS - 58 * DAY_MS - 2,
  ]);
  for (const [index, { startTime }] of queries.entries()) {
    expect(startTime - 1).toBe(queries[index + 1]?.endTime ?? startTime - 1);
    expect(startTime).toBeGreaterThan(NOW_MS - 90 * DAY_MS);
  }
});
