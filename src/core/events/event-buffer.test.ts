import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldKind } from "../commands/schema.ts";
import {
  decodeEvents,
  EventBuffer,
  type EventFields,
  EventReader,
  textWords,
} from "./event-buffer.ts";
import { type EventHeader, eventLayout } from "./event-layout.ts";
import { type CoreEvent, EVENT_KINDS, EVENTS, type EventKind } from "./events.ts";

function fieldValue(field: FieldKind): fc.Arbitrary<unknown> {
  if (typeof field !== "string") return fc.constantFrom(...field);
  switch (field) {
    case "money":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case "text":
      return fc.string({ unit: "binary-ascii", maxLength: 128 });
    case "flag":
      return fc.boolean();
    default:
      return fc.maxSafeNat();
  }
}

function eventOf(kind: EventKind): fc.Arbitrary<CoreEvent> {
  const fields = Object.entries(EVENTS[kind]).map(
    ([name, field]) => [name, fieldValue(field)] as const,
  );
  return fc
    .record(Object.fromEntries(fields))
    .map((values) => ({ ...values, kind }) as unknown as CoreEvent);
}

function write(buffer: EventBuffer, event: CoreEvent): void {
  buffer.write(event.kind, event);
}

/** Values of the fields, with flags and listed words as the numbers that they are written as. */
function plainFields(event: CoreEvent): Record<string, unknown> {
  const values = event as unknown as Readonly<Record<string, unknown>>;
  const plain: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<FieldKind>(EVENTS[event.kind])) {
    const value = values[name];
    plain[name] = typeof field === "string" ? value : field.indexOf(value as string);
    if (field === "flag") plain[name] = value === true ? 1 : 0;
  }
  return plain;
}

function writeByOffset(buffer: EventBuffer, event: CoreEvent): void {
  const layout = eventLayout(event.kind) as unknown as Readonly<Record<string, number>>;
  const values = Object.entries(plainFields(event));
  const text = values.find(([, value]) => typeof value === "string")?.[1] as string | undefined;
  const header = layout["header"] as EventHeader;
  const place = buffer.open(header, text === undefined ? 0 : textWords(text));
  for (const [name, value] of values) {
    const at = place + (layout[name] ?? Number.NaN);
    if (typeof value === "string") buffer.writeText(at, value);
    else if (typeof value === "bigint") buffer.moneyWords[at] = value;
    else buffer.numberWords[at] = value as number;
  }
}

function readByOffset(words: Float64Array, kind: EventKind): Record<string, unknown> {
  const layout = eventLayout(kind) as unknown as Readonly<Record<string, never>>;
  const reader = new EventReader(words);
  reader.next();
  const read = ([name, field]: [string, FieldKind]): [string, unknown] => {
    const offset = layout[name] as never;
    if (field === "money") return [name, reader.money(offset)];
    if (field === "text") return [name, reader.text(offset)];
    return [name, field === "flag" ? Number(reader.flag(offset)) : reader.number(offset)];
  };
  return Object.fromEntries(Object.entries<FieldKind>(EVENTS[kind]).map(read));
}

const OPENING = { kind: "command_applied", seq: 9, timeMs: 70, command: "tick" } as CoreEvent;

describe("the words of events", () => {
  it.for(EVENT_KINDS.filter((kind) => kind !== "command_applied"))(
    "of kind %s give the event back, with the stamp of its command",
    (kind) => {
      fc.assert(
        fc.property(eventOf(kind), (event) => {
          const buffer = new EventBuffer();
          write(buffer, OPENING);
          write(buffer, event);
          const expected = [OPENING, { ...event, seq: 9, timeMs: 70 }];
          expect(decodeEvents(buffer.words())).toEqual(expected);
          expect(decodeEvents(buffer.copyWords())).toEqual(expected);
        }),
        { numRuns: 30 },
      );
    },
  );

  it("stay whole while the buffer grows", () => {
    const events = fc.sample(fc.oneof(...EVENT_KINDS.map(eventOf)), { numRuns: 900, seed: 3 });
    const buffer = new EventBuffer();
    for (const event of events) write(buffer, event);
    expect(buffer.count).toBe(events.length);
    const kinds = decodeEvents(buffer.words()).map(({ kind }) => kind);
    expect(kinds).toEqual(events.map(({ kind }) => kind));
    buffer.clear();
    expect([buffer.count, buffer.length]).toEqual([0, 0]);
  });

  it.for(EVENT_KINDS)("of kind %s are the same through the layout", (kind) => {
    fc.assert(
      fc.property(eventOf(kind), (event) => {
        const byName = new EventBuffer();
        write(byName, event);
        const byOffset = new EventBuffer();
        writeByOffset(byOffset, event);
        expect(byOffset.copyWords()).toEqual(byName.copyWords());
        expect(byOffset.count).toBe(1);
        expect(readByOffset(byName.words(), kind)).toEqual(plainFields(event));
      }),
      { numRuns: 10 },
    );
  });

  it("are walked without being decoded", () => {
    const buffer = new EventBuffer();
    write(buffer, OPENING);
    write(buffer, { ...OPENING, kind: "instrument_listed", instrument: 4 } as CoreEvent);
    const reader = new EventReader(buffer.words());
    const { instrument } = eventLayout("instrument_listed");
    const seen: [string, number][] = [];
    while (reader.next()) seen.push([reader.kind, reader.seq]);
    expect(seen).toEqual([
      ["command_applied", 9],
      ["instrument_listed", 9],
    ]);
    const last = new EventReader(buffer.words());
    while (last.kind !== "instrument_listed") last.next();
    expect(last.number(instrument)).toBe(4);
    last.reset(buffer.words());
    expect([last.seq, last.timeMs]).toEqual([0, 0]);
    expect(last.next()).toBe(true);
    expect([last.kind, last.seq]).toEqual(["command_applied", 9]);
  });

  it("hold no text of more than 128 characters", () => {
    const buffer = new EventBuffer();
    const apiKey = "k".repeat(129);
    const change = { keyKind: "hmac", change: "created" } as const;
    expect(() => buffer.write("key_changed", { user: 2, apiKey, ...change })).toThrow(
      "128 characters",
    );
  });

  it("hold a value for each field, of whole numbers and of listed words", () => {
    const buffer = new EventBuffer();
    const writeUser = (fields: object) => () =>
      buffer.write("user_created", fields as EventFields<"user_created">);
    const user = { user: 2, accountKind: "classic", realm: "live", parent: 2 };
    expect(writeUser({ ...user, parent: undefined })).toThrow("a whole number");
    expect(writeUser({ ...user, parent: 0.5 })).toThrow("a whole number");
    expect(writeUser({ ...user, realm: "paper" })).toThrow("closed list");
    expect(writeUser({ ...user, realm: undefined })).toThrow("closed list");
    expect([buffer.count, buffer.length]).toEqual([0, 0]);
  });
});
