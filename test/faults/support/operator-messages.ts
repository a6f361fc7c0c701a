/**
 * The messages that operators meet: `docs/messages.md` has each with its situation, and scenarios
 * compare what they see with it. `npm run messages` writes the page from what they see.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { ExchangeProcess } from "../../conformance/support/exchange-process.ts";

export const MESSAGES_PAGE = new URL("../../../docs/messages.md", import.meta.url).pathname;
/** Names a file: what is seen is noted there, one JSON object a line, instead of compared. */
export const NOTES_VARIABLE = "BOURSE_TEST_MESSAGE_NOTES";

export type MessageRow = {
  /** What was done to the exchange or its machine. */
  readonly situation: string;
  /** Of the process; undefined while it goes on. */
  readonly exitCode: ExchangeProcess["ended"] | null;
  /** `event` of the line of the log, with its `code` where it has one. */
  readonly event: string;
  readonly message: string;
};

/** Without what differs from run to run: places, processes, times, ports, counts. */
export function generalised(message: string, dataDir: string): string {
  return message
    .replaceAll(dataDir, "DATA")
    .replace(/process \d+ on host \S+, started at [^;]+/g, "process P on host H, started at T")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "T")
    .replace(/\d{20}\.segment/g, "N.segment")
    .replace(/\b(seq|byte|after|pass|none of|schema) \d+\b/g, "$1 N")
    .replace(/damaged-\d+-\d+/g, "damaged-N")
    .replace(/lost-after-\d+/g, "lost-after-N")
    .replace(/\((expired|unknown)\)/g, "(FATE)")
    .replace(/\bat least \d+ acknowledged/g, "at least N acknowledged")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replace(/[+-]?\b\d[\d.]* (ms|s|bytes|commands)\b/g, "N $1")
    .replace(/\d{5,}/g, "N");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** The row as it stands on the page. */
export function rowText({ event, exitCode, message, situation }: MessageRow): string {
  const code = exitCode ?? "–";
  return `| ${cell(situation)} | ${code} | \`${event}\` | ${cell(message)} |`;
}

/** The rows of the page. */
export function rowsOfPage(): MessageRow[] {
  const rows = readFileSync(MESSAGES_PAGE, "utf8").matchAll(
    /^\| (.+?) \| (–|\d+) \| `([\w ]+)` \| (.+) \|$/gm,
  );
  return [...rows].map(([, situation = "", code = "", event = "", message = ""]) => ({
    situation,
    exitCode: code === "–" ? undefined : Number(code),
    event,
    message,
  }));
}

function coded(event: string, code: unknown): string {
  return code === undefined ? event : `${event} ${code}`;
}

/** Expects that the page has the first line of `event` that the exchange logged. */
export function expectLogged(
  exchange: ExchangeProcess,
  { event, situation }: Pick<MessageRow, "event" | "situation">,
  dataDir: string,
): void {
  const line = exchange.logged(event);
  if (line === undefined) throw new Error(`the exchange logs ${event}`);
  const row = { event: coded(event, line["code"]), message: String(line["message"]) };
  expectOnPage({ ...row, situation, exitCode: exchange.ended }, dataDir);
}

/** Expects that the page has this message under its situation. */
export function expectOnPage(row: MessageRow, dataDir: string): void {
  const seen = { ...row, message: generalised(row.message, dataDir) };
  const notes = process.env[NOTES_VARIABLE];
  if (notes !== undefined) {
    appendFileSync(notes, `${JSON.stringify(seen)}\n`);
    return;
  }
  const rows = rowsOfPage().filter(({ situation }) => situation === row.situation);
  expect(rows.map(rowText), "docs/messages.md is old: npm run messages").toContain(rowText(seen));
}
