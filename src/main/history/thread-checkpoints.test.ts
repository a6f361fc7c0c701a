import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { SqliteStore } from "../../projections/store/sqlite-store.ts";
import { CHECKPOINT_PAGES_MIN, ThreadCheckpoints } from "./thread-checkpoints.ts";

const TEXT = "x".repeat(3_000);
/** Rows of one transaction, each on a page of its own. */
const ROWS = 2_000;

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryDirectory("checkpoints");
  path = join(folder, "history.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true }));

function opened() {
  const checkpoints = new ThreadCheckpoints(path);
  let waits = 0;
  const store = new SqliteStore(path, {
    beforeTransaction: () => {
      checkpoints.wait();
      waits += 1;
    },
  });
  store.exec("CREATE TABLE texts (text TEXT NOT NULL) STRICT");
  const insert = store.prepare("INSERT INTO texts VALUES (?)");
  const count = store.prepare("SELECT COUNT(*) FROM texts");
  const write = (): void =>
    store.transaction(() => {
      for (let row = 0; row < ROWS; row++) insert.run([TEXT]);
    });
  const close = (): void => {
    checkpoints.close();
    store.close();
  };
  const rows = (): number => Number(count.all([])[0]?.[0]);
  return { checkpoints, store, write, close, rows, waits: () => waits };
}

it("move the pages of a long log while transactions go on, and end with the store", async () => {
  const { checkpoints, close, rows, store, waits, write } = opened();
  write();
  checkpoints.committed(store.pagesInLog);
  expect(store.pagesInLog).toBeGreaterThanOrEqual(ROWS);
  for (let transaction = 0; transaction < 20; transaction++) {
    write();
    checkpoints.committed(CHECKPOINT_PAGES_MIN);
  }
  await eventually("the pages are in the file", () => {
    if (store.pagesInLog === 0) return true;
    checkpoints.committed(CHECKPOINT_PAGES_MIN);
    return false;
  });
  const bytes = statSync(`${path}-wal`).size;
  checkpoints.wait();
  write();
  expect(statSync(`${path}-wal`).size).toBe(bytes);
  expect([rows(), waits()]).toEqual([22 * ROWS, 22]);
  close();
  // The store was the last connection: SQLite then moves everything and removes the log.
  expect(existsSync(`${path}-wal`)).toBe(false);
  const again = new SqliteStore(path);
  expect(again.prepare("SELECT COUNT(*) FROM texts").all([])).toEqual([[BigInt(22 * ROWS)]]);
  again.close();
});

it("close although none was needed, and although the thread is still starting", () => {
  const quiet = opened();
  quiet.checkpoints.committed(CHECKPOINT_PAGES_MIN - 1);
  quiet.close();
  rmSync(path);
  const starting = opened();
  starting.checkpoints.committed(CHECKPOINT_PAGES_MIN);
  starting.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

it("leave the pages to the store when their thread has ended", async () => {
  const checkpoints = new ThreadCheckpoints(join(folder, "none.sqlite"));
  checkpoints.committed(CHECKPOINT_PAGES_MIN);
  await eventually("the thread has ended", () => checkpoints.hasEnded);
  checkpoints.committed(CHECKPOINT_PAGES_MIN);
  checkpoints.wait();
  checkpoints.close();
  expect(existsSync(join(folder, "none.sqlite"))).toBe(false);
});
