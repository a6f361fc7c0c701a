/** Decides whether a page of the exchange itself sent a request (cross-site request forgery). */
import type { IncomingHttpHeaders } from "node:http";
import { wireError } from "../http/wire-error.ts";

/** Header that only a page of the same origin can add without asking the server first. */
const PAGE_HEADER = "x-bourse-terminal";
const PAGE_VALUE = "1";

type Headers = Pick<IncomingHttpHeaders, "host" | "origin">;

/**
 * Whether the header `Origin` is present and names the host that the request is sent to; over https
 * also the scheme, because others than the host can answer a browser that uses http.
 */
export function isOwnOrigin({ host, origin }: Headers, isSecure: boolean): boolean {
  if (host === undefined || origin === undefined || !URL.canParse(origin)) return false;
  const { host: named, protocol } = new URL(origin);
  if (protocol !== "https:" && (isSecure || protocol !== "http:")) return false;
  // The origin leaves out the usual port of its scheme, and so is `Host` read.
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === named;
}

/**
 * A page of another scheme cannot send the header either, so the host of `Origin` is enough here.
 * Throws 49002 without the header of the pages of the exchange, and 49003 if `Origin` or
 * `Sec-Fetch-Site` say that a page of another origin sent the request.
 */
export function requireOwnPage(headers: IncomingHttpHeaders): void {
  if (headers[PAGE_HEADER] !== PAGE_VALUE) throw wireError("49002");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") throw wireError("49003");
  if (headers.origin !== undefined && !isOwnOrigin(headers, false)) throw wireError("49003");
}
