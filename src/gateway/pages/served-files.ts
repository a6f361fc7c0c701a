/** Files of pages, which do not change while the process runs. */
import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Content policy: pages load nothing from other origins and stand in no frame. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const SCRIPT_TYPE = "text/javascript; charset=utf-8";
export const HTML_TYPE = "text/html; charset=utf-8";
export const JSON_TYPE = "application/json; charset=utf-8";
export const STYLE_TYPE = "text/css; charset=utf-8";

/** Files below this size are sent as they are, in bytes: compressing them saves nothing. */
const COMPRESSED_BYTES_MIN = 1024;

export interface ServedFile {
  readonly type: string;
  readonly content: () => string;
  /** Whether another content has another URL, so that clients need not ask again. */
  readonly isImmutable?: boolean;
}

interface EncodedFile {
  readonly type: string;
  readonly caching: string;
  readonly bytes: Buffer;
  /** The same compressed with gzip; undefined for small files. */
  readonly zipped: Buffer | undefined;
  /** Its ETag. */
  readonly tag: string;
}

/**
 * Serves files at their URLs. Each is encoded once, when it is first read; a client that has the
 * current version gets 304, one that accepts gzip the compressed bytes.
 */
export function serveFiles(
  app: FastifyInstance,
  files: Readonly<Record<string, ServedFile>>,
): void {
  for (const [url, file] of Object.entries(files)) {
    const answer = fileAnswer(file);
    app.get(url, answer);
  }
}

/** Returns a route handler that sends a file, for URLs with parameters. */
export function fileAnswer(
  file: ServedFile,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  let kept: EncodedFile | undefined;
  return (request, reply) => {
    kept ??= encoded(file);
    return send(request, reply, kept);
  };
}

function encoded({ content, isImmutable = false, type }: ServedFile): EncodedFile {
  const text = content();
  const bytes = Buffer.from(text);
  const zipped = bytes.length < COMPRESSED_BYTES_MIN ? undefined : gzipSync(bytes, { level: 9 });
  const caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache";
  return { type, caching, bytes, zipped, tag: `"${hash("sha256", text)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, file: EncodedFile): FastifyReply {
  reply
    .header("content-type", file.type)
    .header("content-security-policy", CONTENT_POLICY)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", file.caching)
    .header("vary", "accept-encoding")
    .header("etag", file.tag);
  const known = request.headers["if-none-match"] ?? "";
  if (known.includes(file.tag)) return reply.code(304).send();
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (file.zipped === undefined || !/\bgzip\b/.test(accepted)) return reply.send(file.bytes);
  return reply.header("content-encoding", "gzip").send(file.zipped);
}
