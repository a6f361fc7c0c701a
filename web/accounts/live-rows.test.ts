import { expect, it } from "vitest";
import { LiveRows, mergedRows } from "./live-rows.ts";

type Row = { readonly id: string; readonly at: number; readonly from?: string };

const key = (row: Row): string => row.id;
const updatedMs = (row: Row): number => row.at;
const RULES = { key, updatedMs };

function listOf() {
  const answers: ((rows: readonly Row[]) => void)[] = [];
  const rows = new LiveRows<Row>({
    ...RULES,
    fetch: () => new Promise((resolve) => answers.push(resolve)),
  });
  return { rows, answers };
}

it("a push between the request and the answer of a snapshot is kept", async () => {
  const { answers, rows } = listOf();
  const loaded = rows.reload();
  rows.push({ id: "b", at: 2 });
  answers[0]?.([{ id: "a", at: 1 }]);
  await loaded;
  expect(rows.all().map(key)).toEqual(["a", "b"]);
});

it("a row that ended while the snapshot was on its way stays away", async () => {
  const { answers, rows } = listOf();
  const loaded = rows.reload();
  rows.end("a");
  answers[0]?.([{ id: "a", at: 1 }]);
  await loaded;
  expect(rows.all()).toEqual([]);
});

it("a snapshot with a later state wins against a push, an equal one does not", () => {
  const pushed = new Map<string, Row>([
    ["a", { id: "a", at: 1, from: "push" }],
    ["b", { id: "b", at: 2, from: "push" }],
  ]);
  const snapshot: Row[] = [
    { id: "a", at: 2, from: "snapshot" },
    { id: "b", at: 2, from: "snapshot" },
  ];
  const merged = mergedRows(snapshot, pushed, RULES);
  expect([...merged.values()].map(({ from }) => from)).toEqual(["snapshot", "push"]);
});

it("a push older than the known state is ignored", () => {
  const { rows } = listOf();
  rows.push({ id: "a", at: 2 });
  rows.push({ id: "a", at: 1 });
  expect(rows.all()).toEqual([{ id: "a", at: 2 }]);
});

it("a complete list removes what it does not contain, also from the running snapshot", async () => {
  const { answers, rows } = listOf();
  rows.push({ id: "a", at: 1 });
  const loaded = rows.reload();
  rows.replace([{ id: "b", at: 2 }]);
  answers[0]?.([{ id: "a", at: 1 }]);
  await loaded;
  expect(rows.all().map(key)).toEqual(["b"]);
});

it("a reload during another one loads once more after it", async () => {
  const { answers, rows } = listOf();
  const loaded = rows.reload();
  void rows.reload();
  void rows.reload();
  answers[0]?.([{ id: "a", at: 1 }]);
  await Promise.resolve();
  await Promise.resolve();
  answers[1]?.([{ id: "b", at: 1 }]);
  await loaded;
  expect(answers.length).toBe(2);
  expect(rows.all().map(key)).toEqual(["b"]);
});
