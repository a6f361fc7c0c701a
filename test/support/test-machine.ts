import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import { EventBuffer } from "../../src/core/events/event-buffer.ts";
import { apply } from "../../src/core/exchange.ts";
import { createState, type State } from "../../src/core/state.ts";
import type { StateMachine } from "../../src/journal/state-machine.ts";

/** The core behind a sequencer that neither saves nor loads snapshots. */
export class TestMachine implements StateMachine<Command, CommandOutcome, EventBuffer> {
  readonly state: State = createState();
  readonly events = new EventBuffer();
  /** Every applied command, by its seq. */
  readonly commands = new Map<number, Command>();

  apply(command: Command): CommandOutcome {
    this.commands.set(command.seq, command);
    apply(this.state, command, this.events);
    const { seq, timeMs } = this.state;
    return { ...this.state.outcome, seq, timeMs };
  }

  replay(command: Command): void {
    this.apply(command);
  }

  encodeState(): Uint8Array {
    throw new Error("this machine takes no snapshots");
  }

  loadState(): void {
    throw new Error("this machine takes no snapshots");
  }
}
