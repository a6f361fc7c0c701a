import { type TSchema, Type } from "typebox";
import { describe, expect, it } from "vitest";
import {
  batchOf,
  category,
  clientOidV2,
  clientOidV3,
  decimal,
  enumeration,
  id,
  integer,
  limit,
  names,
  symbol,
  text,
  timestampMs,
  word,
  yesNo,
} from "./fields.ts";
import { API_VERSIONS, type ApiVersion, PARAMETER_ERRORS } from "./parameter-errors.ts";
import { compileReader } from "./request-reader.ts";
import type { WireValue } from "./strict-json.ts";
import { WireError } from "./wire-error.ts";

function read(schema: TSchema, sent: WireValue, version: ApiVersion = "v2"): unknown {
  return compileReader(schema, PARAMETER_ERRORS[version])(sent);
}

function codeOf(schema: TSchema, sent: WireValue, version: ApiVersion = "v2"): string {
  try {
    read(schema, sent, version);
  } catch (error) {
    if (error instanceof WireError) return error.code;
    throw error;
  }
  return "accepted";
}

const one = (field: TSchema) => Type.Object({ it: field });

describe("reading fields", () => {
  it("gives handlers converted values and omits absent parameters", () => {
    const schema = Type.Object({
      symbol: symbol(),
      side: enumeration(["buy", "sell"]),
      size: decimal(),
      reduceOnly: yesNo({ default: false }),
      limit: limit({ default: 100, max: 500 }),
      startTime: Type.Optional(timestampMs()),
      force: enumeration(["gtc", "ioc"], { default: "gtc" }),
      note: Type.Optional(text()),
    });
    const sent = { symbol: "btcusdt", side: "Buy", size: "0.10", startTime: "5", note: "" };
    expect(read(schema, { ...sent, unknownOne: ["x"] })).toEqual({
      symbol: "BTCUSDT",
      side: "buy",
      size: "0.10",
      reduceOnly: false,
      limit: 100,
      startTime: 5,
      force: "gtc",
    });
  });

  it.each([
    ["yes", true],
    ["NO", false],
    ["True", true],
    [false, false],
  ])("reads %s as %s", (sent, value) => {
    expect(read(one(yesNo()), { it: sent })).toEqual({ it: value });
  });

  it.each(["0", "1", "0.001", "123456.789", "0.000000000000000000000001"])(
    "takes the decimal %s unchanged",
    (sent) => expect(read(one(decimal()), { it: sent })).toEqual({ it: sent }),
  );

  it.each(["-1", "01", ".5", "5.", "1e5", "1,5", " 1", "1 ", "٣", "0x10", "Infinity", "--1"])(
    "refuses the decimal %j",
    (sent) => expect(codeOf(one(decimal()), { it: sent })).toBe("40020"),
  );

  it("accepts a negative decimal where the field allows it", () => {
    expect(read(one(decimal({ negative: true })), { it: "-1.5" })).toEqual({ it: "-1.5" });
  });

  it("gives handlers the core's word for a wire word, sent or by default", () => {
    const words = { last: "market", mark: "mark", index: "mark" } as const;
    const schema = one(word(words));
    expect(read(schema, { it: "Market" })).toEqual({ it: "last" });
    expect(read(schema, { it: "mark" })).toEqual({ it: "mark" });
    expect(codeOf(schema, { it: "last" })).toBe(codeOf(schema, { it: "unknown" }));
    expect(codeOf(schema, { it: "last" })).not.toBe("accepted");
    const withDefault = word(words, { default: "last" });
    expect(withDefault).toMatchObject({ enum: ["market", "mark"], default: "market" });
    expect(read(one(withDefault), {})).toEqual({ it: "last" });
  });

  it("splits names at commas", () => {
    expect(read(one(names({ itemsMax: 3 })), { it: "btc, eth,,".slice(0, 8) })).toEqual({
      it: ["BTC", "ETH"],
    });
    expect(codeOf(one(names({ itemsMax: 2 })), { it: "a,b,c" })).toBe("40058");
  });

  it("takes a page limit out of range for the nearest sense on v2", () => {
    const rows = one(limit({ default: 5, max: 10 }));
    for (const [sent, value] of [
      ["1", 1],
      ["10", 10],
      ["11", 10],
      ["12000", 10],
      ["0", 5],
    ] as const) {
      expect(read(rows, { it: sent })).toEqual({ it: value });
    }
    expect(codeOf(rows, { it: "-1" })).toBe("40053");
    expect(codeOf(rows, { it: "1.5" })).toBe("40020");
    expect(codeOf(one(integer({ min: 1, max: 10 })), { it: "11" })).toBe("40053");
  });

  it("refuses a page limit out of range on v3, or clamps it if the field says so", () => {
    const rows = one(limit({ default: 5, max: 10 }));
    expect(codeOf(rows, { it: "11" }, "v3")).toBe("40053");
    expect(codeOf(rows, { it: "0" }, "v3")).toBe("40053");
    const clamped = one(limit({ default: 5, max: 10, clamp: true }));
    expect(read(clamped, { it: "99" }, "v3")).toEqual({ it: 10 });
    expect(codeOf(clamped, { it: "0" }, "v3")).toBe("40053");
  });

  it("knows the client id rules of both versions", () => {
    expect(codeOf(one(clientOidV2()), { it: "abc-1_2#3+" })).toBe("accepted");
    expect(codeOf(one(clientOidV2()), { it: "a b" })).toBe("40305");
    expect(codeOf(one(clientOidV2()), { it: "a".repeat(65) })).toBe("40305");
    expect(codeOf(one(clientOidV3()), { it: "a b:c" })).toBe("accepted");
    expect(codeOf(one(clientOidV3()), { it: "a".repeat(33) })).toBe("40305");
  });
});

describe("parameter faults", () => {
  it.each([
    [{}, "40019", "40019"],
    [{ it: null }, "40019", "40019"],
    [{ it: "" }, "40019", "40019"],
    [{ it: "up" }, "40034", "25200"],
    [{ it: ["buy"] }, "40020", "25200"],
    [{ it: true }, "40020", "25200"],
  ])("%j for an enumeration is %s on v2 and %s on v3", (sent, v2, v3) => {
    const schema = one(enumeration(["buy", "sell"]));
    expect(API_VERSIONS.map((version) => codeOf(schema, sent, version))).toEqual([v2, v3]);
  });

  it("reads whole numbers that clients write as floating-point numbers", () => {
    const schema = one(integer({ min: 1, max: 125 }));
    expect(read(schema, { it: "15.0" })).toEqual({ it: 15 });
    expect(codeOf(schema, { it: "15." })).toBe("40020");
  });

  it("distinguishes numbers out of range from other text", () => {
    const schema = one(integer({ min: 1, max: 125 }));
    expect(codeOf(schema, { it: "126" })).toBe("40053");
    expect(codeOf(schema, { it: "0" })).toBe("40053");
    expect(codeOf(schema, { it: "1.5" })).toBe("40020");
    expect(codeOf(schema, { it: "126.0" })).toBe("40053");
    expect(codeOf(one(id()), { it: "12a" })).toBe("40402");
    expect(codeOf(one(id()), { it: "1".repeat(20) })).toBe("40402");
    expect(codeOf(one(timestampMs()), { it: "99999999999999" })).toBe("40053");
  });

  it("no parameter can be called like a member every object inherits", () => {
    const schema = Type.Object({ toString: symbol() });
    expect(() => compileReader(schema, PARAMETER_ERRORS.v2)).toThrow(TypeError);
  });

  it("the first fault in the order of the schema decides the error", () => {
    const schema = Type.Object({ a: symbol(), b: decimal() });
    expect(codeOf(schema, { b: "x" })).toBe("40019");
    expect(codeOf(schema, { a: "A", b: "x" })).toBe("40020");
  });
});

describe("batches", () => {
  const item = Type.Object({ symbol: symbol(), category: category(["SPOT"]) });

  it("reads each item independently and reports a faulty item at its index", () => {
    const good = { symbol: "a", category: "spot" };
    const bad = { category: "spot", clientOid: "c" };
    const items = read(batchOf(item, { itemsMax: 20 }), [good, bad, "x"], "v3");
    expect(items).toMatchObject([
      { value: { symbol: "A", category: "SPOT" }, sent: good },
      { value: undefined, error: { code: "40019" }, sent: bad },
      { value: undefined, error: { code: "25200" }, sent: {} },
    ]);
  });

  it("has 1 to its maximum of items and is a list", () => {
    const schema = batchOf(item, { itemsMax: 2, tooMany: "40306" });
    expect(codeOf(schema, [])).toBe("40019");
    expect(codeOf(schema, [{}, {}, {}])).toBe("40306");
    expect(codeOf(schema, {})).toBe("40019");
    expect(codeOf(one(schema), { it: "x" })).toBe("40020");
  });
});
