/**
 * The core as seen by journal and sequencer: commands that are numbered, timed and encoded, and a
 * state machine that applies them in order.
 */
import type { ByteReader, ByteWriter } from "../core/base/bytes.ts";

export interface Command {
  seq: number;
  /** Milliseconds since 1970; never decreases from one command to the next. */
  timeMs: number;
  readonly kind: string;
}

/** A command before the sequencer writes seq and time into it. */
export type Draft<C extends Command> = C extends unknown ? Omit<C, "seq" | "timeMs"> : never;

/** Decodes one command of a format; throws when the bytes are not a command. */
export type CommandDecoder<C extends Command> = (from: ByteReader, seq: number) => C;

/**
 * Encoding of commands. The bytes include `timeMs`; `seq` follows from the position in the journal.
 */
export interface CommandCodec<C extends Command> {
  /** Format version that `encode` writes; the payload of each batch begins with it. */
  readonly format: number;
  encode(command: C, out: ByteWriter): void;
  /**
   * Returns the decoder of a format; undefined for an unknown format. All released formats are
   * known.
   */
  decoderOf(format: number): CommandDecoder<C> | undefined;
}

/** Writes the start of a batch payload: the format version of the commands that follow. */
export function beginPayload<C extends Command>(codec: CommandCodec<C>, out: ByteWriter): void {
  out.varint(codec.format);
}

/** Events of the batch that was applied last. */
export interface EventBuffer {
  readonly length: number;
  clear(): void;
}

/**
 * A deterministic state machine: the same commands from the same initial state give the same bytes.
 */
export interface StateMachine<C extends Command, O, E extends EventBuffer> {
  /** Applies a command. A thrown error is a broken invariant, after which the state is unusable. */
  apply(command: C): O;
  /**
   * Called with the commands of a batch before the one at `at` is applied: the machine may read
   * what the next ones need, and changes nothing.
   */
  readAhead?(commands: readonly C[], at: number): void;
  /** Applies a command of the past, whose submitter awaits no outcome; otherwise like `apply`. */
  replay(command: C): void;
  readonly events: E;
  /** Returns the canonical encoding: equal states give equal bytes. */
  encodeState(): Uint8Array;
  /** Replaces the whole state; throws when the bytes are not a state. */
  loadState(bytes: Uint8Array): void;
}
