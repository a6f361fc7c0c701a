/** The core as a `StateMachine` for journal and sequencer. */

import type { CommandOutcome } from "../core/base/outcome.ts";
import { COMMAND_FORMAT, encodeCommand } from "../core/commands/command-codec.ts";
import type { Command } from "../core/commands/commands.ts";
import { decoderOf } from "../core/commands/past-formats.ts";
import { EventBuffer } from "../core/events/event-buffer.ts";
import { apply } from "../core/exchange.ts";
import { LookAhead } from "../core/look-ahead.ts";
import { createState, type State } from "../core/state.ts";
import { encodeState, restoreState } from "../core/state-encoding.ts";
import type { CommandCodec, StateMachine } from "../journal/state-machine.ts";

export const CORE_CODEC: CommandCodec<Command> = {
  format: COMMAND_FORMAT,
  encode: encodeCommand,
  decoderOf,
};

/** State of one exchange and the events of the most recently applied batch. */
export class CoreMachine implements StateMachine<Command, CommandOutcome, EventBuffer> {
  readonly state: State = createState();
  readonly events = new EventBuffer();
  readonly #lookAhead = new LookAhead();

  readAhead(commands: readonly Command[], at: number): void {
    this.#lookAhead.before(this.state, commands, at);
  }

  replay(command: Command): void {
    apply(this.state, command, this.events);
  }

  apply(command: Command): CommandOutcome {
    this.replay(command);
    const { rejection, id, replacedReduceOnly, repaidUsd, items } = this.state.outcome;
    const { conversion, pledged } = this.state.outcome;
    const { seq, timeMs } = command;
    const result = { rejection, id, replacedReduceOnly, repaidUsd, items, conversion, pledged };
    return { seq, timeMs, ...result };
  }

  encodeState(): Uint8Array {
    return encodeState(this.state);
  }

  /** Loads an encoded state; the machine must not have applied a command. */
  loadState(bytes: Uint8Array): void {
    restoreState(this.state, bytes);
  }
}
