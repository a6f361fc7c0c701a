/** What a tap shows of requests and frames, without secrets and within bounds. */

/** Bytes of a body or frame that an item has at most, in UTF-16 units of text. */
export const SHOWN_MAX = 16 * 1024;

/** Stands in place of a secret. */
export const REMOVED = "[removed]";

/** Names of members and parameters that hold secrets of keys. */
const SECRET_NAME = "passphrase|secretKey|secret|password|sign|signature";

/**
 * Members of JSON with such a name, up to the end of a text that was cut within one. Names written
 * with escapes are found as well, because any name with an escape counts.
 */
const SECRET_MEMBER = new RegExp(
  `("(?:[^"\\\\]*\\\\u[^"]*|${SECRET_NAME})"\\s*:\\s*)` +
    '(?:"(?:[^"\\\\]|\\\\.)*(?:"|$)|[^"\\s,}\\]]+)',
  "gi",
);
const SECRET_PARAMETER = new RegExp(`((?:^|&)(?:${SECRET_NAME})=)[^&]*`, "gi");

/** Text of a body or frame; `isCut` when it is longer than shown. */
export type Shown = { readonly text: string; readonly isCut: boolean };

/** Returns a text for an item: cut to its bound, with the secrets of keys removed. */
export function shown(text: string): Shown {
  const isCut = text.length > SHOWN_MAX;
  const part = isCut ? text.slice(0, SHOWN_MAX) : text;
  return { text: part.replace(SECRET_MEMBER, `$1"${REMOVED}"`), isCut };
}

/** The same of a body as received. */
export function shownBytes(body: Buffer | undefined): Shown {
  if (body === undefined) return { text: "", isCut: false };
  const { text } = shown(body.toString("utf8", 0, Math.min(body.length, SHOWN_MAX)));
  return { text, isCut: body.length > SHOWN_MAX };
}

/** Returns a query without secrets. */
export function shownQuery(query: string): string {
  return query.slice(0, SHOWN_MAX).replace(SECRET_PARAMETER, `$1${REMOVED}`);
}

/** One request and its answer. */
export type InspectedRequest = {
  readonly kind: "rest";
  /** Time at which it was accepted, in ms since 1970. */
  readonly time: string;
  /** Time until the answer, in µs; 0 when the tap was opened in between. */
  readonly durationUs: string;
  readonly requestId: string;
  /** Whether the signature was verified; a refused one may come from anyone who knows the key. */
  readonly isVerified: boolean;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestBody: string;
  readonly isRequestCut: boolean;
  readonly status: number;
  readonly responseBody: string;
  readonly isResponseCut: boolean;
};

/** One text frame of a connection: `in` from the client, `out` to it. */
export type InspectedFrame = {
  readonly kind: "frame";
  /** Time at which it was received or queued, in ms since 1970. */
  readonly time: string;
  readonly direction: "in" | "out";
  readonly text: string;
  readonly isCut: boolean;
};

export type InspectedItem = InspectedRequest | InspectedFrame;
