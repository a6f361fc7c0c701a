/**
 * Commands as bytes: kind, time, then the fields in schema order. The seq is not stored; it follows
 * from the batch. `COMMAND_FORMAT` and the schema hash are pinned by a test.
 */
import { unreachable } from "./assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "./bytes.ts";
import { COMMAND_KINDS, COMMANDS, type Command, type CommandKind } from "./commands.ts";
import {
  decodeAmendOrder,
  decodeCancelOrder,
  decodePlaceOrder,
  encodeAmendOrder,
  encodeCancelOrder,
  encodePlaceOrder,
} from "./order-command-codec.ts";
import type { FieldKind } from "./schema.ts";

export const COMMAND_FORMAT = 8;

type Column = { readonly name: string; readonly field: FieldKind };

const COLUMNS: readonly (readonly Column[])[] = COMMAND_KINDS.map((kind) =>
  Object.entries(COMMANDS[kind]).map(([name, field]) => ({ name, field })),
);

const KIND_INDEX = new Map<string, number>(COMMAND_KINDS.map((kind, index) => [kind, index]));

function writeField(out: ByteWriter, field: FieldKind, value: unknown): void {
  if (typeof field !== "string") {
    out.u8(field.indexOf(value as string));
    return;
  }
  switch (field) {
    case "int":
    case "ticks":
    case "lots":
      out.varint(value as number);
      return;
    case "rate":
      out.i64(BigInt(value as number));
      return;
    case "money":
      out.i64(value as bigint);
      return;
    case "text":
      out.text(value as string);
      return;
    case "flag":
      out.u8(value === true ? 1 : 0);
      return;
    case "bytes":
      out.blob(value as Uint8Array);
      return;
    case "ints": {
      const list = value as readonly number[];
      out.varint(list.length);
      for (const item of list) out.varint(item);
      return;
    }
    default:
      unreachable(field);
  }
}

function readField(from: ByteReader, field: FieldKind): unknown {
  if (typeof field !== "string") {
    const word = field[from.u8()];
    if (word === undefined) throw new BytesDamaged(`a word of the list is stored at ${from.at}`);
    return word;
  }
  switch (field) {
    case "int":
    case "ticks":
    case "lots":
      return from.varint();
    case "rate":
      return Number(from.i64());
    case "money":
      return from.i64();
    case "text":
      return from.text();
    case "flag":
      return from.u8() === 1;
    case "bytes":
      return from.blob();
    case "ints": {
      const count = from.varint();
      if (count > from.remaining) throw new BytesDamaged(`a list fits its bytes, got ${count}`);
      return Array.from({ length: count }, () => from.varint());
    }
    default:
      return unreachable(field);
  }
}

const KIND_PLACE = COMMAND_KINDS.indexOf("place_order");
const KIND_AMEND = COMMAND_KINDS.indexOf("amend_order");
const KIND_CANCEL = COMMAND_KINDS.indexOf("cancel_order");

/** Appends `command` to `out`. */
export function encodeCommand(command: Command, out: ByteWriter): void {
  const index = KIND_INDEX.get(command.kind) as number;
  out.u8(index);
  out.varint(command.timeMs);
  switch (command.kind) {
    case "place_order":
      return encodePlaceOrder(command, out);
    case "amend_order":
      return encodeAmendOrder(command, out);
    case "cancel_order":
      return encodeCancelOrder(command, out);
    default:
      return encodeFields(command, out);
  }
}

/** Appends the fields of any command as its schema says. */
export function encodeFields(command: Command, out: ByteWriter): void {
  const fields = command as unknown as Record<string, unknown>;
  const columns = COLUMNS[KIND_INDEX.get(command.kind) as number] ?? [];
  for (const { name, field } of columns) writeField(out, field, fields[name]);
}

/** Reads one command; `seq` is its place in the journal. Throws `BytesDamaged`. */
export function decodeCommand(from: ByteReader, seq: number): Command {
  const index = from.u8();
  const head = { seq, timeMs: from.varint() };
  if (index === KIND_AMEND) return decodeAmendOrder(from, head);
  if (index === KIND_PLACE) return decodePlaceOrder(from, head);
  if (index === KIND_CANCEL) return decodeCancelOrder(from, head);
  const kind = COMMAND_KINDS[index] as CommandKind | undefined;
  if (kind === undefined) throw new BytesDamaged(`a known command kind, got ${index}`);
  const record: Record<string, unknown> = { kind, ...head };
  for (const { name, field } of COLUMNS[index] ?? []) record[name] = readField(from, field);
  return record as unknown as Command;
}
