/** The command `export`: rows of the history as CSV or JSON lines, for books and reports. */
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { InvalidArgumentError, Option, type Command as Program } from "commander";
import { userOfUid } from "../src/gateway/auth/uid.ts";
import { DAY_MS } from "../src/projections/history/statement-tables.ts";
import { dayOf, dayText } from "../src/projections/history/utc-day.ts";
import { dataDirOption } from "./data-dir-option.ts";
import {
  ACT_EXPORT,
  BILL_EXPORT,
  type Export,
  type ExportCell,
  FILL_EXPORT,
  LIQUIDATION_EXPORT,
  ORDER_EXPORT,
  timeText,
} from "./export-rows.ts";
import { STATEMENT_EXPORT } from "./export-statements.ts";
import { HistorySnapshot } from "./history-snapshot.ts";

/** Kinds of exports, by the word of `--what`. */
export const EXPORTS = {
  statements: STATEMENT_EXPORT,
  bills: BILL_EXPORT,
  fills: FILL_EXPORT,
  orders: ORDER_EXPORT,
  liquidations: LIQUIDATION_EXPORT,
  acts: ACT_EXPORT,
} as const satisfies Readonly<Record<string, Export>>;

const FORMATS = ["csv", "jsonl"] as const;

/** Characters collected before they are written. */
const CHUNK_LENGTH = 64 * 1024;
const FILE_MODE = 0o600;

/** Causes of a file that cannot be written, by code of the system. */
const WRITE_CAUSES: Readonly<Record<string, string>> = {
  EACCES: "the user of this process has no right to its directory",
  EISDIR: "it is a directory",
  ENOENT: "its directory does not exist",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is no directory",
  EROFS: "the file system is read-only",
};

type ExportOptions = {
  readonly dataDir: string;
  readonly from: number;
  readonly to: number;
  readonly what: keyof typeof EXPORTS;
  readonly format: (typeof FORMATS)[number];
  readonly user?: number;
  readonly out?: string;
  readonly force?: true;
};

/** Returns a cell as RFC 4180 has it: in quotes where it has a comma, a quote or a line break. */
function csvCell(cell: ExportCell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvLine(cells: readonly ExportCell[]): string {
  return cells.map(csvCell).join(",");
}

/** Yields the lines of an export in chunks, and counts the rows. */
function* chunksOf(
  columns: readonly string[],
  rows: Iterable<readonly ExportCell[]>,
  format: ExportOptions["format"],
  count: { rows: number },
): Generator<string, void, void> {
  let chunk = format === "csv" ? `${csvLine(columns)}\n` : "";
  for (const cells of rows) {
    count.rows += 1;
    const named = (): object => Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
    chunk += `${format === "csv" ? csvLine(cells) : JSON.stringify(named())}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** Writes the chunks to a file, which has its name only when it is complete. */
async function writeFile(path: string, chunks: Iterable<string>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(partial, { mode: FILE_MODE }));
    await rename(partial, path);
  } catch (thrown) {
    await rm(partial, { force: true }).catch(() => undefined);
    const cause = WRITE_CAUSES[(thrown as NodeJS.ErrnoException).code ?? ""];
    if (cause === undefined) throw thrown;
    const message = `${path} cannot be written: ${cause}; choose another file with --out`;
    throw new Error(message, { cause: thrown });
  }
}

/** Writes the chunks to standard output; a reader that stops, such as `head`, ends the export. */
async function print(chunks: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false });
  } catch (thrown) {
    const isClosed = thrown instanceof Error && "code" in thrown && thrown.code === "EPIPE";
    if (!isClosed) throw thrown;
  }
}

async function run(options: ExportOptions): Promise<void> {
  const { dataDir, force, format, from, out, to, user, what } = options;
  if (from > to) throw new Error(`--from is after --to: ${dayText(from)}, ${dayText(to)}`);
  if (out !== undefined && force !== true && existsSync(out)) {
    throw new Error(`${out} exists: choose another file, or replace it with --force`);
  }
  using history = new HistorySnapshot(dataDir);
  if (user !== undefined && history.number("SELECT 1 FROM users WHERE user = ?", [user]) !== 1) {
    throw new Error("no user has the uid of --user");
  }
  const { columns, rows } = EXPORTS[what];
  const count = { rows: 0 };
  const found = rows(history, { fromDay: from, toDay: to, user });
  const chunks = chunksOf(columns, found, format, count);
  await (out === undefined ? print(chunks) : writeFile(out, chunks));
  const end = history.seq === 0 ? "nothing yet" : timeText(history.timeMs);
  const notes = [`${count.rows} rows of ${what}; the history reaches to ${end}`];
  if (history.timeMs < (to + 1) * DAY_MS) notes.push(`${dayText(to)} is not complete in it`);
  process.stderr.write(`${notes.join(", ")}\n`);
}

function parseDay(text: string): number {
  const day = dayOf(text);
  if (day !== undefined) return day;
  throw new InvalidArgumentError("a UTC day such as 2026-01-31 is expected.");
}

function parseUid(text: string): number {
  const user = userOfUid(text);
  if (user !== undefined) return user;
  throw new InvalidArgumentError("the uid of a user is expected: ten digits.");
}

/** Adds the command `export`. */
export function addExport(program: Program): void {
  program
    .command("export")
    .description("write rows of the history as CSV or JSON lines; the exchange may run meanwhile")
    .addOption(dataDirOption())
    .requiredOption("--from <day>", "first UTC day, such as 2026-01-01", parseDay)
    .requiredOption("--to <day>", "last UTC day, included", parseDay)
    .addOption(
      new Option("--what <what>", "rows to write")
        .choices(Object.keys(EXPORTS))
        .makeOptionMandatory(),
    )
    .addOption(new Option("--format <format>", "format of a row").choices(FORMATS).default("csv"))
    .option("--user <uid>", "only rows of this user", parseUid)
    .option("--out <file>", "file to write; standard output if absent")
    .option("--force", "replace the file")
    .action(run);
}
