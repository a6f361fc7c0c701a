/**
 * Reading commands of formats before the present one. Each format that was ever released has a file
 * that names its kinds in order and describes those that the next format changed or dropped: how
 * they lay in bytes, and which command of the next format says the same. Kinds that a format shares
 * with the next one are described there, or by today's schema.
 *
 * A change of the schema adds the file of the format that it ends; the files of older formats stay
 * as they are. Closed lists only grow at their end, so that words keep their places.
 */
import type { ByteReader } from "../base/bytes.ts";
import { BytesDamaged } from "../base/bytes.ts";
import {
  COMMAND_FORMAT,
  decodeCommand,
  decodeFields,
  type Layout,
  layoutOf,
} from "./command-codec.ts";
import { COMMANDS, type Command, type CommandKind } from "./commands.ts";
import { FORMAT_8 } from "./format-8.ts";
import type { PastFormat, PastKind } from "./past-format.ts";

/** Without a gap, oldest first; the last is the one before today's. */
const PAST_FORMATS: readonly PastFormat[] = [FORMAT_8];

/** Reads one command; `seq` is its place in the journal. Throws `BytesDamaged`. */
type CommandDecoder = (from: ByteReader, seq: number) => Command;

/** Changes that a kind went through, from the format it was written in on. */
function changesOf(formats: readonly PastFormat[], kind: string): PastKind[] {
  const changes: PastKind[] = [];
  let name = kind;
  for (const { changed } of formats) {
    const change = changed[name];
    if (change === undefined) continue;
    changes.push(change);
    name = change.becomes;
  }
  return changes;
}

function pastDecoder(formats: readonly PastFormat[], kinds: readonly string[]): CommandDecoder {
  const readers = kinds.map((kind) => {
    const changes = changesOf(formats, kind);
    const fields = changes[0]?.fields ?? COMMANDS[kind as CommandKind];
    const layout: Layout = layoutOf(fields);
    return { kind: changes.at(-1)?.becomes ?? kind, layout, changes };
  });
  return (from, seq) => {
    const index = from.u8();
    const reader = readers[index];
    if (reader === undefined) throw new BytesDamaged(`a known command kind, got ${index}`);
    const timeMs = from.varint();
    let fields = decodeFields(from, reader.layout);
    for (const { upgrade } of reader.changes) fields = upgrade(fields);
    return { ...fields, kind: reader.kind, seq, timeMs } as unknown as Command;
  };
}

const DECODERS = new Map<number, CommandDecoder>([
  [COMMAND_FORMAT, decodeCommand],
  ...PAST_FORMATS.map(
    ({ format, kinds }, index) => [format, pastDecoder(PAST_FORMATS.slice(index), kinds)] as const,
  ),
]);

/** How commands of a format are read; undefined for a format that was never released. */
export function decoderOf(format: number): CommandDecoder | undefined {
  return DECODERS.get(format);
}
