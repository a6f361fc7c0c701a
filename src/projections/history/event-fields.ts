/** Where fields lie in the words of an event, so that most events need not be decoded. */
import { assert } from "../../core/assert.ts";
import { EVENTS, type EventKind } from "../../core/events.ts";
import type { FieldKind } from "../../core/schema.ts";

/** Offset of a field for `EventReader.number` and `money`; no text stands before it. */
export function fieldOffset<K extends EventKind>(
  kind: K,
  field: keyof (typeof EVENTS)[K] & string,
): number {
  let offset = 0;
  for (const [name, fieldKind] of Object.entries<FieldKind>(EVENTS[kind])) {
    if (name === field) return offset;
    assert(fieldKind !== "text", "fields read without decoding come before all texts");
    offset += 1;
  }
  throw new RangeError(`${kind} has no field ${field}`);
}
