/** Opens and ends the sessions of browsers. */
import { REALMS, type Realm } from "../../core/base/vocabulary.ts";
import { isAccessRefused } from "../../core/reads/user-reads.ts";
import { newSession } from "../auth/new-session.ts";
import type { Principal } from "../auth/principal.ts";
import { clearedCookie, sessionCookie } from "../auth/session-cookie.ts";
import type { EndpointContext } from "../http/endpoint.ts";
import { wireError } from "../http/wire-error.ts";
import { WINDOW_MS } from "../orders/receive-window.ts";
import { submitted } from "../orders/submitted.ts";
import { rejectionError } from "../rejection-codes.ts";

/** Permissions of which every session has at least one. */
export const ANY_SESSION = ["read", "uta_mgt_read"] as const;

/** Returns the sessions with which the browser of a request is signed in. */
export function sendersInBrowser(context: EndpointContext): Principal[] {
  const { browsers } = context.exchange.terminal;
  return REALMS.flatMap((realm) => browsers.senderInBrowser(context.browser(), realm) ?? []);
}

/**
 * Opens a session of a user and returns the cookie that stores it. `requireUnchanged` throws if
 * what entitles to the session has changed: a change of the password that is being executed ends
 * the sessions that it knows of, so the check is repeated when the session exists. Throws 40013 for
 * a user whose access is refused.
 */
export async function openSession(
  context: EndpointContext,
  { realm, user }: { readonly realm: Realm; readonly user: number },
  requireUnchanged: () => void = () => {},
): Promise<string> {
  const account = context.exchange.accounts.user(user);
  if (account === undefined || isAccessRefused(account)) throw wireError("40013");
  const { headers, isSecure } = context.browser();
  const { command, session } = newSession(user, headers["user-agent"]);
  const { rejection } = await submitted(withWindow(context), command);
  if (rejection !== undefined) throw rejectionError(rejection, "v3");
  try {
    requireUnchanged();
  } catch (error) {
    await submitted(withWindow({ ...context, requireUnchanged: undefined }), {
      ...{ kind: "delete_key", user, apiKey: session.apiKey },
    });
    throw error;
  }
  return sessionCookie(session, { isSecure, realm });
}

/** A session that ends. */
type EndingSession = { readonly user: number; readonly apiKey: string };

/** Ends sessions; one that has ended meanwhile is ended as well. */
export async function endSessions(
  context: EndpointContext,
  sessions: readonly EndingSession[],
): Promise<void> {
  const windowed = withWindow(context);
  // All are submitted before the first ends, which may be that of the request.
  await Promise.all(
    sessions.map(({ apiKey, user }) => submitted(windowed, { kind: "delete_key", user, apiKey })),
  );
}

/** Ends the sessions of the browser of a request. */
export async function endBrowserSessions(context: EndpointContext): Promise<void> {
  const ending = sendersInBrowser(context).map(({ keyId, userIndex }) => {
    return { user: userIndex, apiKey: keyId };
  });
  await endSessions(context, ending);
}

/** Returns the cookies that remove all sessions from the browser. */
export function clearedCookies(context: EndpointContext): string[] {
  const { isSecure } = context.browser();
  return REALMS.map((realm) => clearedCookie(realm, isSecure));
}

/**
 * Returns the context with a window that begins now: requests before a sign-in have none, and
 * others have waited for a slow hash.
 */
export function withWindow<C extends EndpointContext>(context: C): C {
  const expiresAtMs = context.exchange.commands.nowMs() + WINDOW_MS;
  return { ...context, expiresAtMs };
}
