import { EVENTS, type EventKind } from "../core/events.ts";

/**
 * The word at which a number or money field of an event lies, for readers that do not decode whole
 * events. Throws when a text lies before it, because then the place is not fixed.
 */
export function fieldOffset<K extends EventKind>(
  kind: K,
  name: keyof (typeof EVENTS)[K] & string,
): number {
  let offset = 0;
  for (const [field, type] of Object.entries(EVENTS[kind])) {
    if (field === name) return offset;
    if (type === "text") break;
    offset += 1;
  }
  throw new Error(`field ${name} of ${kind} lies at a fixed word`);
}
