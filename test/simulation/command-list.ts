/** Lists of commands as files: golden journals, and failures that were found once. */
import type { Command } from "../../src/core/commands.ts";
import { COMMANDS } from "../../src/core/commands.ts";
import type { FieldKind } from "../../src/core/schema.ts";

export type CommandList = {
  /** What it is, or what it once broke. */
  readonly note: string;
  /** Of the state after the last command; absent where only the checks count. */
  readonly stateHash?: string;
  /** With their seqs; the places of those left out are taken by ticks. */
  readonly commands: readonly Command[];
};

function written(field: FieldKind, value: unknown): unknown {
  if (field === "money") return String(value);
  return field === "bytes" ? Buffer.from(value as Uint8Array).toString("hex") : value;
}

function read(field: FieldKind, value: unknown): unknown {
  if (field === "money") return BigInt(String(value));
  return field === "bytes" ? Uint8Array.from(Buffer.from(String(value), "hex")) : value;
}

function mapped(
  command: Record<string, unknown>,
  change: (field: FieldKind, value: unknown) => unknown,
): Record<string, unknown> {
  const { kind, seq, timeMs } = command;
  const result: Record<string, unknown> = { kind, seq, timeMs };
  for (const [name, field] of Object.entries(COMMANDS[kind as Command["kind"]])) {
    result[name] = change(field as FieldKind, command[name]);
  }
  return result;
}

/** One command a line, so that a difference is read easily. */
export function writeCommandList(list: CommandList): string {
  const lines = list.commands.map((command) =>
    JSON.stringify(mapped(command as unknown as Record<string, unknown>, written)),
  );
  const head = [`"note": ${JSON.stringify(list.note)}`];
  if (list.stateHash !== undefined) head.push(`"stateHash": ${JSON.stringify(list.stateHash)}`);
  return `{\n${head.join(",\n")},\n"commands": [\n${lines.join(",\n")}\n]\n}\n`;
}

export function readCommandList(text: string): CommandList {
  const { commands, ...rest } = JSON.parse(text) as CommandList & {
    commands: readonly Record<string, unknown>[];
  };
  return { ...rest, commands: commands.map((one) => mapped(one, read) as unknown as Command) };
}
