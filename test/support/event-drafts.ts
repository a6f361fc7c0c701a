import type { RecordOf } from "../../src/core/commands/schema.ts";
import { EventBuffer } from "../../src/core/events/event-buffer.ts";
import type { EVENTS, EventKind } from "../../src/core/events/events.ts";

/** An event as a test writes it down, without its stamp. */
export type EventDraft = {
  [K in EventKind]: { kind: K } & RecordOf<(typeof EVENTS)[K]>;
}[EventKind];

/** The words of a batch, as the core would have written these events. */
export function eventWords(events: readonly EventDraft[]): Float64Array {
  const buffer = new EventBuffer();
  for (const event of events) buffer.write(event.kind, event);
  return buffer.copyWords();
}

/** Opens the events of a command. */
export function commandApplied(seq: number, timeMs: number): EventDraft {
  return { kind: "command_applied", seq, timeMs, command: "tick" };
}
