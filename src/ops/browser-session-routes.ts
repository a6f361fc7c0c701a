/** Routes by which a browser gets, shows and ends its session. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ADMIN_ROLES } from "../core/base/vocabulary.ts";
import {
  type AdminApp,
  type AdminRouteOptions,
  callerOf,
  registerRoute,
  sendOutcome,
} from "./admin-app.ts";
import type { CallerParts } from "./admin-caller.ts";
import { adminCookie, clearedAdminCookie } from "./admin-cookie.ts";
import { adminRoute, answered } from "./admin-endpoint.ts";
import { Text } from "./admin-fields.ts";
import { BROWSER_SESSION_MS } from "./browser-sessions.ts";

const PATH = "/browser-session";

const SHOWN_SESSION = Type.Object({
  name: Text,
  role: Type.Enum([...ADMIN_ROLES]),
  remainingSeconds: Type.Integer({ description: "until the session ends; 0 for a token" }),
});

const OPEN = adminRoute({
  method: "POST",
  path: PATH,
  roles: ADMIN_ROLES,
  summary: "Opens the session of a browser",
  description:
    "Needs the token in `Authorization`. The session is in a cookie that scripts cannot read. It " +
    "has the role of the token. It ends after 12 hours, with the process, and when the token is " +
    "replaced, removed or expired. A request with it needs the header `x-bourse-terminal: 1`, " +
    "and the own `Origin` unless it is a GET.",
  response: SHOWN_SESSION,
  isCreating: true,
});

const SHOW = adminRoute({
  method: "GET",
  path: PATH,
  summary: "Shows name and role of the caller, and when its browser session ends",
  response: SHOWN_SESSION,
});

const END = adminRoute({
  method: "DELETE",
  path: PATH,
  roles: ADMIN_ROLES,
  summary: "Ends the session of the browser",
  description: "With the token in `Authorization`: all sessions that the token opened.",
  response: Type.Object({ ended: Type.Integer({ description: "number of ended sessions" }) }),
});

/** Routes of browser sessions, as they are documented. */
export const BROWSER_SESSION_ROUTES = [OPEN, SHOW, END];

/** Registers the routes of browser sessions. */
export function registerBrowserSessions(
  admin: AdminApp,
  { pages, sessions, ...options }: CallerParts & Pick<AdminRouteOptions, "onAct">,
): void {
  const open = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { holder, session, token } = callerOf(request);
    if (session !== undefined) {
      const message = "a session is opened with a token in Authorization, not with a session";
      return sendOutcome(reply, { refused: "invalid", message }, OPEN.status);
    }
    reply.header("set-cookie", adminCookie(sessions.open(token), pages.isSecure(request.raw)));
    const shown = { ...holder, remainingSeconds: BROWSER_SESSION_MS / 1000 };
    return sendOutcome(reply, answered(shown), OPEN.status);
  };
  const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { holder, session } = callerOf(request);
    const remainingSeconds = Math.ceil((session?.remainingMs ?? 0) / 1000);
    return sendOutcome(reply, answered({ ...holder, remainingSeconds }), SHOW.status);
  };
  const end = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { session, token } = callerOf(request);
    reply.header("set-cookie", clearedAdminCookie(pages.isSecure(request.raw)));
    const ended = session === undefined ? sessions.endAllOf(token) : sessions.end(session.secret);
    return sendOutcome(reply, answered({ ended }), END.status);
  };
  registerRoute(admin, OPEN, open, options);
  registerRoute(admin, SHOW, show, options);
  registerRoute(admin, END, end, options);
}
