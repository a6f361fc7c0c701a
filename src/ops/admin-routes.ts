import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ADMIN_ROLES } from "../core/base/vocabulary.ts";
import { type AdminRouteOptions, registerEndpoint } from "./admin-app.ts";
import { type AdminEndpoint, type AdminRoute, adminEndpoint, answered } from "./admin-endpoint.ts";
import { ADMIN_ENDPOINTS } from "./admin-endpoints.ts";
import { rowsOf, Text, text } from "./admin-fields.ts";
import { type GuardParts, guardAdmin } from "./admin-guard.ts";
import { BROWSER_SESSION_ROUTES, registerBrowserSessions } from "./browser-session-routes.ts";

/** Path prefix of the administrative routes. */
export const ADMIN_PREFIX = "/admin/v1";

function withPrefix({ method, path, roles, summary }: AdminRoute) {
  return { method, path: path === "/" ? ADMIN_PREFIX : `${ADMIN_PREFIX}${path}`, roles, summary };
}

/** The endpoint that lists all of them, itself included. */
export const LIST_ENDPOINT: AdminEndpoint = adminEndpoint({
  method: "GET",
  path: "/",
  summary: "Lists these endpoints",
  response: rowsOf({
    method: Text,
    path: text("with the prefix; `:name` is a parameter"),
    roles: Type.Array(Type.Enum([...ADMIN_ROLES])),
    summary: Text,
  }),
  run: () => answered(allRoutes().map(withPrefix)),
});

function allRoutes(): readonly AdminRoute[] {
  return [LIST_ENDPOINT, ...BROWSER_SESSION_ROUTES, ...ADMIN_ENDPOINTS];
}

/**
 * Registers the administrative interface under `/admin/v1`, for holders of a token only, who send
 * it or use a browser session. Responses are plain JSON; an error is
 * `{"error": {"code", "message"}}`.
 */
export function registerAdminRoutes(
  app: FastifyInstance,
  options: GuardParts & AdminRouteOptions,
): void {
  app.register(
    (plain, _options, done) => {
      const admin = plain.withTypeProvider<TypeBoxTypeProvider>();
      guardAdmin(admin, options);
      registerBrowserSessions(admin, options);
      for (const endpoint of [LIST_ENDPOINT, ...ADMIN_ENDPOINTS]) {
        registerEndpoint(admin, endpoint, options);
      }
      done();
    },
    { prefix: ADMIN_PREFIX },
  );
}
