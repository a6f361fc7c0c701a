/**
 * The simulation from the command line:
 *
 *   npm run sim -- --seeds 2000 [--first-seed N] [--commands N]
 *   npm run sim -- --seed S                   exactly one schedule, as it failed
 *   npm run sim -- --differential 1000000     core against the naive exchange [--profile NAME]
 *   npm run sim -- --adversaries 2000         schedules of colluders who look for gain
 *   npm run sim -- --adversary-search 200000  the same with programs bred towards it [--venue NAME]
 *   npm run sim -- --honest 1000000           honest orders, and how many of them met a rule
 *   npm run sim -- --plant                    every planted bug; keeps where each showed
 *   npm run sim -- --record NAME --seed S     a golden journal
 *   npm run sim -- --record-format            journals of the present command format
 *   npm run sim -- --rehash                   golden journals after a change of the state's bytes
 *
 * Progress goes to stderr; the last line on stdout is a JSON summary. A failure is shrunk where the
 * commands alone bring it about, unless `--keep-whole`, and written where `--write` names a file.
 * Ends with 1 on failure.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openStage, VENUES } from "../adversary/search/colluders.ts";
import { GainFound, runAdversaries, searchGains, shortened } from "../adversary/search/search.ts";
import { readCommandList, writeCommandList } from "./command-list.ts";
import { Coverage } from "./coverage.ts";
import { playRound, runDifferential } from "./differential.ts";
import { FAULTS } from "./fault-plan.ts";
import { plantAll } from "./plant-all.ts";
import { runSchedule } from "./schedule.ts";
import { CommandsFailed, playCommands, shrunk } from "./shrink.ts";
import { PROFILES, profileOfSeed } from "./workload/profiles.ts";

/** Below this a run is a sample, and may well miss a rare fault or rejection. */
const SCHEDULES_FOR_COVERAGE = 150;
const DIFFERENTIAL_FOR_COVERAGE = 150_000;
const REPORT_EVERY = 50;
const GOLDEN_COMMANDS = 240;

const GOLDEN = join(import.meta.dirname, "../golden/journals");

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "0" },
    "first-seed": { type: "string", default: "1" },
    seed: { type: "string" },
    commands: { type: "string", default: "360" },
    differential: { type: "string", default: "0" },
    profile: { type: "string" },
    adversaries: { type: "string", default: "0" },
    "adversary-search": { type: "string", default: "0" },
    venue: { type: "string" },
    honest: { type: "string", default: "0" },
    plant: { type: "boolean", default: false },
    record: { type: "string" },
    write: { type: "string" },
    "record-format": { type: "boolean", default: false },
    rehash: { type: "boolean", default: false },
    "keep-whole": { type: "boolean", default: false },
  },
});

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`a whole number, got ${text}`);
  return value;
}

const coverage = new Coverage();
const startedMs = Date.now();

function progress(text: string): void {
  process.stderr.write(`${text} (${Math.round((Date.now() - startedMs) / 1_000)} s)\n`);
}

async function runSchedules(firstSeed: number, seeds: number): Promise<number> {
  let commands = 0;
  for (let at = 0; at < seeds; at++) {
    commands += await runSchedule(
      { seed: firstSeed + at, commands: count(values.commands) },
      coverage,
    );
    if ((at + 1) % REPORT_EVERY === 0) progress(`${at + 1} of ${seeds} schedules`);
  }
  return commands;
}

function differ(firstSeed: number, wanted: number): number {
  if (wanted === 0) return 0;
  let reported = 0;
  const { profile } = values;
  const profiles = PROFILES.filter((name) => profile === undefined || name === profile);
  if (profiles.length === 0) throw new Error(`a profile of the workload, got ${profile}`);
  return runDifferential({ firstSeed, commands: wanted, profiles }, coverage, (done) => {
    if (done - reported < 100_000) return;
    reported = done;
    progress(`${done} of ${wanted} commands compared`);
  });
}

/** What a run of this size should have reached and has not. */
function missing(schedules: number, compared: number): string[] {
  const isWhole = schedules >= SCHEDULES_FOR_COVERAGE || compared >= DIFFERENTIAL_FOR_COVERAGE;
  const words = isWhole ? coverage.missing(compared > 0 ? "long" : "short") : [];
  if (schedules < SCHEDULES_FOR_COVERAGE) return words;
  const silent = FAULTS.filter((fault) => coverage.count(`fault ${fault}`) === 0);
  return [...words, ...silent.map((fault) => `fault ${fault}`)];
}

function report(failure: CommandsFailed): void {
  const { seed, violation } = failure;
  progress(failure.message);
  const list = values["keep-whole"] ? undefined : shrunk(failure.commands);
  const note = `seed ${seed}: ${violation.message}`;
  const text = list === undefined ? undefined : writeCommandList({ note, commands: list });
  if (text !== undefined) process.stderr.write(text);
  if (text !== undefined && values.write !== undefined) writeFileSync(values.write, text);
  const { check, message, seq } = violation;
  const shrunkTo = list?.length;
  process.stdout.write(`${JSON.stringify({ ok: false, seed, check, seq, message, shrunkTo })}\n`);
  process.exitCode = 1;
}

/** Colluders look for gain; answers what they came to. */
async function collude(firstSeed: number): Promise<object> {
  const schedules = count(values.adversaries);
  const commands = count(values["adversary-search"]);
  if (schedules + commands === 0) return {};
  let reported = 0;
  const tried = await runAdversaries({ firstSeed, schedules }, (done) => {
    if (done % 100 === 0) progress(`${done} of ${schedules} schedules of colluders`);
  });
  const venue = VENUES.find((name) => name === values.venue);
  const searched = await searchGains({ firstSeed, commands, venue }, (done) => {
    if (done - reported < 50_000) return;
    reported = done;
    progress(`${done} of ${commands} commands searched`);
  });
  return { tried, searched };
}

/**
 * Honest orders in whole rounds; the table of those that met a rule goes to stderr. What it needs
 * is loaded on demand: planted bugs run in copies of the product without market agents.
 */
async function measure(firstSeed: number) {
  const orders = count(values.honest);
  if (orders === 0) return { orders: 0, alarmShare: 0, isWithinGoal: true };
  const { isWithinGoal, measureHonest } = await import("../adversary/honest/measure.ts");
  const { alarmShareOf, tableOf } = await import("../adversary/honest/tally.ts");
  const tally = await measureHonest({ firstSeed, orders }, (done) =>
    progress(`${done.orders} of ${orders} honest orders`),
  );
  process.stderr.write(`${tableOf(tally)}\n`);
  const alarmShare = alarmShareOf(tally.sum("ordinary"));
  return { orders: tally.orders, alarmShare, isWithinGoal: isWithinGoal(tally) };
}

/** Says what colluders gained by which moves, as few as bring them beyond the bound. */
async function reportGain(failure: GainFound): Promise<void> {
  const { message, seed } = failure;
  progress(message);
  const { program } = failure;
  const least = values["keep-whole"] ? program : shortened(await openStage(), program);
  const text = `${JSON.stringify({ note: message, program: least }, undefined, 2)}\n`;
  process.stderr.write(text);
  if (values.write !== undefined) writeFileSync(values.write, text);
  const found = { ok: false, seed, check: "gain", message, program: least };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  process.exitCode = 1;
}

function record(name: string, seed: number): void {
  const profile = profileOfSeed(seed);
  const played = playRound({ seed, commands: GOLDEN_COMMANDS, profile }, coverage);
  mkdirSync(GOLDEN, { recursive: true });
  const note = `${profile}, seed ${seed}, ${GOLDEN_COMMANDS} commands`;
  writeFileSync(join(GOLDEN, `${name}.json`), writeCommandList({ note, ...played }));
}

async function rehash(): Promise<void> {
  for (const name of readdirSync(GOLDEN)) {
    const path = join(GOLDEN, name);
    const list = readCommandList(readFileSync(path, "utf8"));
    const stateHash = playCommands(list.commands);
    writeFileSync(path, writeCommandList({ ...list, stateHash }));
  }
  const { rehashFormats } = await import("../golden/released-format.ts");
  await rehashFormats();
}

/** Loaded on demand: planted bugs run in copies of the product without its journal's files. */
async function recordFormat(): Promise<void> {
  const released = await import("../golden/released-format.ts");
  await released.recordFormat();
}

async function plantBugs(): Promise<void> {
  const missed = await plantAll(progress);
  process.stdout.write(`${JSON.stringify({ ok: missed.length === 0, missed })}\n`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Each kind of run, of which one at least has to be asked for. */
const RUNS = ["seeds", "differential", "adversaries", "adversary-search", "honest"] as const;

async function main(): Promise<void> {
  if (values["record-format"]) return recordFormat();
  if (values.rehash) return rehash();
  if (values.plant) return plantBugs();
  const seed = values.seed === undefined ? undefined : count(values.seed);
  if (values.record !== undefined) return record(values.record, seed ?? 1);
  const firstSeed = seed ?? count(values["first-seed"]);
  const isOne = seed !== undefined && count(values.honest) === 0;
  const schedules = isOne ? 1 : count(values.seeds);
  if (!isOne && RUNS.every((name) => count(values[name]) === 0)) {
    throw new Error(`nothing to run: --seed, ${RUNS.map((name) => `--${name}`).join(", ")}`);
  }
  try {
    const commands = await runSchedules(firstSeed, schedules);
    const compared = differ(firstSeed, count(values.differential));
    const adversaries = await collude(firstSeed);
    const honest = await measure(firstSeed);
    const unreached = missing(schedules, compared);
    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    const ok = unreached.length === 0 && honest.isWithinGoal;
    const summary = {
      ok,
      firstSeed,
      schedules,
      commands,
      compared,
      adversaries,
      honest,
      seconds,
      missing: unreached,
    };
    const reached = {
      faults: coverage.countsOf("fault"),
      rejections: coverage.countsOf("rejection"),
      closeReasons: coverage.countsOf("CLOSE_REASONS"),
    };
    process.stdout.write(`${JSON.stringify({ ...summary, ...reached })}\n`);
    if (!ok) process.exitCode = 1;
  } catch (thrown) {
    if (thrown instanceof GainFound) return reportGain(thrown);
    if (!(thrown instanceof CommandsFailed)) throw thrown;
    report(thrown);
  }
}

await main();
