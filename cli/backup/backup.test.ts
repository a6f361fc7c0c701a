import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ByteWriter } from "../../src/core/base/bytes.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { recover } from "../../src/journal/recovery.ts";
import { stateHash } from "../../src/journal/snapshot-format.ts";
import { SnapshotStore } from "../../src/journal/snapshot-store.ts";
import { Sequencer } from "../../src/sequencer/sequencer.ts";
import {
  note,
  type ToyCommand,
  ToyMachine,
  toyCodec,
} from "../../test/crash/support/toy-machine.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { replayJournal } from "../journal-replay.ts";
import { restoreBackup } from "./restore-backup.ts";
import { type BackupReport, takeBackup } from "./take-backup.ts";

const SEGMENT_BYTES = 4 * 1024;
const KEY = Buffer.alloc(32, 7);
const CREDENTIALS = { admin: { token: "a token of the operator" }, users: [] };

const top = temporaryDirectory("backup");
afterAll(() => rmSync(top, { recursive: true }));

function path(...names: readonly string[]): string {
  return join(top, ...names);
}

async function openToy(dataDir: string) {
  const log = new FileCommandLog({
    directory: join(dataDir, "journal"),
    segmentBytes: SEGMENT_BYTES,
  });
  const snapshots = new SnapshotStore({ directory: join(dataDir, "snapshots") });
  const extent = await log.open();
  await snapshots.open();
  const shared = { log, extent, codec: toyCodec, createMachine: () => new ToyMachine() };
  const recovered = await recover({ ...shared, snapshots });
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
  return { log, sequencer, snapshots, machine: recovered.machine };
}

type Toy = Awaited<ReturnType<typeof openToy>>;

/** Adds `count` commands, each in a batch of its own, and a snapshot behind them. */
async function run({ sequencer, snapshots }: Toy, count: number): Promise<void> {
  for (let command = 0; command < count; command++) {
    await sequencer.submitAndWait(note(sequencer.appliedSeq + 1, "hello".repeat(40)));
  }
  await snapshots.write(sequencer.snapshot());
}

/** A data directory with secrets and a journal of `count` commands. */
async function newExchange(name: string, count: number): Promise<{ dataDir: string; toy: Toy }> {
  const dataDir = path(name);
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "master.key"), KEY);
  writeFileSync(join(dataDir, "credentials.json"), JSON.stringify(CREDENTIALS));
  const toy = await openToy(dataDir);
  await run(toy, count);
  return { dataDir, toy };
}

function backUp(dataDir: string, to: string, hasSecrets = true): Promise<BackupReport> {
  return takeBackup({ dataDir, to, hasSecrets }, toyCodec);
}

function restore(from: string, dataDir: string, masterKey?: string) {
  return restoreBackup({ from, dataDir, masterKey }, toyCodec);
}

async function replayedHash(dataDir: string, until: number): Promise<string> {
  const directories = { journal: join(dataDir, "journal"), snapshots: join(dataDir, "snapshots") };
  const options = { until, onProgress: () => undefined };
  const { stateHash } = await replayJournal(directories, toyCodec, new ToyMachine(), options);
  return stateHash;
}

function hashOf({ machine }: Toy): string {
  return Buffer.from(stateHash(machine.encodeState())).toString("hex");
}

describe("a backup", () => {
  it("of an exchange in use restores to its seq, with the same state", async () => {
    const { dataDir, toy } = await newExchange("live", 40);
    writeFileSync(join(dataDir, "chains.jsonl"), "{}\n");
    const taking = backUp(dataDir, path("live-copy"));
    // The journal grows while it is copied.
    await run(toy, 10);
    const { firstSeq, seq, warnings } = await taking;
    expect(firstSeq).toBe(1);
    expect(seq).toBeGreaterThanOrEqual(40);
    expect(warnings.join()).toContain("master.key");
    await toy.sequencer.stop();

    const report = await restore(path("live-copy"), path("live-restored"));
    expect(report).toMatchObject({ firstSeq: 1, seq, warnings: [] });
    const again = await openToy(path("live-restored"));
    expect(again.sequencer.appliedSeq).toBe(seq);
    expect(hashOf(again)).toBe(await replayedHash(dataDir, seq));
    await run(again, 1);
    await again.sequencer.stop();
    for (const name of ["master.key", "credentials.json", "chains.jsonl"]) {
      const restored = path("live-restored", name);
      expect(readFileSync(restored)).toEqual(readFileSync(join(dataDir, name)));
      expect(statSync(restored).mode & 0o777).toBe(0o600);
    }
  });

  it("in the same directory copies only what is new, and keeps what the exchange removes", async () => {
    const { dataDir, toy } = await newExchange("more", 60);
    const first = await backUp(dataDir, path("more-copy"));
    const segments = readdirSync(join(dataDir, "journal")).filter((name) =>
      name.endsWith(".segment"),
    ).length;
    expect(first.segmentsCopied).toBe(segments);
    expect(first.segmentsCopied).toBeGreaterThan(3);
    const nothing = await backUp(dataDir, path("more-copy"));
    expect(nothing).toMatchObject({ segmentsCopied: 1, seq: first.seq });

    await run(toy, 60);
    // The segments of the first backup become archives, and the oldest is removed.
    await toy.log.archiveBefore(60);
    await toy.log.truncateBefore(30);
    const second = await backUp(dataDir, path("more-copy"));
    expect(second.seq).toBe(120);
    expect(second.segmentsCopied).toBeLessThan(first.segmentsCopied + 3);
    expect(second.firstSeq).toBe(1);
    await restore(path("more-copy"), path("more-restored"));
    expect(await replayedHash(path("more-restored"), 120)).toBe(hashOf(toy));
    await toy.sequencer.stop();
  });

  it("leaves out the batch that the exchange removes again", async () => {
    const { dataDir, toy } = await newExchange("late", 20);
    await toy.sequencer.stop();
    const log = new FileCommandLog({
      directory: join(dataDir, "journal"),
      segmentBytes: SEGMENT_BYTES,
    });
    const { epoch } = await log.open();
    const writer = new ByteWriter();
    writer.varint(toyCodec.format);
    toyCodec.encode({ ...note(21, "late"), seq: 21, timeMs: 2_000 } as ToyCommand, writer);
    const batch = { firstSeq: 21, count: 1, timeMs: 2_000, payload: writer.bytes() };
    await log.append(21, epoch, batch);
    const taking = backUp(dataDir, path("late-copy"));
    await log.retract(21, epoch);
    expect((await taking).seq).toBe(20);
    await log.close();
  });

  it("without secrets needs the master key at its restoration", async () => {
    const { dataDir, toy } = await newExchange("open", 10);
    await toy.sequencer.stop();
    const copy = path("open-copy");
    const { warnings } = await backUp(dataDir, copy, false);
    expect(warnings.join()).toContain("master.key is not in the backup");
    for (const name of ["master.key", "credentials.json"]) {
      expect(existsSync(join(copy, name))).toBe(false);
    }
    const absent = `${join(copy, "master.key")} is absent`;
    await expect(restore(copy, path("open-restored"))).rejects.toThrow(absent);
    const other = path("other.key");
    writeFileSync(other, Buffer.alloc(32, 8));
    await expect(restore(copy, path("open-restored"), other)).rejects.toThrow(
      `${other} is not the key of this backup`,
    );
    expect(existsSync(path("open-restored"))).toBe(false);
    const report = await restore(copy, path("open-restored"), join(dataDir, "master.key"));
    expect(report.warnings.join()).toContain("credentials.json is not in the backup");
    expect(readFileSync(path("open-restored", "master.key"))).toEqual(KEY);
  });

  it("without secrets is refused where an earlier one left them", async () => {
    const { dataDir, toy } = await newExchange("left", 10);
    await toy.sequencer.stop();
    const copy = path("left-copy");
    await backUp(dataDir, copy);
    await expect(backUp(dataDir, copy, false)).rejects.toThrow(
      "has master.key and credentials.json of an earlier backup",
    );
    rmSync(join(copy, "credentials.json"));
    await expect(backUp(dataDir, copy, false)).rejects.toThrow("has master.key of an earlier");
    // The earlier backup is still complete.
    expect(await restore(copy, path("left-restored"))).toMatchObject({ seq: 10 });
    rmSync(join(copy, "master.key"));
    expect((await backUp(dataDir, copy, false)).warnings.join()).toContain("not in the backup");
  });

  it("is refused where it would replace or contain something else", async () => {
    const { dataDir, toy } = await newExchange("one", 20);
    await toy.sequencer.stop();
    const other = await newExchange("two", 30);
    await other.toy.sequencer.stop();
    const copy = path("one-copy");
    await backUp(dataDir, copy);
    await expect(backUp(other.dataDir, copy)).rejects.toThrow("is of another journal");
    await expect(backUp(dataDir, join(dataDir, "copy"))).rejects.toThrow("overlap");
    await expect(backUp(dataDir, dataDir)).rejects.toThrow("overlap");
    await expect(backUp(dataDir, top)).rejects.toThrow("overlap");
    await expect(backUp(path("absent"), path("x"))).rejects.toThrow("has no journal");
    const foreign = path("foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "letter.txt"), "");
    await expect(backUp(dataDir, foreign)).rejects.toThrow("contains no backup");
    writeFileSync(join(copy, "master.key"), Buffer.alloc(32, 9));
    await expect(backUp(dataDir, copy)).rejects.toThrow("is of another exchange");
  });

  it("is not continued past segments that it has not seen", async () => {
    const { dataDir, toy } = await newExchange("gap", 20);
    const copy = path("gap-copy");
    await backUp(dataDir, copy);
    await run(toy, 60);
    await toy.log.truncateBefore(60);
    await expect(backUp(dataDir, copy)).rejects.toThrow("the journal now begins at seq");
    const { firstSeq, warnings } = await backUp(dataDir, path("gap-new"));
    expect(firstSeq).toBeGreaterThan(20);
    expect(warnings.join()).toContain("the history cannot be rebuilt");
    await toy.sequencer.stop();
    await restore(path("gap-new"), path("gap-restored"));
    const again = await openToy(path("gap-restored"));
    expect(hashOf(again)).toBe(hashOf(toy));
    await again.sequencer.stop();
  });
});

describe("a restoration", () => {
  const copy = path("whole-copy");
  let dataDir = "";
  beforeAll(async () => {
    const exchange = await newExchange("whole", 60);
    await exchange.toy.sequencer.stop();
    dataDir = exchange.dataDir;
    await backUp(dataDir, copy);
  });

  /** A copy of the backup in which `damage` changes something. */
  function damaged(name: string, damage: (directory: string) => void): string {
    const directory = path(name);
    cpSync(copy, directory, { recursive: true });
    damage(directory);
    return directory;
  }

  const flipBit = (file: string): void => {
    const bytes = readFileSync(file);
    const index = Math.min(300, bytes.length - 1);
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  };
  const fileIn = (directory: string, index: number): string =>
    join(directory, readdirSync(directory).at(index) ?? "");

  it.each([
    [
      "a flipped bit of the journal",
      "damaged at byte",
      (directory: string) => flipBit(fileIn(join(directory, "journal"), 0)),
    ],
    [
      "a missing segment",
      "begins at seq",
      (directory: string) => rmSync(fileIn(join(directory, "journal"), 1)),
    ],
    [
      "a missing last segment",
      "is expected",
      (directory: string) => {
        rmSync(join(directory, "snapshots"), { recursive: true });
        rmSync(fileIn(join(directory, "journal"), -1));
      },
    ],
    [
      "a flipped bit of a snapshot",
      "snapshot 60",
      (directory: string) => flipBit(fileIn(join(directory, "snapshots"), -1)),
    ],
    [
      "no master key",
      "master.key is absent",
      (directory: string) => rmSync(join(directory, "master.key")),
    ],
    [
      "half a master key",
      "is not the key of this backup",
      (directory: string) => truncateSync(join(directory, "master.key"), 16),
    ],
    [
      "empty credentials",
      "credentials.json cannot be read",
      (directory: string) => truncateSync(join(directory, "credentials.json"), 0),
    ],
    [
      "a record that is no JSON",
      "backup.json cannot be read",
      (directory: string) => truncateSync(join(directory, "backup.json"), 20),
    ],
    [
      "no record",
      "contains no backup",
      (directory: string) => rmSync(join(directory, "backup.json")),
    ],
    [
      "an end of the journal that is no JSON",
      "durable-end.json cannot be read",
      (directory: string) => truncateSync(join(directory, "durable-end.json"), 5),
    ],
  ])("refuses a backup with %s and writes nothing", async (name, message, damage) => {
    const directory = damaged(name.replaceAll(" ", "-"), damage);
    const target = path(`${name.replaceAll(" ", "-")}-restored`);
    await expect(restore(directory, target)).rejects.toThrow(message);
    expect(existsSync(target)).toBe(false);
  });

  it("refuses a directory with files, and takes an empty one", async () => {
    const target = path("full");
    mkdirSync(target);
    writeFileSync(join(target, "letter.txt"), "");
    await expect(restore(copy, target)).rejects.toThrow("is not empty");
    rmSync(join(target, "letter.txt"));
    expect(await restore(copy, target)).toMatchObject({ seq: 60 });
  });

  it("refuses a directory inside the backup", async () => {
    const target = join(copy, "restored");
    await expect(restore(copy, target)).rejects.toThrow("overlap");
    expect(existsSync(target)).toBe(false);
  });

  it("refuses a backup that was never completed", async () => {
    const target = path("begun-copy");
    const broken = path("begun");
    cpSync(dataDir, broken, { recursive: true });
    flipBit(fileIn(join(broken, "journal"), 0));
    await expect(backUp(broken, target)).rejects.toThrow("damaged at byte");
    await expect(restore(target, path("begun-restored"))).rejects.toThrow("never completed");
    // Once the source is whole again, the same directory takes the backup.
    expect(await backUp(dataDir, target)).toMatchObject({ seq: 60 });
  });

  it("takes the earlier backup while a later one is incomplete", async () => {
    const grown = path("grown");
    cpSync(dataDir, grown, { recursive: true });
    const toy = await openToy(grown);
    await run(toy, 40);
    await toy.sequencer.stop();
    const target = path("grown-copy");
    cpSync(copy, target, { recursive: true });
    const later = fileIn(join(grown, "journal"), -1);
    truncateSync(later, 100);
    await expect(backUp(grown, target)).rejects.toThrow();
    const { seq } = await restore(target, path("grown-restored"));
    expect(seq).toBeGreaterThanOrEqual(60);
  });
});
