import { InvalidArgumentError, type Command as Program } from "commander";
import { keyStartOf } from "../src/gateway/auth/api-keys.ts";
import { nodeFileLayer } from "../src/journal/node-file-layer.ts";
import { decodeBatch } from "../src/journal/recovery.ts";
import { scanJournal } from "../src/journal/scan-journal.ts";
import type { Command, CommandCodec } from "../src/journal/state-machine.ts";
import { findJournal, type JournalDirectories } from "./journal-directories.ts";

const LIMIT_DEFAULT = 100;

/** Yields at most `limit` commands from the seq `from`, in order. */
export async function* inspectJournal<C extends Command>(
  directories: JournalDirectories,
  codec: CommandCodec<C>,
  range: { readonly from: number; readonly limit: number },
): AsyncGenerator<C, void, void> {
  let remaining = range.limit;
  for await (const batch of scanJournal(nodeFileLayer, directories.journal, range.from)) {
    for (const command of decodeBatch(codec, batch)) {
      if (command.seq < range.from) continue;
      if (remaining === 0) return;
      remaining -= 1;
      yield command;
    }
    if (remaining === 0) return;
  }
}

/**
 * Returns a command as one line of JSON: bigints as strings, bytes as hexadecimal digits, and the
 * key of its request as the beginning of the key's name.
 */
export function commandLine(command: Command): string {
  return JSON.stringify(command, (name, value: unknown) => {
    if (name === "keyPrefix" && typeof value === "number") return keyStartOf(value);
    if (typeof value === "bigint") return value.toString();
    if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
    return value;
  });
}

/** Returns an integer of at least 1; throws `InvalidArgumentError` for other texts. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("a whole number of at least 1 is expected.");
}

/** Adds the command `journal inspect`. */
export function addJournalInspect<C extends Command>(
  program: Program,
  codec: CommandCodec<C>,
): void {
  program
    .command("inspect")
    .description("print commands, one JSON object a line")
    .argument("<dir>", "data directory")
    .option("--from <seq>", "first command", parseCount, 1)
    .option("--limit <n>", "number of commands", parseCount, LIMIT_DEFAULT)
    .action(async (directory: string, range: { from: number; limit: number }) => {
      const directories = await findJournal(directory);
      for await (const command of inspectJournal(directories, codec, range)) {
        console.log(commandLine(command));
      }
    });
}
