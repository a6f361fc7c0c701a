/** The cookies that hold the session of a browser, one for each realm (decision 0101). */
import { SESSION_LIFE_MS } from "../../core/base/limits.ts";
import type { Realm } from "./principal.ts";

const COOKIE_NAMES: Readonly<Record<Realm, string>> = {
  live: "bourse_session",
  demo: "bourse_demo_session",
};

const VALUE = /^(bg_[0-9a-f]{32})\.([0-9a-f]{64})$/;

/** Name and secret of a session, as a browser presents them. */
export interface PresentedSession {
  readonly apiKey: string;
  readonly secret: string;
}

/** A session that no session can be. */
const MALFORMED: PresentedSession = { apiKey: "", secret: "" };

/**
 * Returns the session of a realm in the header `Cookie`; `undefined` if there is none. A cookie
 * that is malformed or occurs twice presents an empty name, which no session has: another page of
 * the same host can add cookies, and must not choose between two of them.
 */
export function presentedSession(
  header: string | undefined,
  realm: Realm,
): PresentedSession | undefined {
  if (header === undefined) return undefined;
  const start = `${COOKIE_NAMES[realm]}=`;
  const [value, ...further] = header.split(";").flatMap((pair) => {
    const cookie = pair.trim();
    return cookie.startsWith(start) ? [cookie.slice(start.length)] : [];
  });
  if (value === undefined) return undefined;
  const [, apiKey, secret] = VALUE.exec(value) ?? [];
  if (further.length > 0 || apiKey === undefined || secret === undefined) return MALFORMED;
  return { apiKey, secret };
}

/** Returns the header `Set-Cookie` that stores a session in the browser. */
export function sessionCookie(
  session: PresentedSession,
  { isSecure, realm }: { readonly isSecure: boolean; readonly realm: Realm },
): string {
  const value = `${session.apiKey}.${session.secret}`;
  return cookieText(COOKIE_NAMES[realm], value, SESSION_LIFE_MS / 1000, isSecure);
}

/** Returns the header `Set-Cookie` that removes the session of a realm from the browser. */
export function clearedCookie(realm: Realm, isSecure: boolean): string {
  return cookieText(COOKIE_NAMES[realm], "", 0, isSecure);
}

function cookieText(name: string, value: string, lifeSeconds: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict`;
  return `${name}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`;
}
