/** Reads bodies of administrative requests by the rules of the trading interface. */
import { isUtf8 } from "node:buffer";
import { parseStrictJson, StrictJsonError } from "../../gateway/http/strict-json.ts";
import type { ReadJson } from "../../ops/admin-guard.ts";

const EXACT = /^-?\d+(?:\.0+)?$/;

/**
 * Reads a body and refuses what `parseStrictJson` refuses. Numbers are parsed only without loss:
 * one with more digits than a number can hold is refused, never rounded.
 */
export const readAdminJson: ReadJson = (body) => {
  try {
    if (!isUtf8(body)) throw new StrictJsonError("the text is not UTF-8");
    const text = body.toString("utf8");
    parseStrictJson(text);
    return { value: JSON.parse(text, exactNumber) };
  } catch (thrown) {
    if (thrown instanceof StrictJsonError) return { fault: thrown.message };
    throw thrown;
  }
};

/**
 * Reviver that accepts a number only if its value is exactly its text. All numbers of the
 * administrative interface are integers; fractions are left to the schemas, whose errors name the
 * member.
 */
function exactNumber(key: string, value: unknown, context?: { readonly source?: string }) {
  if (typeof value !== "number" || !Number.isInteger(value)) return value;
  const isExact = Number.isSafeInteger(value) && EXACT.test(context?.source ?? "");
  if (isExact) return value;
  const name = /^\d*$/.test(key) ? "a value of a list" : key;
  throw new StrictJsonError(`${name} is a number that is not written out, or too large`);
}
