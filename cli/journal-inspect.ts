import { InvalidArgumentError, type Command as Program } from "commander";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { decodeBatch } from "../src/journal/recovery.ts";
import { scanJournal } from "../src/journal/scan-journal.ts";
import type { Command, CommandCodec } from "../src/journal/state-machine.ts";
import { type JournalPlace, journalPlace } from "./journal-place.ts";

const LIMIT = 100;

/** At most `limit` commands from the seq `from`, in order. */
export async function* inspectJournal<C extends Command>(
  place: JournalPlace,
  codec: CommandCodec<C>,
  range: { readonly from: number; readonly limit: number },
): AsyncGenerator<C, void, void> {
  let left = range.limit;
  for await (const batch of scanJournal(nodeFileLayer, place.journal, range.from)) {
    for (const command of decodeBatch(codec, batch)) {
      if (command.seq < range.from) continue;
      if (left === 0) return;
      left -= 1;
      yield command;
    }
    if (left === 0) return;
  }
}

/** One line; whole numbers past 2^53 as strings, bytes as hexadecimal digits. */
export function commandLine(command: Command): string {
  return JSON.stringify(command, (_name, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
    return value;
  });
}

/** A whole number of at least 1, or the parser's refusal. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("a whole number of at least 1 is expected.");
}

export function addJournalInspect<C extends Command>(
  program: Program,
  codec: CommandCodec<C>,
): void {
  program
    .command("inspect")
    .description("print commands, one JSON object a line")
    .argument("<dir>", "data directory")
    .option("--from <seq>", "first command", parseCount, 1)
    .option("--limit <n>", "number of commands", parseCount, LIMIT)
    .action(async (directory: string, range: { from: number; limit: number }) => {
      const place = await journalPlace(directory);
      for await (const command of inspectJournal(place, codec, range)) {
        console.log(commandLine(command));
      }
    });
}
