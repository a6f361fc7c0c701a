import { assert } from "../../core/base/assert.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import type { CoreEvent, EventKind } from "../../core/events/events.ts";

export type KindOf<K extends EventKind> = Extract<CoreEvent, { kind: K }>;

function isKind<K extends EventKind>(event: CoreEvent, kind: K): event is KindOf<K> {
  return event.kind === kind;
}

/** Returns the event that the reader is at, which is of the kind. */
export function decoded<K extends EventKind>(reader: EventReader, kind: K): KindOf<K> {
  const event = reader.decode();
  assert(isKind(event, kind), "a handler receives the events of its kind");
  return event;
}
