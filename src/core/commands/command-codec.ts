/**
 * Binary encoding of commands: kind, time, the origin if there is one, then the fields in schema
 * order. A kind with optional groups has a byte before its fields with a bit for each group that
 * follows them. The seq is not stored; it follows from the batch. A test pins `COMMAND_FORMAT` and
 * the schema hash, and `past-formats.ts` reads earlier formats.
 */

import { assert, unreachable } from "../base/assert.ts";
import { type ByteReader, BytesDamaged, type ByteWriter } from "../base/bytes.ts";
import { elementAt } from "../base/list.ts";
import { COMMAND_KINDS, COMMANDS, type Command, type CommandKind } from "./commands.ts";
import {
  decodeAmendOrder,
  decodeCancelOrder,
  decodePlaceOrder,
  encodeAmendOrder,
  encodeCancelOrder,
  encodePlaceOrder,
  type Head,
} from "./order-command-codec.ts";
import { decodeOrigin, encodeOrigin, HAS_ORIGIN, type Origin } from "./origin.ts";
import type { FieldKind, Fields, GroupedFields } from "./schema.ts";

export const COMMAND_FORMAT = 11;

const GROUPS_MAX = 8;
/** Largest number of words in a list, because their indexes are stored in a byte. */
const BYTE_VALUES = 256;

type Column = { readonly name: string; readonly field: FieldKind };
type GroupLayout = { readonly name: string; readonly columns: readonly Column[] };

/** Fields and groups of a kind of command in the order of their encoding. */
export type Layout = {
  readonly columns: readonly Column[];
  /** In the order of their bits, from the lowest. */
  readonly groups: readonly GroupLayout[];
};

function columnOf(name: string, field: FieldKind): Column {
  const isList = typeof field !== "string";
  assert(!isList || field.length <= BYTE_VALUES, "the index of a word fits a byte");
  return { name, field };
}

function columnsOf(fields: Fields): Column[] {
  return Object.entries(fields).map(([name, field]) => columnOf(name, field));
}

/** Returns the layout that follows from a schema. */
export function layoutOf(fields: GroupedFields): Layout {
  const columns: Column[] = [];
  const groups: GroupLayout[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (typeof field === "object" && "group" in field) {
      groups.push({ name, columns: columnsOf(field.group) });
    } else {
      columns.push(columnOf(name, field));
    }
  }
  assert(groups.length <= GROUPS_MAX, "the groups of a command have a bit each");
  return { columns, groups };
}

const LAYOUTS: readonly Layout[] = COMMAND_KINDS.map((kind) => layoutOf(COMMANDS[kind]));
assert(COMMAND_KINDS.length <= HAS_ORIGIN, "the index of a command kind fits seven bits");

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

function writeHead(index: number, timeMs: number, origin: Origin | undefined, out: ByteWriter) {
  if (origin === undefined) {
    out.u8(index);
    out.varint(timeMs);
  } else {
    out.u8(index | HAS_ORIGIN);
    out.varint(timeMs);
    encodeOrigin(origin, out);
  }
}

/**
 * Writes a command. The most frequent kinds read their stamp in branches of their own, because code
 * that sees the shapes of all kinds finds a field slowly.
 */
export function encodeCommand(command: Command, out: ByteWriter): void {
  switch (command.kind) {
    case "place_order":
      writeHead(KIND_PLACE, command.timeMs, command.origin, out);
      return encodePlaceOrder(command, out);
    case "amend_order":
      writeHead(KIND_AMEND, command.timeMs, command.origin, out);
      return encodeAmendOrder(command, out);
    case "cancel_order":
      writeHead(KIND_CANCEL, command.timeMs, command.origin, out);
      return encodeCancelOrder(command, out);
    default:
      writeHead(KIND_INDEX.get(command.kind) as number, command.timeMs, command.origin, out);
      return encodeFields(command, out);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Writes the fields of any command by its schema. */
export function encodeFields(command: Command, out: ByteWriter): void {
  const values = command as unknown as Values;
  const { columns, groups } = elementAt(LAYOUTS, KIND_INDEX.get(command.kind) as number);
  if (groups.length > 0) {
    let present = 0;
    for (const [bit, { name }] of groups.entries()) {
      if (values[name] !== undefined) present |= 1 << bit;
    }
    out.u8(present);
  }
  for (const { name, field } of columns) writeField(out, field, values[name]);
  for (const { columns: members, name } of groups) {
    const group = values[name] as Values | undefined;
    if (group === undefined) continue;
    for (const member of members) writeField(out, member.field, group[member.name]);
  }
}

function readColumns(from: ByteReader, columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { name, field } of columns) record[name] = readField(from, field);
  return record;
}

/** Reads the fields of a command by its layout. Throws `BytesDamaged`. */
export function decodeFields(from: ByteReader, layout: Layout): Record<string, unknown> {
  const { columns, groups } = layout;
  const present = groups.length > 0 ? from.u8() : 0;
  if (present >> groups.length !== 0) {
    throw new BytesDamaged(`${groups.length} groups at ${from.at}, got bits ${present}`);
  }
  const record = readColumns(from, columns);
  for (const [bit, { columns: members, name }] of groups.entries()) {
    record[name] = (present & (1 << bit)) === 0 ? undefined : readColumns(from, members);
  }
  return record;
}

/** Reads one command; `seq` is its place in the journal. Throws `BytesDamaged`. */
export function decodeCommand(from: ByteReader, seq: number): Command {
  const index = from.u8();
  const head = { seq, timeMs: from.varint() };
  if ((index & HAS_ORIGIN) === 0) return decodeFieldsOf(index, from, head);
  const origin = decodeOrigin(from);
  const command = decodeFieldsOf(index & ~HAS_ORIGIN, from, head);
  command.origin = origin;
  return command;
}

function decodeFieldsOf(index: number, from: ByteReader, head: Head): Command {
  if (index === KIND_AMEND) return decodeAmendOrder(from, head);
  if (index === KIND_PLACE) return decodePlaceOrder(from, head);
  if (index === KIND_CANCEL) return decodeCancelOrder(from, head);
  const kind = COMMAND_KINDS[index] as CommandKind | undefined;
  if (kind === undefined) throw new BytesDamaged(`a known command kind, got ${index}`);
  const fields = decodeFields(from, elementAt(LAYOUTS, index));
  return { kind, ...head, ...fields } as unknown as Command;
}
