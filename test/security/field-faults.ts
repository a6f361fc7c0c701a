/** What can be wrong with one field of a request, and which codes say so. */
import {
  DECIMAL_DIGITS_MAX,
  type FieldReading,
  NAME_LENGTH_MAX,
} from "../../src/gateway/http/fields.ts";
import { unreachable } from "../../src/gateway/http/unreachable.ts";
import type { WireCode } from "../../src/gateway/http/wire-codes.ts";

/** A value as JSON carries it; texts are the only ones a query can carry. */
export type SentValue = string | number | boolean | null | readonly SentValue[] | SentObject;
interface SentObject {
  readonly [name: string]: SentValue;
}

/** A code, or an empty list where a search by id that finds nothing is no failure. */
export type FaultCode = WireCode | "no rows";

/** One wrong value of one field, and the codes that tell of it. */
export interface FieldFault {
  readonly about: string;
  readonly value: SentValue;
  readonly codes: readonly FaultCode[];
}

const WRONG: readonly WireCode[] = ["40020", "25200"];
const UNKNOWN: readonly WireCode[] = ["40034", "25200"];
const RANGE: readonly WireCode[] = ["40053"];
const NOT_AN_ID: readonly WireCode[] = ["40402"];
const CLIENT_ID: readonly WireCode[] = ["40305"];

const STRUCTURES: readonly [string, SentValue][] = [
  ["an object", { a: "1" }],
  ["a list", ["1"]],
  ["a list in a list", [["1"]]],
];

/** Texts that are none of the grammar of decimals: in core's words, no amount at all. */
const NO_DECIMALS: readonly [string, SentValue][] = [
  ["an exponent", "1e5"],
  ["hexadecimal", "0x10"],
  ["a plus", "+1"],
  ["a leading space", " 1"],
  ["a trailing line break", "1\n"],
  ["no digit after the point", "1."],
  ["no digit before the point", ".5"],
  ["two points", "1.2.3"],
  ["a thousands separator", "1,000"],
  ["a leading zero", "007"],
  ["not a number", "NaN"],
  ["infinity", "Infinity"],
  ["below zero", "-1"],
  ["below zero as a number", -1],
  ["digits of another script", "١٢"],
  ["too many digits", "9".repeat(DECIMAL_DIGITS_MAX + 1)],
  ["a thousand digits", "9".repeat(1000)],
  ["too many decimals", `0.${"1".repeat(DECIMAL_DIGITS_MAX + 1)}`],
];

/** Texts that hope to be executed, printed or taken for something else. */
export const HOSTILE_TEXTS: readonly string[] = [
  "' OR '1'='1",
  '"; DROP TABLE orders; --',
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "{{7*7}}%s%n",
  "BTC\u0000USDT",
  "BTC\r\nUSDT",
  "\u202eTDSUCTB",
  "🦄🦄🦄",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
];

function each(
  values: readonly (readonly [string, SentValue])[],
  codes: readonly WireCode[],
): FieldFault[] {
  return values.map(([about, value]) => ({ about, value, codes }));
}

function texts(values: readonly string[], codes: readonly WireCode[]): FieldFault[] {
  return values.map((value) => ({ about: JSON.stringify(value), value, codes }));
}

const NO_TEXTS: readonly [string, SentValue][] = [...STRUCTURES, ["a boolean", true]];

function integerFaults(
  reads: FieldReading & { kind: "integer" },
  hasLenientPages: boolean,
): FieldFault[] {
  const isLenient = hasLenientPages && reads.pageRows !== undefined;
  const grammar = ["1.5", "1e3", "0x10", "+5", " 5", "five", "9".repeat(16), "NaN"];
  const below = reads.min > 0 && !isLenient ? ["0", "-1"] : ["-1"];
  const above = reads.clamp || isLenient ? [] : [String(reads.max + 1), "9".repeat(15)];
  return [
    ...each(NO_TEXTS, WRONG),
    ...texts(grammar, WRONG),
    ...texts([...below, ...above], RANGE),
    { about: "a fraction as a number", value: 1.5, codes: WRONG },
  ];
}

/**
 * Every fault of a field that reading the field alone must find. With `hasLenientPages` page limits
 * out of range are none, as on v2.
 */
export function fieldFaults(reads: FieldReading, hasLenientPages: boolean): readonly FieldFault[] {
  switch (reads.kind) {
    case "decimal":
      return each(
        [...NO_TEXTS, ...NO_DECIMALS.filter(([, v]) => !reads.negative || Number(v) !== -1)],
        WRONG,
      );
    case "enumeration":
      return [
        ...each(NO_TEXTS, WRONG),
        ...texts(
          ["nonsense", " ", ...HOSTILE_TEXTS.slice(0, 2), "__proto__", "constructor"],
          UNKNOWN,
        ),
        { about: "a number", value: 987, codes: UNKNOWN },
      ];
    case "integer":
      return integerFaults(reads, hasLenientPages);
    case "yes_no":
      return [...each(STRUCTURES, WRONG), ...texts(["maybe", "1", "null"], WRONG)];
    case "text":
      return [...each(NO_TEXTS, WRONG), ...texts(["x".repeat(reads.lengthMax + 1)], WRONG)];
    case "name":
      return [...each(NO_TEXTS, WRONG), ...texts(["X".repeat(NAME_LENGTH_MAX + 1)], WRONG)];
    case "names":
      // A list is another way of sending them.
      return [
        ...each(
          NO_TEXTS.filter(([about]) => about !== "a list"),
          WRONG,
        ),
        ...texts(["X".repeat(NAME_LENGTH_MAX + 1)], WRONG),
      ];
    case "id":
      return [
        ...each(NO_TEXTS, NOT_AN_ID),
        ...texts(
          ["abc", "-1", "1.5", "1e18", " 1", "9".repeat(20), "1;DROP TABLE orders", "1\u0000"],
          NOT_AN_ID,
        ),
      ];
    case "client_id":
      return [
        ...each(NO_TEXTS, WRONG),
        ...texts(["x".repeat(65), "a'b", 'a"b', "a;b", "<a>", "a\u0000", "ä", "🦄"], CLIENT_ID),
      ];
    case "refused":
      return [...each(NO_TEXTS, WRONG), ...texts(["61000", "anything"], WRONG)];
    case "batch":
      return [
        ...each(
          [
            ["an object", { a: "1" }],
            ["a boolean", true],
            ["a text", "[]"],
          ],
          WRONG,
        ),
        { about: "an empty list", value: [], codes: ["40019"] },
        {
          about: "too many items",
          value: Array.from({ length: reads.itemsMax + 1 }, () => ({})),
          codes: [reads.tooMany],
        },
      ];
    default:
      return unreachable(reads);
  }
}
