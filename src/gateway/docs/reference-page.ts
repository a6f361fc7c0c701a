import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Endpoint } from "../http/endpoint.ts";
import { openApiDocument } from "./openapi.ts";

/** Nothing of the page comes from elsewhere, and nothing may. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SCRIPT = "text/javascript; charset=utf-8";

/** Serves the reference page at `/docs` and the document it shows at `/docs/openapi.json`. */
export function registerReferencePage(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = JSON.stringify(openApiDocument(endpoints));
  const files = [
    { url: "/docs", type: "text/html; charset=utf-8", content: asset("reference-page.html") },
    { url: "/docs/page.css", type: "text/css; charset=utf-8", content: asset("page.css") },
    { url: "/docs/page.js", type: SCRIPT, content: asset("page.js") },
    { url: "/docs/examples.js", type: SCRIPT, content: asset("examples.js") },
    { url: "/docs/openapi.json", type: "application/json; charset=utf-8", content: document },
  ];
  for (const { url, type, content } of files) {
    app.get(url, (_request, reply) => send(reply, type, content));
  }
  app.get("/docs/", (_request, reply) => reply.redirect("/docs", 308));
}

function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function send(reply: FastifyReply, type: string, content: string): FastifyReply {
  return reply
    .header("content-type", type)
    .header("content-security-policy", CONTENT_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-cache")
    .send(content);
}
