import { describe, expect, it } from "vitest";
import { ByteReader, BytesDamaged, ByteWriter } from "../base/bytes.ts";
import { COMMAND_FORMAT, encodeCommand } from "./command-codec.ts";
import type { Command } from "./commands.ts";
import type { Origin } from "./origin.ts";
import { decoderOf } from "./past-formats.ts";

/** Bytes of a cancellation; those of an origin without a key are the same in formats 10 and 11. */
function bytesOf(origin: Origin | undefined): Uint8Array {
  const out = new ByteWriter();
  const fields = { user: 7, orderId: 0, clientOrderId: "c-1" };
  encodeCommand({ kind: "cancel_order", seq: 5, timeMs: 9, ...fields, origin } as Command, out);
  return out.bytes();
}

function decoded(format: number, bytes: Uint8Array): Command | undefined {
  return decoderOf(format)?.(new ByteReader(bytes), 5);
}

const ACT = { actor: "eva", reason: "ticket 7" };

describe("format 10", () => {
  it.for([undefined, { requestId: "r-1", act: undefined }, { requestId: "", act: ACT }])(
    "reads a command with the origin %j",
    (origin) => {
      const command = decoded(10, bytesOf(origin));
      expect(command).toMatchObject({ kind: "cancel_order", seq: 5, timeMs: 9, user: 7 });
      expect(command?.origin).toEqual(origin);
    },
  );

  it("has no origin with a key", () => {
    const bytes = bytesOf({ requestId: "r-1", keyPrefix: 1, act: undefined });
    expect(() => decoded(10, bytes)).toThrow(BytesDamaged);
  });
});

it("formats before 10 have no origins", () => {
  const bytes = bytesOf({ requestId: "r-1", act: undefined });
  expect(() => decoded(9, bytes)).toThrow(BytesDamaged);
});

it("a format that this version does not know has no decoder", () => {
  expect(decoderOf(COMMAND_FORMAT + 1)).toBeUndefined();
});
