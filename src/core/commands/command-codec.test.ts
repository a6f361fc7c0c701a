import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteReader, BytesDamaged, ByteWriter } from "../base/bytes.ts";
import { decodeCommand, encodeCommand, encodeFields } from "./command-codec.ts";
import { COMMAND_KINDS, COMMANDS, type Command, type CommandKind } from "./commands.ts";
import type { FieldKind, GroupedFields } from "./schema.ts";

function valueOfField(field: FieldKind): fc.Arbitrary<unknown> {
  if (typeof field !== "string") return fc.constantFrom(...field);
  switch (field) {
    case "money":
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case "text":
      return fc.string();
    case "bytes":
      return fc.uint8Array({ maxLength: 60 });
    case "flag":
      return fc.boolean();
    case "ints":
      return fc.array(fc.maxSafeNat(), { maxLength: 12 });
    default:
      return fc.maxSafeNat();
  }
}

function recordOf(fields: GroupedFields): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (typeof field === "string" || !("group" in field)) return [name, valueOfField(field)];
      return [name, fc.option(fc.record(recordOf(field.group)), { nil: undefined })];
    }),
  );
}

const ORIGIN = fc.record({
  requestId: fc.string(),
  keyPrefix: fc.option(fc.nat(0xffff_ffff), { nil: undefined }),
  act: fc.option(fc.record({ actor: fc.string(), reason: fc.string({ unit: "grapheme" }) }), {
    nil: undefined,
  }),
});

/** Any command of a kind, with any of its groups, with or without an origin; its seq is 5. */
function commandOf(kind: CommandKind): fc.Arbitrary<Command> {
  const record = fc.record({ ...recordOf(COMMANDS[kind]), timeMs: fc.maxSafeNat() });
  return fc.tuple(record, fc.option(ORIGIN)).map(([values, origin]) => {
    const command = { ...values, kind, seq: 5 };
    return (origin === null ? command : { ...command, origin }) as unknown as Command;
  });
}

function encoded(command: Command): Uint8Array {
  const out = new ByteWriter();
  encodeCommand(command, out);
  return out.bytes();
}

describe("the bytes of a command", () => {
  it.for(COMMAND_KINDS)("of kind %s decode to the command", (kind) => {
    fc.assert(
      fc.property(commandOf(kind), (command) => {
        const from = new ByteReader(encoded(command));
        expect(decodeCommand(from, 5)).toEqual(command);
        expect(from.remaining).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it.for(COMMAND_KINDS)("of kind %s end in its fields as the schema lists them", (kind) => {
    fc.assert(
      fc.property(commandOf(kind), (command) => {
        const fields = new ByteWriter();
        encodeFields(command, fields);
        const bytes = encoded(command);
        expect(bytes.subarray(bytes.length - fields.length)).toEqual(fields.bytes());
      }),
      { numRuns: 40 },
    );
  });

  it("that are cut or altered decode to a command or are damaged", () => {
    const commands = fc.oneof(...COMMAND_KINDS.map(commandOf));
    fc.assert(
      fc.property(commands, fc.nat(), fc.nat(255), (command, place, byte) => {
        const bytes = encoded(command).slice();
        bytes[place % bytes.length] = byte;
        const cut = bytes.subarray(0, place % (bytes.length + 1));
        for (const damaged of [bytes, cut]) {
          try {
            expect(COMMAND_KINDS).toContain(decodeCommand(new ByteReader(damaged), 1).kind);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(BytesDamaged);
          }
        }
      }),
    );
  });

  it("with a group that their kind does not have are damaged", () => {
    const order = fc.sample(commandOf("place_order"), 1)[0] as Command;
    const bytes = encoded({ ...order, timeMs: 5, origin: undefined } as Command).slice();
    const presence = 2;
    const groups = Object.values(COMMANDS.place_order).filter(
      (field) => typeof field === "object" && "group" in field,
    );
    bytes[presence] = 1 << groups.length;
    expect(() => decodeCommand(new ByteReader(bytes), 1)).toThrow(BytesDamaged);
  });

  it("of an unknown kind are damaged", () => {
    expect(() => decodeCommand(new ByteReader(Uint8Array.of(127, 1)), 1)).toThrow(BytesDamaged);
  });

  it("cost nothing more without an origin", () => {
    const tick = { kind: "tick", seq: 5, timeMs: 5 } as Command;
    expect([...encoded(tick)]).toEqual([COMMAND_KINDS.indexOf("tick"), 5]);
  });

  it("cost four more with the key of the request", () => {
    const tick = { kind: "tick", seq: 5, timeMs: 5 };
    const keyed = { requestId: "r", keyPrefix: 0xfedc_ba98, act: undefined };
    const bytes = encoded({ ...tick, origin: keyed } as Command).slice();
    const unkeyed = encoded({ ...tick, origin: { ...keyed, keyPrefix: undefined } } as Command);
    expect(bytes.length - unkeyed.length).toBe(4);
    expect([...bytes.slice(-4)]).toEqual([0x98, 0xba, 0xdc, 0xfe]);
  });

  it("with a part of an origin that this format does not have are damaged", () => {
    const origin = { requestId: "r", act: undefined };
    const bytes = encoded({ kind: "tick", seq: 5, timeMs: 5, origin } as Command).slice();
    bytes[2] = 4;
    expect(() => decodeCommand(new ByteReader(bytes), 1)).toThrow(BytesDamaged);
  });
});
