import { Type } from "typebox";
import { clearedCookie } from "../auth/session-cookie.ts";
import { CookieAnswer, defineEndpoint } from "../http/endpoint.ts";
import { text } from "../http/fields.ts";
import { ANY_SESSION, endSessions } from "./browser-sessions.ts";

export const endSession = defineEndpoint({
  method: "POST",
  paths: ["/terminal/v1/end-session"],
  version: "v3",
  summary: "End a session of the user in another browser, or the own one",
  access: { kind: "private", permission: ANY_SESSION, accounts: "any", sender: "session" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ sessionId: text() }),
  response: Type.Object({}),
  async handle(context, { sessionId }) {
    const { keyId, realm, userIndex } = context.principal;
    const sessions = context.exchange.accounts.sessionsOf(userIndex);
    const session = sessions.find(({ apiKey }) => apiKey === sessionId);
    if (session === undefined) throw context.errors.unknown("sessionId");
    await endSessions(context, [session]);
    const isOwn = sessionId === keyId;
    return new CookieAnswer({}, isOwn ? [clearedCookie(realm, context.browser().isSecure)] : []);
  },
});
