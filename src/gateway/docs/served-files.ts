/** Files of the reference, which do not change while the process runs. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Content policy: the pages load nothing from other origins. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const SCRIPT_TYPE = "text/javascript; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json; charset=utf-8";

export interface ServedFile {
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
 * Serves files at their URLs. Each is encoded once, when it is first read; a client that has the
 * current version gets 304.
 */
export function serveFiles(
  app: FastifyInstance,
  files: Readonly<Record<string, ServedFile>>,
): void {
  for (const [url, file] of Object.entries(files)) {
    let kept: EncodedFile | undefined;
    app.get(url, (request, reply) => {
      kept ??= encoded(file);
      return send(request, reply, kept);
    });
  }
}

/** Returns scripts of this folder by their URLs below `/docs`. */
export function scripts(...names: readonly string[]): Record<string, ServedFile> {
  return Object.fromEntries(
    names.map((name) => [
      `/docs/${name}.js`,
      { type: SCRIPT_TYPE, content: () => asset(`${name}.js`) },
    ]),
  );
}

/** Returns the text of a file of this folder. */
export function asset(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function encoded({ content, type }: ServedFile): EncodedFile {
  const text = content();
  return { type, bytes: Buffer.from(text), tag: `"${hash("sha256", text)}"` };
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
