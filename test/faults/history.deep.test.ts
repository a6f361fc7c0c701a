/**
 * A history that is damaged, absent, unwritable or hanging: trading goes on, the operator is alerted
 * which file and why, and in the end no row is missing.
 */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHECKED_BYTES_MAX } from "../../src/projections/store/sqlite-store.ts";
import { ExchangeProcess } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { killThreads, startFaulty } from "./support/faulty-exchange.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { cancelled, idsOf, pastOrders, readPast, restingOrder } from "./support/signed-request.ts";
import { begun, figure, health, seenBegin, seenEnd } from "./support/signs.ts";
import { overwrite } from "./support/spoilt-files.ts";

const IS_ROOT = process.getuid?.() === 0;
const PAGE_BYTES = 4_096;
const MOUNT_BYTES = 64 * 1024 * 1024;

let dataDir = "";
let historyPath = "";
let running: ExchangeProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "bourse-history-"));
  historyPath = join(dataDir, "history.sqlite");
});
afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ExchangeProcess> {
  running = await ExchangeProcess.start(dataDir);
  return running;
}

/** Makes a past, ends the exchange, and changes the file of the history. */
async function endedWithPast(change: () => void): Promise<string[]> {
  const exchange = await start();
  const ids = await pastOrders(exchange, 3);
  await eventually("the rows are there", async () => idsOf(await readPast(exchange)).length === 3);
  expect(await exchange.terminate()).toBe(0);
  change();
  return ids;
}

async function expectPast(exchange: ExchangeProcess, ids: readonly string[]): Promise<void> {
  await eventually("the past can be read", async () => (await readPast(exchange)).status === 200);
  expect(idsOf(await readPast(exchange))).toEqual(ids);
  expect(await exchange.audit()).toMatchObject({ holds: true });
}

function damagedNames(): string[] {
  return readdirSync(dataDir).filter((name) => name.includes(".damaged-"));
}

/** Leaves no room on the file system. */
function fill(path: string): void {
  for (let bytes = 1024 * 1024; bytes >= 512; ) {
    try {
      appendFileSync(path, Buffer.alloc(bytes));
    } catch {
      bytes /= 2;
    }
  }
}

/** Overwrites what is behind the first page, as a disk that mixes up its sectors does. */
function spoilPages(): void {
  const bytes = readFileSync(historyPath);
  writeFileSync(historyPath, bytes.fill(0xaa, PAGE_BYTES));
}

/** Overwrites the page from which the rows of a small table are read. */
function spoilRowsOf(table: string): void {
  const database = new DatabaseSync(historyPath);
  const rooted = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(table);
  database.close();
  const at = (Number(rooted?.["rootpage"]) - 1) * PAGE_BYTES;
  overwrite(historyPath, at, Buffer.alloc(PAGE_BYTES, 0xaa));
}

function changeRows(sql: string): void {
  const database = new DatabaseSync(historyPath);
  database.exec(sql);
  database.close();
}

describe("a history that was damaged before the start", () => {
  it.each([
    ["has damaged pages", spoilPages],
    ["is no database", () => writeFileSync(historyPath, "x".repeat(20_000))],
    ["contradicts the journal", () => changeRows("UPDATE progress SET applied_seq = 40")],
  ])("is set aside and written anew when the file %s", async (cause, change) => {
    const ids = await endedWithPast(change);
    const exchange = await start();
    await restingOrder(exchange);
    await expectPast(exchange, ids);
    const message = await eventually("it is said", () => begun(exchange, "history_rebuilding"));
    expect(message).toContain(historyPath);
    const [name] = damagedNames();
    expect(message).toContain(`the file is now ${name}`);
    const situation = `the file of the history ${cause}`;
    expectLogged(exchange, { situation, event: "history_rebuilding" }, dataDir);
    await seenEnd(exchange, "history_rebuilding");
    const series = 'bourse_conditions_begun_total{condition="history_rebuilding"}';
    expect(await figure(exchange, series)).toBe(1);
    expect(exchange.ended).toBeUndefined();
  });
});

describe("a history of more than is checked at the start", () => {
  it("is set aside and written anew when a read meets a damaged page", async () => {
    const ids = await endedWithPast(() => {
      // Too large to be checked whole: only a read of the table meets its page.
      changeRows(`CREATE TABLE filler AS SELECT zeroblob(${CHECKED_BYTES_MAX}) AS zeros`);
      spoilRowsOf("orders");
    });
    const exchange = await start();
    const id = await restingOrder(exchange);
    expect(begun(exchange, "history_rebuilding")).toBeUndefined();
    const { body, status } = await readPast(exchange);
    expect([status, body.code]).toEqual([503, "40015"]);
    const message = await eventually("it is said", () => begun(exchange, "history_rebuilding"));
    expect(message).toContain(`the file is now ${damagedNames()[0]}`);
    const situation = "a read of the history meets a damaged page";
    expectLogged(exchange, { situation, event: "history_rebuilding" }, dataDir);
    await cancelled(exchange, id);
    await expectPast(exchange, [id, ...ids]);
    await seenEnd(exchange, "history_rebuilding");
    expect((await health(exchange)).status).toBe(200);
    expect(await exchange.terminate()).toBe(0);
  });
});

describe("a history whose file goes away under the exchange", () => {
  it("is written anew, keeps two damaged files, and is off after three times", async () => {
    const exchange = await start();
    const ids = await pastOrders(exchange, 3);
    await expectPast(exchange, ids);
    rmSync(historyPath);
    await eventually("it is said", () => begun(exchange, "history_rebuilding"));
    await expectPast(exchange, ids);
    await seenEnd(exchange, "history_rebuilding");

    rmSync(historyPath);
    writeFileSync(historyPath, "another file");
    await eventually("it is set aside", () => damagedNames().length > 0);
    await eventually("it is said", () =>
      begun(exchange, "history_rebuilding")?.includes(damagedNames()[0] ?? "none"),
    );
    await expectPast(exchange, ids);

    rmSync(historyPath);
    const message = await seenBegin(exchange, "history_off");
    expect(message).toContain(historyPath);
    const situation = "the file of the history was removed a third time within an hour";
    expectLogged(exchange, { situation, event: "history_off" }, dataDir);
    const { body, headers, status } = await readPast(exchange);
    expect([status, body.code]).toEqual([503, "40015"]);
    expect(headers.get("retry-after")).not.toBeNull();
    await restingOrder(exchange);
    expect((await health(exchange)).status).toBe(200);
    expect(await exchange.terminate()).toBe(0);
    await expectPast(await start(), ids);
  });
});

describe("a history whose thread dies", () => {
  it("goes on with a new one, and no row is missing", async () => {
    const exchange = await startFaulty(dataDir);
    running = exchange;
    const before = await pastOrders(exchange, 2);
    await expectPast(exchange, before);
    await killThreads(exchange);
    await eventually("it is said", () => exchange.logged("history_restarted"));
    const situation = "the thread of the history dies";
    expectLogged(exchange, { situation, event: "history_restarted" }, dataDir);
    expect((await health(exchange)).status).toBe(200);
    const after = await pastOrders(exchange, 2);
    await expectPast(exchange, [...after, ...before]);
    expect(await exchange.terminate()).toBe(0);
  });
});

describe("a history whose file does not open", () => {
  it("does not keep the exchange from starting, trading and ending", async () => {
    const ids = await endedWithPast(() => {
      rmSync(historyPath);
      // To open a pipe for writing waits until somebody reads: like a disk that hangs.
      execFileSync("mkfifo", [historyPath]);
    });
    const exchange = await start();
    expect(await seenBegin(exchange, "history_unwritable")).toContain(historyPath);
    const situation = "the file of the history does not open";
    expectLogged(exchange, { situation, event: "history_unwritable" }, dataDir);
    await restingOrder(exchange);
    expect((await readPast(exchange)).status).toBe(503);
    expect((await health(exchange)).status).toBe(200);
    expect(await exchange.terminate()).toBe(0);
    expect(exchange.logged("stop_cut_short")?.["message"]).toContain(historyPath);
    expectLogged(exchange, { situation, event: "stop_cut_short" }, dataDir);
    rmSync(historyPath);
    await expectPast(await start(), ids);
  });
});

describe.skipIf(!IS_ROOT)("a history without room (needs root: a mount)", () => {
  it("is written later, and trading goes on in the room that the journal has", async () => {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${MOUNT_BYTES}`, "tmpfs", dataDir]);
    try {
      const exchange = await start();
      const before = await pastOrders(exchange, 1);
      await expectPast(exchange, before);
      fill(join(dataDir, "filler"));
      const during = await pastOrders(exchange, 30);
      const message = await seenBegin(exchange, "history_unwritable");
      expect(message).toContain(historyPath);
      expect((await readPast(exchange)).body.code).toBe("40015");
      expect((await health(exchange)).status).toBe(200);
      rmSync(join(dataDir, "filler"));
      await seenEnd(exchange, "history_unwritable");
      await expectPast(exchange, [...during, ...before]);
      expect(await exchange.terminate()).toBe(0);
      expect(existsSync(historyPath)).toBe(true);
    } finally {
      await running?.kill();
      execFileSync("umount", ["--lazy", dataDir]);
    }
  });
});
