import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AccountKind } from "../../core/base/vocabulary.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { asyncApiDocument } from "./asyncapi.ts";
import { errorsPage } from "./error-catalogue.ts";
import { openApiDocument } from "./openapi.ts";

/** Content policy: the page loads nothing from other origins. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SCRIPT = "text/javascript; charset=utf-8";
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

/** A key that the page signs requests with. */
export interface ReadyKey {
  readonly name: string;
  readonly kind: AccountKind;
  readonly isDemo: boolean;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** A file that does not change while the process runs, and its ETag. */
interface PreparedFile {
  readonly url: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

/**
 * Serves the reference page at `/docs`, where `/` leads, its documents at `/docs/openapi.json` and
 * `/docs/asyncapi.json`, and the error codes at `/docs/errors`. All are encoded once, here; a
 * client that has the current version gets 304. `/docs/keys.json` lists the keys with which the
 * page signs.
 */
export function registerReferencePage(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  keys: readonly ReadyKey[],
): void {
  const document = JSON.stringify(openApiDocument(endpoints));
  const files = [
    prepared("/docs", HTML, asset("reference-page.html")),
    prepared("/docs/page.css", "text/css; charset=utf-8", asset("page.css")),
    prepared("/docs/page.js", SCRIPT, asset("page.js")),
    prepared("/docs/examples.js", SCRIPT, asset("examples.js")),
    prepared("/docs/members.js", SCRIPT, asset("members.js")),
    prepared("/docs/search.js", SCRIPT, asset("search.js")),
    prepared("/docs/sockets.js", SCRIPT, asset("sockets.js")),
    prepared("/docs/keys.js", SCRIPT, asset("keys.js")),
    prepared("/docs/try-request.js", SCRIPT, asset("try-request.js")),
    prepared("/docs/try-message.js", SCRIPT, asset("try-message.js")),
    prepared("/docs/errors", HTML, errorsPage()),
    prepared("/docs/openapi.json", JSON_TYPE, document),
    prepared("/docs/asyncapi.json", JSON_TYPE, JSON.stringify(asyncApiDocument())),
  ];
  for (const file of files) {
    app.get(file.url, (request, reply) => send(request, reply, file));
  }
  app.get("/docs/keys.json", (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .type(JSON_TYPE)
      .send(JSON.stringify({ users: keys })),
  );
  app.get("/", (_request, reply) => reply.redirect("/docs", 302));
  app.get("/docs/", (_request, reply) => reply.redirect("/docs", 308));
}

function prepared(url: string, type: string, content: string): PreparedFile {
  return { url, type, bytes: Buffer.from(content), tag: `"${hash("sha256", content)}"` };
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function send(request: FastifyRequest, reply: FastifyReply, file: PreparedFile): FastifyReply {
  reply
    .header("content-type", file.type)
    .header("content-security-policy", CONTENT_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-cache")
    .header("etag", file.tag);
  const known = request.headers["if-none-match"] ?? "";
  return known.includes(file.tag) ? reply.code(304).send() : reply.send(file.bytes);
}
