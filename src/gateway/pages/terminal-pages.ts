/** The built pages of the terminal, which `npm run build:web` writes to `web/dist`. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  fileAnswer,
  HTML_TYPE,
  SCRIPT_TYPE,
  type ServedFile,
  STYLE_TYPE,
  serveFiles,
} from "./served-files.ts";

/** Addresses of pages of clients; the script of the page shows what belongs to the address. */
export const CLIENT_PAGES = ["/", "/trade/*", "/account", "/account/*"] as const;

/** Addresses of pages of the operator, which use the admin API. */
export const DESK_PAGES = ["/desk", "/desk/*"] as const;

/** Paths of programs, at which nothing unknown is a page, and of the operator's pages. */
const OTHER_PATHS = /^\/(admin|api|assets|desk|docs|health|metrics|terminal|v2|v3)(\/|\?|$)/;

const TYPES: Readonly<Record<string, string>> = {
  ".css": STYLE_TYPE,
  ".js": SCRIPT_TYPE,
  ".svg": "image/svg+xml; charset=utf-8",
};

/** Serves the terminal from a folder of built pages at the addresses of its pages. */
export function registerTerminalPages(
  app: FastifyInstance,
  folder: string,
  paths: readonly string[],
): void {
  const page = pageAnswer(folder);
  for (const path of paths) app.get(path, page);
  serveFiles(app, builtAssets(join(folder, "assets")));
}

/**
 * Returns a handler that answers unknown paths of browsers with 404 and the page, whose script says
 * that there is nothing. Programs ask for no HTML.
 */
export function notFoundPage(
  folder: string,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const page = pageAnswer(folder);
  return (request, reply) => {
    const isOfBrowser = request.headers.accept?.includes("text/html") === true;
    if (request.method !== "GET" || !isOfBrowser || OTHER_PATHS.test(request.url)) return false;
    page(request, reply.code(404));
    return true;
  };
}

function pageAnswer(folder: string): ReturnType<typeof fileAnswer> {
  return fileAnswer({
    type: HTML_TYPE,
    content: () => readFileSync(join(folder, "index.html"), "utf8"),
  });
}

function builtAssets(folder: string): Record<string, ServedFile> {
  return Object.fromEntries(
    readdirSync(folder).flatMap((name) => {
      const type = TYPES[extname(name)];
      const content = (): string => readFileSync(join(folder, name), "utf8");
      if (type === undefined) return [];
      // The bundler puts a digest of the content into the name.
      return [[`/assets/${name}`, { type, content, isImmutable: true }]];
    }),
  );
}
