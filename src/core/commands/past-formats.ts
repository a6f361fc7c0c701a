/**
 * Reads commands of earlier formats. Each released format has a file that lists its kinds in order
 * and describes the kinds that the next format changed or dropped: their fields, and the equivalent
 * command of the next format. Kinds that a format shares with the next one are described there, or
 * by the present schema.
 *
 * A change of the schema adds the file of the format that it ends; the files of older formats stay
 * unchanged. Closed lists grow only at their end, so that words keep their indexes.
 */
import { assert } from "../base/assert.ts";
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
import { FORMAT_9 } from "./format-9.ts";
import { FORMAT_10 } from "./format-10.ts";
import { decodeOrigin, HAS_ORIGIN } from "./origin.ts";
import type { PastFormat, PastKind } from "./past-format.ts";

/** Oldest first, without a gap up to the present format. */
const PAST_FORMATS: readonly PastFormat[] = [FORMAT_8, FORMAT_9, FORMAT_10];
const FIRST_FORMAT = COMMAND_FORMAT - PAST_FORMATS.length;
for (const [index, { format }] of PAST_FORMATS.entries()) {
  assert(format === FIRST_FORMAT + index, "past formats have no gap");
}

/** Reads one command with sequence number `seq`. Throws `BytesDamaged`. */
type CommandDecoder = (from: ByteReader, seq: number) => Command;

/** Returns the changes of a kind since the format in which it was written, in order. */
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

/** Returns the decoder of the first of the formats; the others follow it. */
function pastDecoder(formats: readonly PastFormat[]): CommandDecoder {
  const { kinds = [], originBits } = formats[0] ?? {};
  const readers = kinds.map((kind) => {
    const changes = changesOf(formats, kind);
    const fields = changes[0]?.fields ?? COMMANDS[kind as CommandKind];
    assert(fields !== undefined, "a kind of a past format has fields");
    const layout: Layout = layoutOf(fields);
    const becomes = changes.at(-1)?.becomes ?? kind;
    assert(Object.hasOwn(COMMANDS, becomes), "a kind of a past format becomes a present kind");
    return { kind: becomes, layout, changes };
  });
  return (from, seq) => {
    const stored = from.u8();
    const hasOrigin = originBits !== undefined && (stored & HAS_ORIGIN) !== 0;
    const index = hasOrigin ? stored & ~HAS_ORIGIN : stored;
    const reader = readers[index];
    if (reader === undefined) throw new BytesDamaged(`a known command kind, got ${index}`);
    const timeMs = from.varint();
    const origin = hasOrigin ? decodeOrigin(from, originBits) : undefined;
    let fields = decodeFields(from, reader.layout);
    for (const { upgrade } of reader.changes) fields = upgrade(fields);
    const command = { ...fields, kind: reader.kind, seq, timeMs } as unknown as Command;
    if (origin !== undefined) command.origin = origin;
    return command;
  };
}

const DECODERS = new Map<number, CommandDecoder>([
  [COMMAND_FORMAT, decodeCommand],
  ...PAST_FORMATS.map(
    ({ format }, index) => [format, pastDecoder(PAST_FORMATS.slice(index))] as const,
  ),
]);

/** Returns the decoder of a format, or `undefined` for a format that was never released. */
export function decoderOf(format: number): CommandDecoder | undefined {
  return DECODERS.get(format);
}
