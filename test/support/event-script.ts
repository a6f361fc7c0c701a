/** Encodes hand-written events, for tests of whatever reads events. */
import { EVENT_INDEX, EventBuffer } from "../../src/core/event-buffer.ts";
import { EVENTS, type EventKind } from "../../src/core/events.ts";
import { atoms, lots, ticks } from "../../src/core/money/units.ts";
import type { FieldKind, RecordOf } from "../../src/core/schema.ts";

export type EventFields<K extends EventKind> = Partial<RecordOf<(typeof EVENTS)[K]>>;

const ZERO = { int: 0, ticks: ticks(0), lots: lots(0), money: atoms(0n), text: "", flag: false };

function write(buffer: EventBuffer, kind: FieldKind, value: unknown): void {
  if (typeof kind !== "string") buffer.num(kind.indexOf(value as string));
  else if (kind === "money") buffer.money(value as bigint);
  else if (kind === "text") buffer.text(value as string);
  else if (kind === "flag") buffer.flag(value as boolean);
  else buffer.num(value as number);
}

/** Events one after the other; fields left out are zero, empty or the first word of their list. */
export class EventScript {
  readonly #buffer = new EventBuffer();

  emit<K extends EventKind>(kind: K, fields: EventFields<K>): this {
    this.#buffer.begin(EVENT_INDEX[kind]);
    const given: Readonly<Record<string, unknown>> = fields;
    for (const [name, field] of Object.entries<FieldKind>(EVENTS[kind])) {
      const zero = typeof field === "string" ? ZERO[field as keyof typeof ZERO] : field[0];
      write(this.#buffer, field, given[name] ?? zero);
    }
    this.#buffer.end();
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
