/** Copies the fields that a kind of event and a table share from events to rows. */
import type { FieldKind, Fields } from "../../core/commands/schema.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import {
  eventLayout,
  type MoneyOffset,
  type NumberOffset,
} from "../../core/events/event-layout.ts";
import { EVENTS, type EventKind } from "../../core/events/events.ts";
import type { RowWords } from "./row-words.ts";
import type { Table } from "./table-shape.ts";

/** Offsets by name; the kind of a field decides how the word at its offset is read. */
type Offsets = Readonly<Record<string, NumberOffset & MoneyOffset>>;
type Pair<O> = { readonly offset: O; readonly column: number };

/** Copies fields of the event that the reader is at into a row that has room. */
export type FieldCopier<F extends Fields> = (
  reader: EventReader,
  words: RowWords<F>,
  row: number,
) => void;

/**
 * Returns a copier of all fields of the same name and kind, but texts. Words of closed lists are
 * copied as their index, so both must have the very same list.
 */
export function fieldCopier<F extends Fields>(kind: EventKind, table: Table<F>): FieldCopier<F> {
  const fields: Fields = EVENTS[kind];
  const layout = eventLayout(kind) as unknown as Offsets;
  const numbers: Pair<NumberOffset>[] = [];
  const money: Pair<MoneyOffset>[] = [];
  for (const [column, [name, of]] of Object.entries<FieldKind>(table.fields).entries()) {
    if (fields[name] !== of || of === "text") continue;
    const offset = layout[name];
    if (offset === undefined) continue;
    if (of === "money") money.push({ offset, column });
    else numbers.push({ offset, column });
  }
  return (reader, words, row) => {
    const place = row * words.width;
    const numberWords = words.numbers;
    for (const { column, offset } of numbers) numberWords[place + column] = reader.number(offset);
    const moneyWords = words.money;
    for (const { column, offset } of money) moneyWords[place + column] = reader.money(offset);
  };
}
