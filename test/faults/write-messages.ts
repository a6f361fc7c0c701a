/**
 * `npm run messages`: writes `docs/messages.md` from what the scenarios see. With names of test
 * files it renews the rows of their situations and keeps the others.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  MESSAGES_PAGE,
  type MessageRow,
  NOTES_VARIABLE,
  rowsOfPage,
  rowText,
} from "./support/operator-messages.ts";

const INTRODUCTION = `# Messages to the operator

What the exchange says when machine, files or settings are not as they should be: one line of the
log (on a terminal the same sentence), with the file and what to do.
[Operation](operations.md#when-something-is-wrong) explains the signs.

This page is written by \`npm run messages\` from what the scenarios of \`test/faults\` and some
unit tests see, and each run of the tests compares what it sees with it. DATA is the data directory;
T is a time; N stands for numbers that differ, FATE for expired or unknown. The exit code is that of
the process; with – it goes on.
`;

const CHAPTERS = [
  { title: "The exchange does not start", isOf: "start_failed" },
  { title: "The exchange ends by itself", isOf: "fatal" },
  { title: "A stop is cut short or fails", isOf: "stop_" },
  { title: "The exchange goes on", isOf: "" },
] as const;

const SOURCES = ["test/faults", "src/main"] as const;
/** Reads the page. */
const EXCEPT = "test/faults/messages.test.ts";

/** What a run of the tests sees, each row once. */
function seenRows(files: readonly string[]): MessageRow[] {
  const directory = mkdtempSync(join(tmpdir(), "bourse-messages-"));
  const notes = join(directory, "notes");
  try {
    const argv = ["run", ...files, "--exclude", EXCEPT, "--maxWorkers=1"];
    const environment = { ...process.env, [NOTES_VARIABLE]: notes };
    const { status } = spawnSync("vitest", argv, { stdio: "inherit", env: environment });
    if (status !== 0) throw new Error("a scenario fails: the page stays as it is");
    const lines = new Set(readFileSync(notes, "utf8").trim().split("\n"));
    return [...lines].map((line) => JSON.parse(line) as MessageRow);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function pageOf(rows: readonly MessageRow[]): string {
  const left = new Set(rows);
  const chapters = CHAPTERS.map(({ isOf, title }) => {
    const texts: string[] = [];
    for (const row of left) {
      if (!row.event.startsWith(isOf)) continue;
      left.delete(row);
      texts.push(rowText(row));
    }
    const head = "| situation | exit code | event | message |\n|---|---|---|---|";
    return `\n## ${title}\n\n${head}\n${texts.sort().join("\n")}\n`;
  });
  return INTRODUCTION + chapters.join("");
}

const files = process.argv.slice(2);
const seen = seenRows(files.length === 0 ? SOURCES : files);
const situations = new Set(seen.map(({ situation }) => situation));
const kept = files.length === 0 ? [] : rowsOfPage();
const others = kept.filter(({ situation }) => !situations.has(situation));
writeFileSync(MESSAGES_PAGE, pageOf([...others, ...seen]));
