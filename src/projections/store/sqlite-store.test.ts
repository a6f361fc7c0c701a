import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { StoreUnavailable } from "./sql-store.ts";
import { SqliteCheckpoints } from "./sqlite-checkpoints.ts";
import { SqliteStore } from "./sqlite-store.ts";

let folder: string;
let path: string;
const closing: { close(): void }[] = [];

beforeEach(() => {
  folder = temporaryDirectory("store");
  path = join(folder, "a # b%20.sqlite");
});
afterEach(() => {
  for (const one of closing.splice(0).reverse()) one.close();
  rmSync(folder, { recursive: true });
});

function opened(beforeTransaction: () => void = () => undefined): SqliteStore {
  const store = new SqliteStore(path, { beforeTransaction });
  closing.push(store);
  return store;
}

function withNumbers(beforeTransaction?: () => void) {
  const store = opened(beforeTransaction);
  store.exec("CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT");
  const insert = store.prepare("INSERT INTO numbers VALUES (?, ?)");
  const select = store.prepare("SELECT number FROM numbers ORDER BY number");
  return {
    store,
    add: (number: number, text = "") => insert.run([number, text]),
    numbers: () => select.all([]).map(([number]) => Number(number)),
  };
}

describe("a transaction", () => {
  it("begins in the file with its first change, and only then", () => {
    let begun = 0;
    const { add, numbers, store } = withNumbers(() => {
      begun += 1;
    });
    expect(begun).toBe(0);
    const seen = store.transaction(() => {
      const before = [begun, ...numbers()];
      add(1);
      add(2);
      return [before, begun, numbers()];
    });
    expect(seen).toEqual([[0], 1, [1, 2]]);
    expect(store.transaction(() => numbers())).toEqual([1, 2]);
    expect(begun).toBe(1);
    store.transaction(() => store.exec("DELETE FROM numbers WHERE number = 1"));
    expect([begun, numbers()]).toEqual([2, [2]]);
  });

  it("leaves nothing behind when its work fails, whether it has begun or not", () => {
    const { add, numbers, store } = withNumbers();
    const fails = (work: () => void) =>
      expect(() =>
        store.transaction(() => {
          work();
          throw new RangeError("wrong");
        }),
      ).toThrow(new RangeError("wrong"));
    fails(() => undefined);
    fails(() => add(1));
    expect(numbers()).toEqual([]);
    add(2);
    expect(numbers()).toEqual([2]);
  });

  it("is refused at its first change while another process writes", () => {
    const { add, numbers, store } = withNumbers();
    const other = opened();
    other.exec("BEGIN IMMEDIATE");
    expect(() => store.transaction(() => add(1))).toThrow(StoreUnavailable);
    expect(store.transaction(() => numbers())).toEqual([]);
    other.exec("ROLLBACK");
    store.transaction(() => add(1));
    expect(numbers()).toEqual([1]);
  });

  it("does not begin when what must happen before it fails", () => {
    let isFailing = true;
    const { add, numbers, store } = withNumbers(() => {
      if (isFailing) throw new RangeError("not now");
    });
    expect(() => store.transaction(() => add(1))).toThrow("not now");
    isFailing = false;
    store.transaction(() => add(2));
    expect(numbers()).toEqual([2]);
  });
});

describe("checkpoints on another connection", () => {
  const TEXT = "x".repeat(1_000);
  const PAGES = 300;
  const write = (add: (number: number, text: string) => void, from: number): void => {
    for (let number = from; number < from + PAGES * 4; number++) add(number, TEXT);
  };

  it("empty the log, so that the next transaction begins at its start", () => {
    const { add, numbers, store } = withNumbers();
    const checkpoints = new SqliteCheckpoints(path);
    closing.push(checkpoints);
    store.transaction(() => write(add, 0));
    expect(store.pagesInLog).toBeGreaterThan(PAGES);
    checkpoints.run();
    expect(store.pagesInLog).toBe(0);
    const bytes = statSync(`${path}-wal`).size;
    store.transaction(() => write(add, 10_000));
    expect(statSync(`${path}-wal`).size).toBeLessThan(bytes * 1.5);
    expect(numbers()).toHaveLength(PAGES * 8);
  });

  it("do not disturb a transaction that runs, whose pages remain in the log", () => {
    const { add, numbers, store } = withNumbers();
    const checkpoints = new SqliteCheckpoints(path);
    closing.push(checkpoints);
    store.transaction(() => write(add, 0));
    store.transaction(() => {
      write(add, 10_000);
      checkpoints.run();
    });
    expect(store.pagesInLog).toBeGreaterThan(PAGES);
    expect(numbers()).toHaveLength(PAGES * 8);
  });

  it("create no file", () => {
    expect(() => new SqliteCheckpoints(path)).toThrow("unable to open database file");
    expect(() => statSync(path)).toThrow("ENOENT");
  });
});

it("has no log in memory", () => {
  const store = new SqliteStore(":memory:");
  closing.push(store);
  expect(store.pagesInLog).toBe(0);
});
