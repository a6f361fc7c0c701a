/** Decides whether a page of the exchange sent a request to the administrative interface. */
import type { IncomingMessage } from "node:http";
import type { ClientAddresses } from "../../gateway/address/client-addresses.ts";
import { isOwnOrigin, requireOwnPage } from "../../gateway/auth/own-page.ts";
import { isHttps } from "../../gateway/http/browser-request.ts";
import { WireError } from "../../gateway/http/wire-error.ts";
import type { PageCheck } from "../../ops/admin-caller.ts";

/**
 * Checks the headers that the sessions of the terminal need (decision 0101). Beyond that, whatever
 * may change something needs the header `Origin`, which browsers add to it, and over https the
 * scheme of the page.
 */
export function pageCheck(addresses: ClientAddresses): PageCheck {
  const isSecure = (request: IncomingMessage): boolean => isHttps(request, addresses);
  return {
    isSecure,
    isFromOwnPage(request) {
      const { headers, method } = request;
      if (!isForPages(headers)) return false;
      const needsOrigin = method !== "GET" || headers.origin !== undefined;
      return !needsOrigin || isOwnOrigin(headers, isSecure(request));
    },
  };
}

function isForPages(headers: IncomingMessage["headers"]): boolean {
  try {
    requireOwnPage(headers);
    return true;
  } catch (thrown) {
    if (thrown instanceof WireError) return false;
    throw thrown;
  }
}
