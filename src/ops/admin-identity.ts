/** Who calls the administrative interface, and on whose behalf its commands are journaled. */
import type { AdminRole } from "../core/base/vocabulary.ts";

/** Holder of a token. */
export interface AdminIdentity {
  /** Name of the token; `root` for the one of the credentials file. */
  readonly name: string;
  readonly role: AdminRole;
}

/** Recognises tokens. */
export interface AdminTokens {
  /** Returns the holder of the token with a SHA-256; `undefined` for none. */
  holderOf(digest: Buffer): AdminIdentity | undefined;
}

/** One request of a holder. The actions that serve it journal their commands with it. */
export interface ActContext {
  readonly actor: string;
  /** Text of the header `X-Reason`, at most `REASON_LENGTH_MAX` characters; empty for none. */
  readonly reason: string;
  readonly requestId: string;
  /** Seq of the last command that the request submitted; 0 for none. */
  seq: number;
}

/** Longest reason, in characters. */
export const REASON_LENGTH_MAX = 256;

/**
 * Returns the reason in a header, which clients send as UTF-8; `undefined` when it is too long or
 * has control characters.
 */
export function reasonOf(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return "";
  if (typeof header !== "string") return undefined;
  const reason = Buffer.from(header, "latin1").toString("utf8").trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  const isPlain = !/[\u0000-\u001f\u007f\ufffd]/.test(reason);
  return isPlain && reason.length <= REASON_LENGTH_MAX ? reason : undefined;
}
