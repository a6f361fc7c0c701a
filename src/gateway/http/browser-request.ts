import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { ClientAddresses } from "../address/client-addresses.ts";
import { peerAddress } from "../address/network.ts";

/** Parts of a request that concern the browser and the way by which the request came. */
export interface BrowserRequest {
  readonly headers: IncomingHttpHeaders;
  /** Address of the peer of the connection: of the proxy, if one passed the request on. */
  readonly peer: string;
  /** Whether the browser uses https, as a trusted proxy says. */
  readonly isSecure: boolean;
}

export function browserRequestOf(
  request: Pick<IncomingMessage, "headers" | "socket">,
  addresses: ClientAddresses,
): BrowserRequest {
  const { headers, socket } = request;
  const peer = peerAddress(socket.remoteAddress);
  return { headers, peer, isSecure: isHttps(request, addresses) };
}

/** Whether the browser of a request uses https, as a trusted proxy says. */
export function isHttps(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  addresses: ClientAddresses,
): boolean {
  const scheme = String(headers["x-forwarded-proto"] ?? "").split(",");
  const isStated = scheme.at(-1)?.trim().toLowerCase() === "https";
  return isStated && addresses.isTrusted(peerAddress(socket.remoteAddress));
}
