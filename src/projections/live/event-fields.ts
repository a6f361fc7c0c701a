/** Where the fields of an event lie, so that hot kinds are read without making a record. */
import { assert } from "../../core/assert.ts";
import { EVENTS, type EventKind } from "../../core/events.ts";

type FieldName<K extends EventKind> = keyof (typeof EVENTS)[K] & string;

/**
 * Word offset of each field of an event kind, for `EventReader.number`, `money` and `text`. Fields
 * behind a text have no fixed place and are left out; reading one of those is our mistake.
 */
export function eventFields<K extends EventKind>(kind: K): Readonly<Record<FieldName<K>, number>> {
  const offsets: Record<string, number> = {};
  let offset = 0;
  for (const [name, field] of Object.entries(EVENTS[kind])) {
    offsets[name] = offset;
    if (field === "text") break;
    offset += 1;
  }
  return offsets as Record<FieldName<K>, number>;
}

/** The word of a closed list that an event names by its index. */
export function wordAt<T extends string>(list: readonly T[], index: number): T {
  const word = list[index];
  assert(word !== undefined, "a word of an event is in its list");
  return word;
}
