import { isLoopback, isLoopbackHost } from "../address/allowed-hosts.ts";
import type { BrowserRequest } from "../http/browser-request.ts";

/** Headers that a proxy adds to a request that it passes on. */
const FORWARDING = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
] as const;

/**
 * Whether a browser on this machine sent the request directly: over loopback, to a name of
 * loopback, and through no proxy that says so. A page that makes its own name resolve to loopback
 * (DNS rebinding) is recognised by that name.
 */
export function isFromThisMachine({ headers, peer }: BrowserRequest): boolean {
  if (!isLoopback(peer) || !isLoopbackHost(headers.host)) return false;
  return FORWARDING.every((name) => headers[name] === undefined);
}
