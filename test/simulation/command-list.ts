/** Lists of commands as files: golden journals, and failures that were found once. */
import type { Command } from "../../src/core/commands/commands.ts";
import { COMMANDS } from "../../src/core/commands/commands.ts";
import type { FieldKind, GroupedFields } from "../../src/core/commands/schema.ts";

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

type Values = Readonly<Record<string, unknown>>;
type Change = (field: FieldKind, value: unknown) => unknown;

function mappedFields(
  fields: GroupedFields,
  values: Values,
  change: Change,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (typeof field === "string" || !("group" in field)) result[name] = change(field, value);
    else if (value === undefined) result[name] = undefined;
    else result[name] = mappedFields(field.group, value as Values, change);
  }
  return result;
}

function mapped(command: Values, change: Change): Record<string, unknown> {
  const { kind, origin, seq, timeMs } = command;
  const fields = COMMANDS[kind as Command["kind"]];
  const head = { kind, seq, timeMs, ...(origin === undefined ? {} : { origin }) };
  return { ...head, ...mappedFields(fields, command, change) };
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
