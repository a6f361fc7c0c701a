/**
 * What journal and sequencer need to know of the core: that commands are numbered and timed, that
 * they have bytes, and that applying them in order to a state is all there is to it.
 */
import type { ByteReader, ByteWriter } from "../core/bytes.ts";

export interface Command {
  seq: number;
  /** Milliseconds since 1970, never less than that of the command before. */
  timeMs: number;
  readonly kind: string;
}

/** A command before the sequencer gives it its seq and time, which it writes in place. */
export type Draft<C extends Command> = C extends unknown ? Omit<C, "seq" | "timeMs"> : never;

/** Reads one command of a format; throws when the bytes are not those of a command. */
export type CommandDecoder<C extends Command> = (from: ByteReader, seq: number) => C;

/** The bytes of a command; `timeMs` is among them, `seq` follows from the place in the journal. */
export interface CommandCodec<C extends Command> {
  /** Version of the encoding that is written; the payload of each batch begins with it. */
  readonly format: number;
  encode(command: C, out: ByteWriter): void;
  /** Every released format is read; undefined for one that this version does not know. */
  decoderOf(format: number): CommandDecoder<C> | undefined;
}

/** What the payload of a batch begins with: the format of the commands that follow. */
export function beginPayload<C extends Command>(codec: CommandCodec<C>, out: ByteWriter): void {
  out.varint(codec.format);
}

/** Events of the batch that was applied last. */
export interface EventBuffer {
  readonly length: number;
  clear(): void;
}

/** A deterministic state: the same commands from the same start give the same bytes. */
export interface StateMachine<C extends Command, O, E extends EventBuffer> {
  /** An exception is a broken invariant: the state is then unusable. */
  apply(command: C): O;
  readonly events: E;
  /** Canonical: equal states give equal bytes. */
  encodeState(): Uint8Array;
  /** Replaces the whole state; throws when the bytes are not those of a state. */
  loadState(bytes: Uint8Array): void;
}
