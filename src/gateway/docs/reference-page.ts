import type { FastifyInstance } from "fastify";
import type { AccountKind } from "../../core/base/vocabulary.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { HTML_TYPE, JSON_TYPE, STYLE_TYPE, serveFiles } from "../pages/served-files.ts";
import { asyncApiDocument } from "./asyncapi.ts";
import { asset, scripts } from "./docs-assets.ts";
import { errorsPage } from "./error-catalogue.ts";
import { openApiDocument } from "./openapi.ts";
import { adminPage, tradingPage } from "./reference-frame.ts";

/** A key that the page signs requests with. */
export interface ReadyKey {
  readonly name: string;
  readonly kind: AccountKind;
  readonly isDemo: boolean;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

const PORT_DEFAULT = 8080;

/** Returns address and port on which the server listens, from this machine where it is on all. */
function ownHost({ server }: FastifyInstance): string {
  const listening = server.address();
  const { address, family, port } =
    listening === null || typeof listening === "string"
      ? { address: "127.0.0.1", family: "IPv4", port: PORT_DEFAULT }
      : listening;
  if (["0.0.0.0", "::"].includes(address)) return `127.0.0.1:${port}`;
  return family === "IPv6" ? `[${address}]:${port}` : `${address}:${port}`;
}

/**
 * Serves the reference page at `/docs`, its documents at `/docs/openapi.json` and
 * `/docs/asyncapi.json`, and the error codes at `/docs/errors`. `/docs/keys.json` lists the keys
 * with which the page signs.
 */
export function registerReferencePage(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  keys: readonly ReadyKey[],
): void {
  serveFiles(app, {
    "/docs": { type: HTML_TYPE, content: tradingPage },
    "/docs/page.css": { type: STYLE_TYPE, content: () => asset("page.css") },
    ...scripts("page", "cards", "examples", "frame", "members", "search", "sockets", "keys"),
    ...scripts("try-request", "try-message"),
    "/docs/errors": { type: HTML_TYPE, content: errorsPage },
    "/docs/openapi.json": {
      type: JSON_TYPE,
      content: () => JSON.stringify(openApiDocument(endpoints)),
    },
    "/docs/asyncapi.json": {
      type: JSON_TYPE,
      content: () => JSON.stringify(asyncApiDocument(ownHost(app))),
    },
  });
  app.get("/docs/keys.json", (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .type(JSON_TYPE)
      .send(JSON.stringify({ users: keys })),
  );
  app.get("/docs/", (_request, reply) => reply.redirect("/docs", 308));
}

/**
 * Serves the page of the administrative interface at `/docs/admin`, and its document at
 * `/docs/admin/openapi.json`. It uses files that `registerReferencePage` serves.
 */
export function registerAdminReference(app: FastifyInstance, document: () => object): void {
  serveFiles(app, {
    "/docs/admin": { type: HTML_TYPE, content: adminPage },
    ...scripts("admin"),
    "/docs/admin/openapi.json": { type: JSON_TYPE, content: () => JSON.stringify(document()) },
  });
  app.get("/docs/admin/", (_request, reply) => reply.redirect("/docs/admin", 308));
}
