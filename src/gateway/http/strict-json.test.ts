import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knowKey, parseStrictJson, StrictJsonError, type WireValue } from "./strict-json.ts";

/** What the platform's parser would give, with every number as text. */
function withNumbersAsText(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(withNumbersAsText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, withNumbersAsText(v)]));
}

function readOrRefuse(text: string): WireValue | undefined {
  try {
    return parseStrictJson(text);
  } catch (error) {
    expect(error).toBeInstanceOf(StrictJsonError);
    return undefined;
  }
}

describe("strict JSON", () => {
  it("keeps the source text of numbers", () => {
    expect(parseStrictJson(' {"a": 0.10, "b":-5,"c":[12345678901234567890.000000001]} ')).toEqual({
      a: "0.10",
      b: "-5",
      c: ["12345678901234567890.000000001"],
    });
  });

  it.each([
    ["1e-7", "0.0000001"],
    ["1.25E3", "1250"],
    ["-1.25e1", "-12.5"],
    ["12.5e-3", "0.0125"],
    ["0e5", "0"],
    ["10e0", "10"],
    ["1.5e+2", "150"],
  ])("writes the exponent of %s out", (source, written) => {
    expect(parseStrictJson(source)).toBe(written);
  });

  it.each([
    ["a duplicate key", '{"a":1,"a":2}'],
    ["a duplicate key behind an escape", '{"a":1,"\\u0061":2}'],
    ["__proto__", '{"__proto__":1}'],
    ["__proto__ behind an escape", '{"__pro\\u0074o__":1}'],
    ["nesting nine deep", `${"[".repeat(9)}${"]".repeat(9)}`],
    ["a number of 49 digits", "1".repeat(49)],
    ["an exponent that makes it huge", "1e400"],
    ["an exponent that makes it tiny", "1e-99999999999999999999"],
    ["a lone high surrogate", '"\\ud800"'],
    ["a lone low surrogate", '"x\\udc00"'],
    ["a raw control character", '"a\nb"'],
    ["an unknown escape", '"\\x41"'],
    ["a short escape", '"\\u12"'],
    ["leading zeros", "01"],
    ["a plus", "+1"],
    ["a bare point", ".5"],
    ["a trailing comma", "[1,]"],
    ["text behind", "{} {}"],
    ["a comment", "{/**/}"],
    ["single quotes", "{'a':1}"],
    ["NaN", "NaN"],
    ["nothing", ""],
    ["an open object", '{"a":1'],
    ["more members than any endpoint has", `{${membersOf(257)}}`],
  ])("refuses %s", (_what, text) => {
    expect(() => parseStrictJson(text)).toThrow(StrictJsonError);
  });

  it("accepts nesting eight deep, escapes, pairs of surrogates and inherited names as keys", () => {
    expect(parseStrictJson("[[[[[[[[]]]]]]]]")).toEqual([[[[[[[[]]]]]]]]);
    expect(parseStrictJson('"\\ud83d\\ude00\\n\\/\\u0041"')).toBe("😀\n/A");
    expect(parseStrictJson('{"constructor":1,"toString":2}')).toEqual({
      constructor: "1",
      toString: "2",
    });
  });

  it("reads whatever the platform's parser writes the same way", () => {
    const flat = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });
    fc.assert(
      fc.property(flat, (value) => {
        const text = JSON.stringify(value);
        const read = readOrRefuse(text);
        if (read === undefined || /[eE][+-]?\d/.test(text)) return;
        expect(read).toEqual(withNumbersAsText(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it("reads known keys as it reads them escaped, duplicates and inherited names included", () => {
    const known = ["price", "qty", "clientOid", "constructor", "a"];
    for (const name of [...known, "__proto__", 'a"', ""]) knowKey(name);
    const near = ["Price", "prices", "pric", "clientOie", "toString", "é", "__proto__", "", "b"];
    const key = fc.constantFrom(...known, ...near);
    const members = fc.array(fc.tuple(key, fc.jsonValue({ maxDepth: 1 })), { maxLength: 6 });
    const textOf = (list: [string, unknown][], written: (name: string) => string): string =>
      `{${list.map(([name, value]) => `${written(name)}:${JSON.stringify(value)}`).join(",")}}`;
    let accepted = 0;
    fc.assert(
      fc.property(members, (list) => {
        const plain = readOrRefuse(textOf(list, (name) => JSON.stringify(name)));
        const escaped = readOrRefuse(textOf(list, escapedKey));
        expect(plain).toEqual(escaped);
        if (plain === undefined) return;
        accepted += 1;
        expect(Object.keys(plain as object)).toEqual(Object.keys(escaped as object));
        expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(200);
    expect(() => parseStrictJson('{"price":1,"price":2}')).toThrow("duplicate key");
    expect(() => parseStrictJson('{"price')).toThrow("without end");
    expect(parseStrictJson('{"a\\"":1}')).toEqual({ 'a"': "1" });
  });

  it("refuses 10,000 hostile texts cleanly or agrees with the platform's parser", () => {
    const fragment = fc.constantFrom(
      ...["{", "}", "[", "]", '"', ":", ",", "\\", "\\u", "d800", "__proto__", "1e9", "-", "0"],
      ...["true", "nul", " ", "\u0000", "\ud800", "\u2028", '"a":', "1".repeat(60), ".5", "e+"],
    );
    const broken = fc.tuple(fc.json(), fc.nat(), fragment).map(([json, at, insert]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + insert + json.slice(place);
    });
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join("")),
      broken,
    );
    fc.assert(
      fc.property(hostile, (text) => {
        // What is accepted here is JSON for everybody; the reverse need not hold.
        if (readOrRefuse(text) !== undefined) JSON.parse(text);
      }),
      { numRuns: 10_000 },
    );
  });
});

/** A key of which every character is written as an escape. */
function escapedKey(name: string): string {
  const codes = [...name].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, "0"));
  return `"${codes.map((code) => `\\u${code}`).join("")}"`;
}

function membersOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");
}
