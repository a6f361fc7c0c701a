import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteReader, BytesDamaged, ByteWriter } from "./bytes.ts";

type Item =
  | { readonly kind: "u8" | "u16" | "u32" | "f64" | "varint"; readonly value: number }
  | { readonly kind: "i64"; readonly value: bigint }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "blob"; readonly value: Uint8Array };

const whole = (max: number) => fc.integer({ min: 0, max });
const item: fc.Arbitrary<Item> = fc.oneof(
  whole(255).map((value) => ({ kind: "u8" as const, value })),
  whole(65_535).map((value) => ({ kind: "u16" as const, value })),
  whole(4_294_967_295).map((value) => ({ kind: "u32" as const, value })),
  fc.double({ noNaN: true }).map((value) => ({ kind: "f64" as const, value })),
  fc.maxSafeNat().map((value) => ({ kind: "varint" as const, value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({
    kind: "i64" as const,
    value,
  })),
  fc.string({ unit: "binary" }).map((value) => ({ kind: "text" as const, value })),
  fc.uint8Array({ maxLength: 300 }).map((value) => ({ kind: "blob" as const, value })),
);

function write(out: ByteWriter, { kind, value }: Item): void {
  if (kind === "i64") out.i64(value);
  else if (kind === "text") out.text(value);
  else if (kind === "blob") out.blob(value);
  else out[kind](value);
}

describe("bytes", () => {
  it("are read back as written", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), (items) => {
        const out = new ByteWriter();
        for (const one of items) write(out, one);
        const from = new ByteReader(out.bytes());
        for (const { kind, value } of items) expect(from[kind]()).toEqual(value);
        expect(from.remaining).toBe(0);
      }),
    );
  });

  it("that end early are damaged, wherever they are cut", () => {
    const out = new ByteWriter();
    const items: readonly Item[] = [
      { kind: "u32", value: 7 },
      { kind: "varint", value: Number.MAX_SAFE_INTEGER },
      { kind: "text", value: "two words" },
      { kind: "blob", value: Uint8Array.of(1, 2, 3) },
      { kind: "i64", value: -1n },
    ];
    for (const one of items) write(out, one);
    const bytes = out.bytes();
    for (let length = 0; length < bytes.length; length++) {
      const from = new ByteReader(bytes.subarray(0, length));
      expect(() => items.map(({ kind }) => from[kind]())).toThrow(BytesDamaged);
    }
  });

  it("are read by the same reader after others", () => {
    const reader = new ByteReader(Uint8Array.of(1, 2, 3));
    reader.u16();
    reader.reset(Uint8Array.of(4));
    expect([reader.at, reader.u8(), reader.remaining]).toEqual([0, 4, 0]);
  });

  it("of a number that does not end are damaged", () => {
    const endless = new ByteReader(new Uint8Array(40).fill(255));
    expect(() => endless.varint()).toThrow(BytesDamaged);
  });

  it.each([-1, -58, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])(
    "are not made of %s, which could not be read again",
    (value) => {
      const out = new ByteWriter();
      expect(() => out.varint(value)).toThrow(RangeError);
      expect(() => out.u8(value)).toThrow(RangeError);
      expect(out.length).toBe(0);
    },
  );

  it("written past a mark are dropped by a rewind, which never adds bytes", () => {
    const out = new ByteWriter();
    out.u16(1);
    const mark = out.length;
    out.text("half a value");
    out.rewind(mark);
    out.u8(9);
    expect([...out.bytes()]).toEqual([1, 0, 9]);
    expect(() => out.rewind(4)).toThrow(RangeError);
  });
});
