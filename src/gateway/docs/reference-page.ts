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

/** A file that does not change while the process runs. */
interface ReferenceFile {
  readonly type: string;
  readonly content: () => string;
}

interface EncodedFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Its ETag. */
  readonly tag: string;
}

/**
 * Serves the reference page at `/docs`, where `/` leads, its documents at `/docs/openapi.json` and
 * `/docs/asyncapi.json`, and the error codes at `/docs/errors`. Each is encoded once, when it is
 * first read; a client that has the current version gets 304. `/docs/keys.json` lists the keys with
 * which the page signs.
 */
export function registerReferencePage(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  keys: readonly ReadyKey[],
): void {
  const files: Readonly<Record<string, ReferenceFile>> = {
    "/docs": { type: HTML, content: () => asset("reference-page.html") },
    "/docs/page.css": { type: "text/css; charset=utf-8", content: () => asset("page.css") },
    ...scripts("page", "examples", "members", "search", "sockets", "keys"),
    ...scripts("try-request", "try-message"),
    "/docs/errors": { type: HTML, content: errorsPage },
    "/docs/openapi.json": {
      type: JSON_TYPE,
      content: () => JSON.stringify(openApiDocument(endpoints)),
    },
    "/docs/asyncapi.json": { type: JSON_TYPE, content: () => JSON.stringify(asyncApiDocument()) },
  };
  for (const [url, file] of Object.entries(files)) {
    let kept: EncodedFile | undefined;
    app.get(url, (request, reply) => {
      kept ??= encoded(file);
      return send(request, reply, kept);
    });
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

function scripts(...names: readonly string[]): Record<string, ReferenceFile> {
  return Object.fromEntries(
    names.map((name) => [`/docs/${name}.js`, { type: SCRIPT, content: () => asset(`${name}.js`) }]),
  );
}

function encoded({ content, type }: ReferenceFile): EncodedFile {
  const text = content();
  return { type, bytes: Buffer.from(text), tag: `"${hash("sha256", text)}"` };
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function send(request: FastifyRequest, reply: FastifyReply, file: EncodedFile): FastifyReply {
  reply
    .header("content-type", file.type)
    .header("content-security-policy", CONTENT_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-cache")
    .header("etag", file.tag);
  const known = request.headers["if-none-match"] ?? "";
  return known.includes(file.tag) ? reply.code(304).send() : reply.send(file.bytes);
}
