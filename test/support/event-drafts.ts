import { EVENT_INDEX, EventBuffer } from "../../src/core/event-buffer.ts";
import { EVENTS, type EventKind } from "../../src/core/events.ts";
import type { Fields, RecordOf } from "../../src/core/schema.ts";

/** An event as a test writes it down, without its stamp. */
export type EventDraft = {
  [K in EventKind]: { kind: K } & RecordOf<(typeof EVENTS)[K]>;
}[EventKind];

/** The words of a batch, as the core would have written these events. */
export function eventWords(events: readonly EventDraft[]): Float64Array {
  const buffer = new EventBuffer();
  for (const event of events) writeEvent(buffer, event);
  return buffer.copyWords();
}

/** Opens the events of a command. */
export function commandApplied(seq: number, timeMs: number): EventDraft {
  return { kind: "command_applied", seq, timeMs, command: "tick" };
}

function writeEvent(buffer: EventBuffer, event: EventDraft): void {
  const fields: Fields = EVENTS[event.kind];
  const values = new Map<string, unknown>(Object.entries(event));
  buffer.begin(EVENT_INDEX[event.kind]);
  for (const [name, field] of Object.entries(fields)) {
    const value = values.get(name);
    if (typeof field !== "string") buffer.num(field.indexOf(String(value)));
    else if (typeof value === "number") buffer.num(value);
    else if (typeof value === "bigint") buffer.money(value);
    else if (typeof value === "boolean") buffer.flag(value);
    else if (typeof value === "string") buffer.text(value);
    else throw new TypeError(`${event.kind} has no ${name}`);
  }
  buffer.end();
}
