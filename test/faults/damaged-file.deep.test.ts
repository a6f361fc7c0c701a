/**
 * A bad sector or a stray write damages an old segment of the journal or a snapshot while the
 * exchange runs. Nothing reads these files then: without the background check the damage would show
 * on the day on which they are needed.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ExchangeProcess, refusedStart } from "../conformance/support/exchange-process.ts";
import { eventually } from "../support/eventually.ts";
import { expectLogged } from "./support/operator-messages.ts";
import { pastOrders, restingOrder } from "./support/signed-request.ts";
import { begun, figure, health, seenBegin } from "./support/signs.ts";
import { splitJournal } from "./support/split-journal.ts";
import { FIRST_CONTENT_BYTE, flipBit, removeHistory } from "./support/spoilt-files.ts";

const SEGMENTS = 4;
/** The check has the lowest priority: a busy machine lets it wait. */
const NOTICED_MS_MAX = 60_000;
const TEST_MS_MAX = 240_000;

const top = mkdtempSync(join(tmpdir(), "bourse-damaged-"));
const whole = join(top, "whole");
const dataDir = join(top, "data");
let names: string[] = [];
let running: ExchangeProcess | undefined;

/** A journal of four segments, and two snapshots that are past all of them but the last. */
beforeAll(async () => {
  for (let session = 0; session < 2; session++) {
    const exchange = await ExchangeProcess.start(whole);
    await pastOrders(exchange, 5);
    expect(await exchange.terminate()).toBe(0);
  }
  const paths = await splitJournal(whole, SEGMENTS);
  names = paths.map((path) => path.slice(whole.length + 1));
});

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(whole, dataDir, { recursive: true });
});

afterEach(async () => {
  await running?.kill();
  running = undefined;
});

afterAll(() => rmSync(top, { recursive: true }));

async function start(): Promise<ExchangeProcess> {
  running = await ExchangeProcess.start(dataDir);
  return running;
}

function goodFiles(exchange: ExchangeProcess, kind: "segment" | "snapshot"): Promise<number> {
  return figure(exchange, `bourse_checked_files{kind="${kind}",state="good"}`);
}

function allGood(
  exchange: ExchangeProcess,
  kind: "segment" | "snapshot",
  count: number,
): Promise<boolean> {
  const isSo = async (): Promise<boolean> => (await goodFiles(exchange, kind)) === count;
  return eventually(`${count} of ${kind} are good`, isSo, NOTICED_MS_MAX);
}

/** Starts and waits until every old file was read once and found good. */
async function startAndCheck(): Promise<ExchangeProcess> {
  const exchange = await start();
  await allGood(exchange, "segment", SEGMENTS - 1);
  await allGood(exchange, "snapshot", 2);
  return exchange;
}

/** Flips a bit of what the file holds; answers its bytes as they were. */
function spoil(path: string): Buffer {
  return flipBit(path, FIRST_CONTENT_BYTE);
}

/** Second segment of the journal. */
function oldSegment(): string {
  return join(dataDir, names[1] ?? "");
}

function snapshots(): string[] {
  const directory = join(dataDir, "snapshots");
  return readdirSync(directory)
    .sort()
    .map((name) => join(directory, name));
}

/** Waits for a line that says so; answers it. */
function begunAbout(exchange: ExchangeProcess, part: string): Promise<string> {
  const newest = (): string | undefined => {
    const message = begun(exchange, "file_damaged");
    return message?.includes(part) ? message : undefined;
  };
  return eventually(`a line with ${part}`, newest, NOTICED_MS_MAX);
}

async function isDamaged(exchange: ExchangeProcess): Promise<boolean> {
  return (await figure(exchange, 'bourse_condition{condition="file_damaged"}')) === 1;
}

async function expectTrading(exchange: ExchangeProcess): Promise<void> {
  await restingOrder(exchange);
  expect((await health(exchange)).status).toBe(200);
}

describe("damage of an old file while the exchange runs", { timeout: TEST_MS_MAX }, () => {
  it("is named, does not stop trading, and ends with a copy put back or the file gone", async () => {
    const exchange = await startAndCheck();
    const series = 'bourse_checked_timestamp_seconds{kind="segment"}';
    expect(Math.abs((await figure(exchange, series)) - Date.now() / 1_000)).toBeLessThan(60);
    const path = oldSegment();
    const before = spoil(path);
    await begunAbout(exchange, path);
    const message = await seenBegin(exchange, "file_damaged");
    const situation = "an old segment of the journal is damaged while the exchange runs";
    expectLogged(exchange, { situation, event: "file_damaged" }, dataDir);
    const place =
      /: damaged at byte \d+, where seq \d+ is expected .*a start does not need this file/;
    expect(message.startsWith(path)).toBe(true);
    expect(message).toMatch(place);
    const { body } = await health(exchange);
    expect(body["warnings"]).toContainEqual(expect.stringContaining(`file_damaged: ${path}`));
    expect(await figure(exchange, 'bourse_checked_files{kind="segment",state="damaged"}')).toBe(1);
    await expectTrading(exchange);

    const [older = ""] = snapshots();
    spoil(older);
    const both = await begunAbout(exchange, older);
    expect(both).toContain(path);
    expect(both).toContain(`${older}: the state's hash does not match; a start would begin at `);
    writeFileSync(path, before);
    rmSync(older);
    const isOver = async (): Promise<boolean> => !(await isDamaged(exchange));
    await eventually("nothing is damaged", isOver, NOTICED_MS_MAX);
    expect(await goodFiles(exchange, "segment")).toBe(SEGMENTS - 1);
    expect(await goodFiles(exchange, "snapshot")).toBe(1);
    const { body: later } = await health(exchange);
    expect(later["warnings"] ?? []).not.toContainEqual(expect.stringContaining("file_damaged: "));
    expect(await exchange.terminate()).toBe(0);
  });

  it("does not keep the exchange from trading and ending while a read of the file hangs", async () => {
    const path = oldSegment();
    rmSync(path);
    // To open a pipe for reading waits until somebody writes: like a disk that hangs.
    execFileSync("mkfifo", [path]);
    const exchange = await start();
    await allGood(exchange, "snapshot", 2);
    // The check of the first segment reads the header of the next, which is the pipe.
    await expectTrading(exchange);
    expect(await goodFiles(exchange, "segment")).toBe(0);
    expect(await exchange.terminate()).toBe(0);
    expect(exchange.logged("stop_cut_short")).toBeUndefined();
  });

  it("costs the past, and nothing else, where the history is gone as well", async () => {
    spoil(oldSegment());
    removeHistory(dataDir);
    const exchange = await start();
    const situation = "an old segment of the journal is damaged and the history is absent";
    expectLogged(exchange, { situation, event: "past_unreadable" }, dataDir);
    await eventually("the history is off", () => begun(exchange, "history_off"), NOTICED_MS_MAX);
    await expectTrading(exchange);
    expect(await exchange.audit()).toMatchObject({ holds: true });
  });

  it("tells rightly whether the exchange would start again", async () => {
    const exchange = await startAndCheck();
    const path = oldSegment();
    const before = spoil(path);
    expect(await begunAbout(exchange, path)).toContain("a start does not need this file");
    await exchange.kill();

    const again = await start();
    expect(await begunAbout(again, path)).toContain("a start does not need this file");
    await expectTrading(again);
    expect(await again.audit()).toMatchObject({ holds: true });
    for (const snapshot of snapshots()) rmSync(snapshot);
    await begunAbout(again, "a start needs this file and would be refused");
    await expectTrading(again);
    await again.kill();

    const { code, message } = await refusedStart(dataDir);
    expect(code).not.toBe(0);
    expect(message).toContain(path);
    writeFileSync(path, before);
    const repaired = await start();
    await expectTrading(repaired);
    expect(await repaired.audit()).toMatchObject({ holds: true });
  });
});
