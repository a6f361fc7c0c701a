/**
 * `bench history`: how fast the SQL history follows. Alone, as fast as it goes from a recorded
 * journal; with `--checkout FOLDER` beside the history of another checkout, slice by slice in turn
 * on the same journal. Then while orders flow through a core at a given rate. `--history-of FOLDER`
 * measures the history of another checkout alone.
 */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FileCommandLog } from "../src/journal/file-command-log.ts";
import { historyFlow } from "./history-flow.ts";
import { foundingCommands, VENUES, type Venue } from "./mix-commands.ts";
import { describeMix, generateMix, type Mix, movesShape, placesShape } from "./order-mix.ts";
import { HERE } from "./support/checkout.ts";
import { HistoryLane, type RecordedJournal } from "./support/history-lane.ts";
import { JournalAppender, MixWriter } from "./support/mix-journal.ts";
import { atLeast, type BenchResult, type Check, check, progress } from "./support/report.ts";
import { temporaryDirectory } from "./support/server.ts";

const COMMANDS = 400_000;
const RATE = 60_000;
const SLICES = 12;
/** The first slices compile and fill empty tables; their times are left out. */
const SLICES_OF_WARM_UP = 2;
const RATE_GOAL = 60_000;

/** Writes the journal of a mix; returns the seq of the last command before the mix. */
async function writeJournal(directory: string, mix: Mix, venue: Venue): Promise<number> {
  const journal = await JournalAppender.open(directory);
  for (const command of foundingCommands(mix.shape, venue)) await journal.add(command);
  const foundedSeq = journal.lastSeq;
  await new MixWriter(mix, venue).write(0, mix.count, (command) =>
    journal.add(command, command.timeMs),
  );
  await journal.close();
  return foundedSeq;
}

async function recorded(directory: string, parent: string): Promise<RecordedJournal> {
  const log = new FileCommandLog({ directory });
  await log.open();
  const end = log.durableEnd;
  await log.close();
  return { directory, snapshotDirectory: join(parent, "snapshots"), end };
}

/** Writes the histories of all checkouts from one journal, slice by slice in turn. */
async function compare(
  checkouts: readonly string[],
  folder: string,
  { fromSeq, journal }: { readonly fromSeq: number; readonly journal: RecordedJournal },
) {
  const paths = checkouts.map((_, index) => join(folder, `history-${index}.sqlite`));
  const lanes = await Promise.all(
    checkouts.map((checkout, index) => HistoryLane.open(checkout, paths[index] ?? "", journal)),
  );
  const perSlice = Math.ceil((journal.end.seq - fromSeq) / SLICES);
  for (const lane of lanes) await lane.runTo(fromSeq);
  for (let slice = 0; slice < SLICES; slice++) {
    if (slice <= SLICES_OF_WARM_UP) for (const lane of lanes) lane.forgetTimes();
    const turns = slice % 2 === 0 ? lanes : [...lanes].reverse();
    const seq = Math.min(journal.end.seq, fromSeq + (slice + 1) * perSlice);
    for (const lane of turns) await lane.runTo(seq);
  }
  const rows = lanes.length === 1 ? [] : lanes.map((lane) => JSON.stringify(lane.rows()));
  const figures = lanes.map((lane) => lane.figures());
  for (const lane of lanes) await lane.close();
  const isSame = rows.every((one) => one === rows[0]);
  return { figures, rows, isSame };
}

export async function benchHistory(argv: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      checkout: { type: "string" },
      "history-of": { type: "string" },
      commands: { type: "string", default: `${COMMANDS}` },
      mix: { type: "string", default: "places" },
      venue: { type: "string", default: "spot" },
      rate: { type: "string", default: `${RATE}` },
      seed: { type: "string", default: "1" },
    },
  });
  const venue = VENUES.find((name) => name === values.venue);
  if (venue === undefined) throw new Error(`--venue ${VENUES.join("|")} is expected`);
  const shape = values.mix === "moves" ? movesShape : placesShape;
  const mix = generateMix(shape(Number(values.commands), Number(values.seed)));
  const folder = temporaryDirectory();
  try {
    progress("history: writing the journal");
    const directory = join(folder, "journal");
    const fromSeq = await writeJournal(directory, mix, venue);
    const journal = await recorded(directory, folder);
    const other = values.checkout === undefined ? [] : [values.checkout];
    progress(`history: the rows of ${journal.end.seq} commands`);
    const checkouts = [resolve(values["history-of"] ?? HERE), ...other];
    const { figures, isSame, rows } = await compare(checkouts, folder, { fromSeq, journal });
    const [here, there] = figures;
    const checks: Check[] = [check("the rows of both checkouts are equal", isSame, rows.join(" "))];
    const rate = Number(values.rate);
    const flows: Record<string, unknown> = {};
    for (const [index, checkout] of (rate > 0 ? checkouts : []).entries()) {
      progress(`history: ${rate} commands/s through ${checkout}`);
      const flowFolder = join(folder, `flow-${index}`);
      const terms = { checkout, folder: flowFolder, fromSeq, journal, rate };
      const { isWhole, ...flow } = await historyFlow(terms);
      flows[index === 0 ? "flow" : "checkoutFlow"] = flow;
      checks.push(check(`the history of ${checkout} has every command`, isWhole));
    }
    return {
      benchmark: "history",
      figures: { alone: here, ...(there === undefined ? {} : { checkout: there }), ...flows },
      mix: { venue, ...describeMix(mix) },
      goals: [atLeast("commands/s into SQL, alone", here?.perSecond ?? 0, RATE_GOAL)],
      checks,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
