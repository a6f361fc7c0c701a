import { describe, expect, it } from "vitest";
import { FIRST_ROW, longOf, positionAt, rowAfter, SHORT } from "../base/position-handle.ts";
import { lots } from "../money/units.ts";
import { CounterpartyTable } from "./counterparty-table.ts";

const POSITION = longOf(FIRST_ROW);
const OTHER_POSITION = positionAt(rowAfter(FIRST_ROW, 450), SHORT);
const START_MS = 1_000_000;

function sizes(table: CounterpartyTable): (readonly [number, number])[] {
  return table.of(POSITION).map(({ size, user }) => [user, size]);
}

function filled(fills: readonly (readonly [number, number])[]): CounterpartyTable {
  const table = new CounterpartyTable();
  for (const [user, size] of fills) table.add(POSITION, user, lots(size), START_MS);
  return table;
}

describe("the counterparties of a position", () => {
  it("add up by user", () => {
    const fills = [
      [7, 10],
      [8, 3],
      [7, 5],
    ] as const;
    expect(sizes(filled(fills))).toEqual([
      [7, 15],
      [8, 3],
    ]);
  });

  it("are the four largest: small trades with others displace none of them", () => {
    const four = [
      [10, 40],
      [11, 30],
      [12, 20],
      [13, 10],
    ] as const;
    const small = Array.from({ length: 50 }, (_, at) => [20 + at, 9] as const);
    expect(sizes(filled([...four, ...small]))).toEqual(four);
    expect(sizes(filled([...four, [99, 11]])).at(-1)).toEqual([99, 11]);
  });

  it("are forgotten after five minutes", () => {
    const table = filled([[7, 100]]);
    expect(table.recent(POSITION, START_MS + 300_000)).toHaveLength(1);
    expect(table.recent(POSITION, START_MS + 300_001)).toEqual([]);
    table.add(POSITION, 8, lots(1), START_MS + 300_001);
    expect(sizes(table)).toEqual([[8, 1]]);
    table.add(POSITION, 8, lots(2), START_MS + 700_000);
    expect(sizes(table)).toEqual([[8, 2]]);
  });

  it("end with the position, and come back from a snapshot", () => {
    const table = filled([
      [7, 4],
      [8, 2],
    ]);
    const loaded = new CounterpartyTable();
    loaded.restore(OTHER_POSITION, table.of(POSITION));
    expect(loaded.of(OTHER_POSITION)).toEqual(table.of(POSITION));
    table.clear(POSITION);
    expect(table.of(POSITION)).toEqual([]);
  });
});
