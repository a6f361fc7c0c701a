/**
 * Journals of every released command format, as the exchange of that day wrote them: one segment
 * each, compressed, beside a manifest with what replaying it comes to. A format is recorded when it
 * is released (`npm run sim -- --record-format`), and its segments never change again.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { ByteWriter } from "../../src/core/base/bytes.ts";
import { COMMAND_FORMAT } from "../../src/core/commands/command-codec.ts";
import { COMMAND_KINDS, type Command } from "../../src/core/commands/commands.ts";
import { FileCommandLog } from "../../src/journal/file-command-log.ts";
import { decodeBatch } from "../../src/journal/recovery.ts";
import { segmentName } from "../../src/journal/segment.ts";
import { beginPayload } from "../../src/journal/state-machine.ts";
import { CORE_CODEC, CoreMachine } from "../../src/main/core-machine.ts";
import { digestOf } from "../simulation/checked-core.ts";
import { Coverage } from "../simulation/coverage.ts";
import { playRound } from "../simulation/differential.ts";
import { type Form, formOf, GROUPED_FORM_NAMES } from "../simulation/workload/forms.ts";
import { type ProfileName, profileOfSeed } from "../simulation/workload/profiles.ts";

const FORMATS = join(import.meta.dirname, "formats");
const SEGMENT_BYTES = 256 * 1024;
const BATCH_COMMANDS = 20;
const FIRST_SEGMENT = segmentName(1);

/** Rounds that every format has. */
const ROUNDS: readonly { readonly seed: number; readonly profile: ProfileName }[] = [
  { seed: 801, profile: "maker_taker" },
  { seed: 802, profile: "triggers" },
  { seed: 803, profile: "lending" },
  { seed: 804, profile: "borrowing" },
  { seed: 805, profile: "isolated" },
  { seed: 806, profile: "bad_input" },
  { seed: 807, profile: "delivery" },
  { seed: 808, profile: "liquidations" },
  { seed: 823, profile: "custody" },
  { seed: 821, profile: "p2p" },
  { seed: 827, profile: "risk_units" },
  { seed: 809, profile: "conversions" },
  { seed: 810, profile: "pledges" },
  { seed: 811, profile: "switches" },
  { seed: 812, profile: "accounts" },
];
const ROUND_COMMANDS = 500;
/** Seeds of the rounds that are searched for forms which the others lack. */
const FURTHER_SEED_FROM = 901;
const FURTHER_SEED_END = 1_301;

export type ReleasedJournal = {
  readonly format: number;
  readonly name: string;
  /** Seq of the last command. */
  readonly lastSeq: number;
  /** Hash of the state after the last command. */
  readonly stateHash: string;
  /** Hash of the outcomes of all commands: id, rejection and the rest of what submitters get. */
  readonly outcomeHash: string;
};

function manifestOf(format: number): string {
  return join(FORMATS, String(format), "manifest.json");
}

/** All journals of the formats that were ever released, oldest format first. */
export function releasedJournals(): ReleasedJournal[] {
  const formats = readdirSync(FORMATS).map(Number);
  return formats
    .toSorted((one, other) => one - other)
    .flatMap((format) => JSON.parse(readFileSync(manifestOf(format), "utf8")) as ReleasedJournal[]);
}

/** Writes the journal into `directory`, as an exchange of its day left it there. */
export function unpackJournal({ format, name }: ReleasedJournal, directory: string): void {
  const packed = readFileSync(join(FORMATS, String(format), `${name}.segment.gz`));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, FIRST_SEGMENT), gunzipSync(packed));
}

/** The commands of the journal in `directory`. */
export async function readJournal(directory: string): Promise<Command[]> {
  const log = new FileCommandLog({ directory, segmentBytes: SEGMENT_BYTES });
  const { lastSeq } = await log.open();
  const batches = await log.read(1, lastSeq);
  await log.close();
  return batches.flatMap((batch) => decodeBatch(CORE_CODEC, batch));
}

/** Hashes of the state and of the outcomes that the journal in `directory` leads to. */
export async function replayJournal(
  directory: string,
): Promise<Pick<ReleasedJournal, "lastSeq" | "stateHash" | "outcomeHash">> {
  const machine = new CoreMachine();
  const outcomes = createHash("sha256");
  const commands = await readJournal(directory);
  for (const command of commands) {
    const outcome = machine.apply(command);
    machine.events.clear();
    outcomes.update(
      JSON.stringify(outcome, (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      ),
    );
  }
  const stateHash = digestOf(machine.encodeState());
  return { lastSeq: commands.length, stateHash, outcomeHash: outcomes.digest("hex") };
}

/** Writes the commands of a round of the simulation as a journal of the present format. */
async function writeJournal(
  directory: string,
  round: { readonly seed: number; readonly commands: number; readonly profile: ProfileName },
): Promise<void> {
  const { commands } = playRound(round, new Coverage());
  const log = new FileCommandLog({ directory, segmentBytes: SEGMENT_BYTES, salt: () => 1n });
  const { epoch } = await log.open();
  for (let from = 0; from < commands.length; from += BATCH_COMMANDS) {
    const batch = commands.slice(from, from + BATCH_COMMANDS);
    const writer = new ByteWriter();
    beginPayload(CORE_CODEC, writer);
    for (const command of batch) CORE_CODEC.encode(command, writer);
    const timeMs = batch.at(-1)?.timeMs ?? 0;
    const payload = writer.bytes();
    await log.append(from + 1, epoch, { firstSeq: from + 1, count: batch.length, timeMs, payload });
  }
  await log.close();
}

type Round = { readonly seed: number; readonly profile: ProfileName };

/** Records a round of the simulation in the folder of the present format. */
async function recordRound(round: Round, name: string): Promise<ReleasedJournal> {
  const directory = await mkdtemp(join(tmpdir(), "bourse-format-"));
  await writeJournal(directory, { ...round, commands: ROUND_COMMANDS });
  const segment = readFileSync(join(directory, FIRST_SEGMENT));
  writeFileSync(
    join(FORMATS, String(COMMAND_FORMAT), `${name}.segment.gz`),
    gzipSync(segment, { level: 9 }),
  );
  const replayed = await replayJournal(directory);
  await rm(directory, { recursive: true });
  return { format: COMMAND_FORMAT, name, ...replayed };
}

/** Forms of commands that no journal of the present format has. */
export async function missingForms(recorded: readonly ReleasedJournal[]): Promise<Set<Form>> {
  const missing = new Set<Form>([...COMMAND_KINDS, ...GROUPED_FORM_NAMES]);
  for (const journal of recorded.filter(({ format }) => format === COMMAND_FORMAT)) {
    const directory = await mkdtemp(join(tmpdir(), "bourse-format-"));
    unpackJournal(journal, directory);
    for (const command of await readJournal(directory)) missing.delete(formOf(command));
    await rm(directory, { recursive: true });
  }
  return missing;
}

/**
 * Records the rounds of the present format that were not recorded before, and then further rounds
 * until every form of a command is in one. Recorded journals stay as they are, so that forms that
 * are appended to a format come in journals of their own.
 */
export async function recordFormat(): Promise<void> {
  const folder = join(FORMATS, String(COMMAND_FORMAT));
  mkdirSync(folder, { recursive: true });
  const known = readdirSync(folder).length === 0 ? [] : releasedJournals();
  const recorded = known.filter(({ format }) => format === COMMAND_FORMAT);
  const names = recorded.map(({ name }) => name);
  for (const round of ROUNDS.filter(({ profile }) => !names.includes(profile))) {
    recorded.push(await recordRound(round, round.profile));
  }
  const missing = await missingForms(recorded);
  for (let seed = FURTHER_SEED_FROM; missing.size > 0 && seed < FURTHER_SEED_END; seed++) {
    const profile = profileOfSeed(seed);
    const name = `${profile}_${seed}`;
    const { commands } = playRound({ seed, commands: ROUND_COMMANDS, profile }, new Coverage());
    if (names.includes(name) || !commands.some((one) => missing.has(formOf(one)))) continue;
    recorded.push(await recordRound({ seed, profile }, name));
    for (const command of commands) missing.delete(formOf(command));
  }
  writeManifest(COMMAND_FORMAT, recorded);
}

/** Renews the hashes, after an intended change of outcomes or of the state's bytes. */
export async function rehashFormats(): Promise<void> {
  const renewed: ReleasedJournal[] = [];
  for (const journal of releasedJournals()) {
    const directory = await mkdtemp(join(tmpdir(), "bourse-format-"));
    unpackJournal(journal, directory);
    renewed.push({ ...journal, ...(await replayJournal(directory)) });
    await rm(directory, { recursive: true });
  }
  const formats = Map.groupBy(renewed, ({ format }) => format);
  for (const [format, journals] of formats) writeManifest(format, journals);
}

function writeManifest(format: number, journals: readonly ReleasedJournal[]): void {
  writeFileSync(manifestOf(format), `${JSON.stringify(journals, undefined, 2)}\n`);
}
