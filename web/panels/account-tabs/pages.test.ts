import { expect, it } from "vitest";
import type { Page } from "../../accounts/model.ts";
import { WireFailure } from "../../wire/wire-failure.ts";
import { collectPages, withNewest, withOlder } from "./pages.ts";

const keyOf = (row: number): string => String(row);
const page = (rows: readonly number[], next?: string): Page<number> => ({ rows, next });

function options(signal = new AbortController().signal) {
  const progress: number[] = [];
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { progress, waits, signal, wait, onProgress: (rows: number) => progress.push(rows) };
}

it("a newest page that reaches the known rows stands before them", () => {
  expect(withNewest(page([3, 2, 1], "b"), page([5, 4, 3], "a"), keyOf)).toEqual(
    page([5, 4, 3, 2, 1], "b"),
  );
});

it("a newest page that does not reach the known rows replaces them", () => {
  expect(withNewest(page([2, 1], "b"), page([9, 8], "a"), keyOf)).toEqual(page([9, 8], "a"));
});

it("an older page follows the known rows without repeating them", () => {
  expect(withOlder(page([3, 2], "a"), page([2, 1]), keyOf)).toEqual(page([3, 2, 1]));
});

it("all pages are collected with progress", async () => {
  const pages = new Map([
    [undefined, page([4, 3], "a")],
    ["a", page([2, 1])],
  ]);
  const asked = options();
  const load = (cursor: string | undefined) => Promise.resolve(pages.get(cursor) ?? page([]));
  expect(await collectPages(load, keyOf, asked)).toEqual({ rows: [4, 3, 2, 1], isComplete: true });
  expect(asked.progress).toEqual([2, 4]);
});

it("a cancelled collection ends before its next page", async () => {
  const abort = new AbortController();
  const load = () => {
    abort.abort();
    return Promise.resolve(page([1], "a"));
  };
  expect(await collectPages(load, keyOf, options(abort.signal))).toEqual({
    rows: [1],
    isComplete: false,
  });
});

it("a request over the limit of requests is repeated after a pause", async () => {
  let calls = 0;
  const load = () => {
    calls += 1;
    if (calls === 1) return Promise.reject(new WireFailure("429", "Too many requests", 429));
    return Promise.resolve(page([1]));
  };
  const asked = options();
  expect(await collectPages(load, keyOf, asked)).toEqual({ rows: [1], isComplete: true });
  expect(asked.waits).toEqual([1_000]);
});

it("any other failure ends the collection", async () => {
  const load = () => Promise.reject(new WireFailure("40014", "Refused", 400));
  await expect(collectPages(load, keyOf, options())).rejects.toThrow("Refused");
});

it("a cursor that repeats itself does not load for ever", async () => {
  const load = () => Promise.resolve(page([1], "a"));
  expect(await collectPages(load, keyOf, options())).toEqual({ rows: [1], isComplete: true });
});
