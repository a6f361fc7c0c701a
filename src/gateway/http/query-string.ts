import { StrictJsonError, type WireObject } from "./strict-json.ts";

/** Most parameters of one query string; no endpoint has that many. */
export const QUERY_PARAMETERS_MAX = 64;

const NO_PARAMETERS: WireObject = Object.freeze({});

/**
 * Returns the parameters of a query string (without its question mark), percent-decoded, `+` as
 * space. Omits a value that is the text `undefined`: one client writes it for an absent parameter
 * (clients.md section 9). Throws `StrictJsonError` for duplicate names and malformed encoding.
 */
export function parseQueryString(query: string): WireObject {
  if (query === "") return NO_PARAMETERS;
  const parts = query.split("&");
  if (parts.length > QUERY_PARAMETERS_MAX) throw new StrictJsonError("too many parameters");
  const parameters: Record<string, string> = {};
  for (const part of parts) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? "" : decoded(part.slice(equals + 1));
    if (name === "__proto__") throw new StrictJsonError("a forbidden parameter");
    if (Object.hasOwn(parameters, name)) throw new StrictJsonError("a duplicate parameter");
    if (value !== "undefined") parameters[name] = value;
  }
  return parameters;
}

function decoded(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new StrictJsonError("malformed percent-encoding");
  }
}
