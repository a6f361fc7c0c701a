/** Bodies of administrative requests, read by the rules of the trading interface. */
import { isUtf8 } from "node:buffer";
import { parseStrictJson, StrictJsonError } from "../../gateway/http/strict-json.ts";
import type { ReadJson } from "../../ops/admin-guard.ts";

const EXACT = /^-?\d+(?:\.0+)?$/;

/**
 * Refuses what `parseStrictJson` refuses. Numbers become numbers where that changes nothing: one
 * with more digits than a number can hold is refused, never rounded.
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
 * Parses a number whose value is exactly what its text says. Every number of the administrative
 * interface is whole: fractions are left to the schemas, which refuse them by name.
 */
function exactNumber(_key: string, value: unknown, context?: { readonly source?: string }) {
  if (typeof value !== "number" || !Number.isInteger(value)) return value;
  const isExact = Number.isSafeInteger(value) && EXACT.test(context?.source ?? "");
  if (!isExact) throw new StrictJsonError("a number that is not written out, or too large");
  return value;
}
