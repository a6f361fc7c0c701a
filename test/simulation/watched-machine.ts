/** The core as journal and sequencer drive it, with every step shown to the world's checks. */

import type { CommandOutcome } from "../../src/core/base/outcome.ts";
import type { Command } from "../../src/core/commands/commands.ts";
import { decodeEvents, type EventBuffer } from "../../src/core/events/event-buffer.ts";
import type { State } from "../../src/core/state.ts";
import type { StateMachine } from "../../src/journal/state-machine.ts";
import { CoreMachine } from "../../src/main/core-machine.ts";
import type { World } from "./world.ts";

export class WatchedMachine implements StateMachine<Command, CommandOutcome, EventBuffer> {
  readonly #core = new CoreMachine();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get state(): State {
    return this.#core.state;
  }

  get events(): EventBuffer {
    return this.#core.events;
  }

  apply(command: Command): CommandOutcome {
    const from = this.events.length;
    const outcome = this.#core.apply(command);
    const events = decodeEvents(this.events.words().slice(from));
    // The sequencer writes seq and time into the command itself, and into nothing that it holds.
    this.#world.applied({ ...command }, this.state, events);
    return outcome;
  }

  replay(command: Command): void {
    this.apply(command);
  }

  encodeState(): Uint8Array {
    return this.#core.encodeState();
  }

  loadState(bytes: Uint8Array): void {
    this.#core.loadState(bytes);
  }
}
