/** Finds out who calls the administrative interface: by a token, or by the session of a browser. */
import type { IncomingMessage } from "node:http";
import { presentedSecret } from "./admin-cookie.ts";
import type { AdminIdentity, AdminTokens } from "./admin-identity.ts";
import { presentedDigest } from "./admin-token.ts";
import type { BrowserSessions } from "./browser-sessions.ts";

/** Says which requests a page of the exchange sent, so that no other page can use its cookie. */
export interface PageCheck {
  /** Whether a page of the exchange sent the request, by the headers that browsers control. */
  isFromOwnPage(request: IncomingMessage): boolean;
  /** Whether the browser of the request uses https, as a trusted proxy says. */
  isSecure(request: IncomingMessage): boolean;
}

export interface CallerParts {
  readonly tokens: AdminTokens;
  readonly sessions: BrowserSessions;
  readonly pages: PageCheck;
}

/** Caller that may call what its role may. */
export interface AdminCaller {
  readonly holder: AdminIdentity;
  /** SHA-256 of the token by which the caller is known. */
  readonly token: Buffer;
  /** Absent for a caller who sent the token itself. */
  readonly session?: { readonly secret: string; readonly remainingMs: number };
}

/**
 * `foreign_page`: a session that no page of the exchange uses. `signed_out`: a page of the exchange
 * without a session in force, which is no attempt with a wrong token. `wrong_token`: anything else.
 */
export type CallerFault = "foreign_page" | "signed_out" | "wrong_token";

/** Returns the caller of a request. The header `Authorization` is read before the cookie. */
export function findCaller(
  request: IncomingMessage,
  { pages, sessions, tokens }: CallerParts,
): AdminCaller | CallerFault {
  const { authorization, cookie } = request.headers;
  const secret = authorization === undefined ? presentedSecret(cookie) : undefined;
  if (authorization === undefined && pages.isFromOwnPage(request)) {
    const open = secret === undefined ? undefined : sessions.find(secret);
    if (secret === undefined || open === undefined) return "signed_out";
    const { holder, remainingMs, token } = open;
    return { holder, token, session: { secret, remainingMs } };
  }
  if (secret !== undefined) return "foreign_page";
  const token = presentedDigest(authorization);
  const holder = tokens.holderOf(token);
  return holder === undefined ? "wrong_token" : { holder, token };
}
