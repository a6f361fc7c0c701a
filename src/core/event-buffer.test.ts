import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEvents, EVENT_INDEX, EventBuffer, EventReader } from "./event-buffer.ts";
import { type CoreEvent, EVENT_KINDS, EVENTS, type EventKind } from "./events.ts";
import type { FieldKind } from "./schema.ts";

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
  const values = event as unknown as Record<string, never>;
  buffer.begin(EVENT_INDEX[event.kind]);
  for (const [name, field] of Object.entries(EVENTS[event.kind]) as [string, FieldKind][]) {
    const value: unknown = values[name];
    if (typeof field !== "string") buffer.num(field.indexOf(value as string));
    else if (field === "money") buffer.money(value as bigint);
    else if (field === "text") buffer.text(value as string);
    else if (field === "flag") buffer.flag(value as boolean);
    else buffer.num(value as number);
  }
  buffer.end();
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

  it("are walked without being decoded", () => {
    const buffer = new EventBuffer();
    write(buffer, OPENING);
    write(buffer, { ...OPENING, kind: "instrument_listed", instrument: 4 } as CoreEvent);
    const reader = new EventReader(buffer.words());
    const seen: [string, number, number][] = [];
    while (reader.next()) seen.push([reader.kind, reader.seq, reader.number(0)]);
    expect(seen).toEqual([
      ["command_applied", 9, 9],
      ["instrument_listed", 9, 4],
    ]);
  });

  it("hold no text of more than 128 characters", () => {
    const buffer = new EventBuffer();
    buffer.begin(EVENT_INDEX.key_changed);
    expect(() => buffer.text("k".repeat(129))).toThrow("128 characters");
  });
});
