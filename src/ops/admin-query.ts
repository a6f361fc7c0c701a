/** Query parameters of administrative requests. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { Id } from "./admin-fields.ts";
import { TEXT_FORMATS } from "./text-formats.ts";

/** Rows of a page of an administrative list. */
export const ADMIN_PAGE_ROWS = 100;

/** Page of a list: `cursor` is that of the previous page, `limit` at most `ADMIN_PAGE_ROWS`. */
export const PAGE_QUERY = {
  cursor: Type.Optional(Id),
  limit: Type.Optional(Type.String({ pattern: TEXT_FORMATS.pageRows.pattern })),
};

/** Returns the query parameters of a URL; an array for a name that occurs more than once. */
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf("?");
  const parameters = new URLSearchParams(start === -1 ? "" : url.slice(start));
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/** Parses the query before validation: the server leaves queries to the routes. */
export function readQuery(request: FastifyRequest, _reply: FastifyReply, next: () => void): void {
  request.query = queryOf(request.raw.url ?? "");
  next();
}

/** Returns the page that a query asks for: from its beginning, with `ADMIN_PAGE_ROWS` rows. */
export function pageOf({
  cursor = "",
  limit,
}: {
  readonly cursor?: string;
  readonly limit?: string;
}): { readonly cursor: string; readonly limit: number } {
  return { cursor, limit: limit === undefined ? ADMIN_PAGE_ROWS : Number(limit) };
}
