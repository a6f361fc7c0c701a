import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { recover } from "../src/journal/recovery.ts";
import { stateHash } from "../src/journal/snapshot-format.ts";
import { SnapshotStore } from "../src/journal/snapshot-store.ts";
import { Sequencer } from "../src/sequencer/sequencer.ts";
import { deposit, note, ToyMachine, toyCodec } from "../test/crash/support/toy-machine.ts";
import { findJournal, type JournalDirectories } from "./journal-directories.ts";
import { commandLine, inspectJournal, parseCount } from "./journal-inspect.ts";
import { replayJournal } from "./journal-replay.ts";
import { verifyJournal } from "./journal-verify.ts";

/** Commands in batches of their own, and all; the last ones are one batch. */
const SINGLE_COMMANDS = 40;
const COMMANDS = 43;

describe("the journal commands", () => {
  let directory = "";
  let directories: JournalDirectories;
  let hash = "";

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "bourse-cli-"));
    const log = new FileCommandLog({
      directory: join(directory, "journal"),
      segmentBytes: 4 * 1024,
    });
    const store = new SnapshotStore({ directory: join(directory, "snapshots") });
    const extent = await log.open();
    await store.open();
    const shared = { log, extent, codec: toyCodec, createMachine: () => new ToyMachine() };
    const recovered = await recover(shared);
    const sequencer = new Sequencer({
      log,
      codec: toyCodec,
      machine: recovered.machine,
      start: { ...recovered, epoch: extent.epoch },
      clockMs: () => 1_000,
      tickIntervalMs: 0,
      onFatal: ({ message }) => {
        throw new Error(message);
      },
    });
    for (let id = 1; id <= SINGLE_COMMANDS; id++) {
      await sequencer.submitAndWait(
        id % 2 === 0 ? deposit(id, 1, 5) : note(id, "hello".repeat(40)),
      );
      if (id === 30) await store.write(sequencer.snapshot());
    }
    for (let id = SINGLE_COMMANDS + 1; id < COMMANDS; id++) {
      sequencer.submit(deposit(id, 1, 5), () => undefined);
    }
    await sequencer.submitAndWait(deposit(COMMANDS, 1, 5));
    hash = Buffer.from(stateHash(recovered.machine.encodeState())).toString("hex");
    await sequencer.stop();
    directories = await findJournal(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it("verifies every batch and every snapshot", async () => {
    const verdict = await verifyJournal(directories, toyCodec);
    expect(verdict).toMatchObject({
      isIntact: true,
      commands: COMMANDS,
      firstSeq: 1,
      lastSeq: COMMANDS,
      tornBytes: 0,
      snapshots: [{ seq: 30, verdict: "intact" }],
    });
    expect(verdict.segments).toBeGreaterThan(1);
  });

  it("prints a range of commands with their stamps", async () => {
    const lines: string[] = [];
    for await (const command of inspectJournal(directories, toyCodec, { from: 7, limit: 2 })) {
      lines.push(commandLine(command));
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: "note", seq: 7, timeMs: 1_000, id: 7, text: "hello".repeat(40) },
      { kind: "deposit", seq: 8, timeMs: 1_000, id: 8, account: 1, amount: 5 },
    ]);
  });

  it("prints bigints in full and bytes as hexadecimal digits", () => {
    const command = {
      kind: "any",
      seq: 1,
      timeMs: 2,
      atoms: 2n ** 60n,
      key: Uint8Array.of(1, 255),
    };
    expect(commandLine(command)).toBe(
      '{"kind":"any","seq":1,"timeMs":2,"atoms":"1152921504606846976","key":"01ff"}',
    );
  });

  it("replays to the final state, or to an earlier one", async () => {
    const options = { until: Number.POSITIVE_INFINITY, onProgress: () => undefined };
    const result = await replayJournal(directories, toyCodec, new ToyMachine(), options);
    expect(result).toMatchObject({ commands: COMMANDS, lastSeq: COMMANDS, stateHash: hash });
    const early = await replayJournal(directories, toyCodec, new ToyMachine(), {
      ...options,
      until: 12,
    });
    expect(early).toMatchObject({ commands: 12, lastSeq: 12, lastTimeMs: 1_000 });
  });

  it("replays to a command within a batch, with the hash of the batch before", async () => {
    const replayed = (until: number) => {
      const onProgress = (): void => undefined;
      return replayJournal(directories, toyCodec, new ToyMachine(), { until, onProgress });
    };
    const before = await replayed(SINGLE_COMMANDS);
    const within = await replayed(COMMANDS - 1);
    expect(within).toMatchObject({ commands: COMMANDS - 1, lastSeq: COMMANDS - 1 });
    expect(within.journalHash).toBe(before.journalHash);
    expect(new Set([before.stateHash, within.stateHash, hash]).size).toBe(3);
  });

  it("finds a flipped bit and names the file", async () => {
    const name = readdirSync(directories.journal)[0] ?? "";
    const path = join(directories.journal, name);
    const intact = readFileSync(path);
    const damaged = Buffer.from(intact);
    damaged[400] = (damaged[400] ?? 0) ^ 4;
    writeFileSync(path, damaged);
    await expect(verifyJournal(directories, toyCodec)).rejects.toThrow(`${name}: damaged at byte`);
    writeFileSync(path, intact);
  });

  it("leaves the files unchanged", async () => {
    const read = (): string[] =>
      readdirSync(directories.journal).map((name) =>
        readFileSync(join(directories.journal, name)).toString("base64"),
      );
    const before = read();
    await verifyJournal(directories, toyCodec);
    expect(read()).toEqual(before);
  });

  it("refuses an invalid data directory and an invalid count", async () => {
    await expect(findJournal(tmpdir())).rejects.toThrow("holds no journal");
    expect(await findJournal(directories.journal)).toMatchObject({ journal: directories.journal });
    expect(() => parseCount("0")).toThrow("at least 1");
    expect(() => parseCount("1e3")).toThrow("at least 1");
    expect(parseCount("15")).toBe(15);
  });
});
