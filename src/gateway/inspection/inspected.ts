/** What a tap shows of requests and frames, without secrets and within bounds. */

/** Bytes of a body or frame that an item has at most, in UTF-16 units of text. */
export const SHOWN_MAX = 16 * 1024;

/** Stands in place of a secret. */
export const REMOVED = "[removed]";

/** Parts of names whose values are secrets, and whole names. */
const SECRET_PARTS = ["passphrase", "password", "secret"] as const;
const SECRET_NAMES: ReadonlySet<string> = new Set(["sign", "signature"]);

/** A member of JSON, up to the end of a text that was cut within its value. */
const MEMBER = /"((?:[^"\\]|\\.)*)"(\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|$)|[^"\s,}\]]+)/g;

/** Whether a name says that its value is a secret; one that is written with escapes counts. */
function isSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  if (SECRET_NAMES.has(lower) || /[\\%]/.test(name)) return true;
  return SECRET_PARTS.some((part) => lower.includes(part));
}

/** Text of a body or frame; `isCut` when it is longer than shown. */
export type Shown = { readonly text: string; readonly isCut: boolean };

/** Returns a text for an item: cut to its bound, with the secrets of keys removed. */
export function shown(text: string): Shown {
  const isCut = text.length > SHOWN_MAX;
  const part = isCut ? text.slice(0, SHOWN_MAX) : text;
  const removed = part.replace(MEMBER, (member: string, name: string, colon: string) =>
    isSecretName(name) ? `"${name}"${colon}"${REMOVED}"` : member,
  );
  return { text: removed, isCut };
}

/** The same of a body as received. */
export function shownBytes(body: Buffer | undefined): Shown {
  if (body === undefined) return { text: "", isCut: false };
  const { text } = shown(body.toString("utf8", 0, Math.min(body.length, SHOWN_MAX)));
  return { text, isCut: body.length > SHOWN_MAX };
}

/** Returns a query without secrets. */
export function shownQuery(query: string): string {
  const parameters = query.slice(0, SHOWN_MAX).split("&");
  const removed = parameters.map((parameter) => {
    const [name = ""] = parameter.split("=", 1);
    return isSecretName(name) ? `${name}=${REMOVED}` : parameter;
  });
  return removed.join("&");
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
