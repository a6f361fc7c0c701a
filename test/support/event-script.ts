/** Encodes hand-written events, for tests of whatever reads events. */

import type { FieldKind } from "../../src/core/commands/schema.ts";
import { EventBuffer, type EventFields } from "../../src/core/events/event-buffer.ts";
import { EVENTS, type EventKind } from "../../src/core/events/events.ts";
import { atoms, lots, rateE8, ticks } from "../../src/core/money/units.ts";

const ZERO = {
  int: 0,
  rate: rateE8(0),
  ticks: ticks(0),
  lots: lots(0),
  money: atoms(0n),
  text: "",
  flag: false,
};

function zeroOf(field: FieldKind): unknown {
  return typeof field === "string" ? ZERO[field as keyof typeof ZERO] : field[0];
}

/** Zero, empty or the first word of its list in every field. */
function blankFields<K extends EventKind>(kind: K): EventFields<K> {
  const fields = Object.entries<FieldKind>(EVENTS[kind]);
  const blank = Object.fromEntries(fields.map(([name, field]) => [name, zeroOf(field)]));
  return blank as unknown as EventFields<K>;
}

/** Events one after the other; fields left out are zero, empty or the first word of their list. */
export class EventScript {
  readonly #buffer = new EventBuffer();

  emit<K extends EventKind>(kind: K, fields: Partial<EventFields<K>>): this {
    this.#buffer.write(kind, { ...blankFields(kind), ...fields });
    return this;
  }

  /** Opens the events of a command. */
  command(seq: number, timeMs: number): this {
    return this.emit("command_applied", { seq, timeMs, command: "place_order" });
  }

  get count(): number {
    return this.#buffer.count;
  }

  /** The words so far; the script is empty afterwards. */
  take(): Float64Array {
    const words = this.#buffer.copyWords();
    this.#buffer.clear();
    return words;
  }
}
