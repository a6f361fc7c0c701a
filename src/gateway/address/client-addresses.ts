import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import { addNetwork, canonicalAddress, type Network, peerAddress } from "./network.ts";

/** Entries of `X-Forwarded-For` that are read, counted from the right. */
export const FORWARDED_HOPS_MAX = 16;

/**
 * Determines the client address of a request, for the address lists of keys, the limits per address
 * and the log. It is the address of the peer of the connection, unless the peer is a trusted proxy:
 * then `X-Forwarded-For` is read from the right, and the first address that is not a trusted proxy
 * counts. The client wrote the entries to the left of it; they are ignored. An entry that is not an
 * address ends the chain: then the proxy that sent it counts.
 */
export class ClientAddresses {
  readonly #trusted: BlockList | undefined;

  constructor(trustedProxies: readonly Network[] = []) {
    if (trustedProxies.length === 0) return;
    this.#trusted = new BlockList();
    for (const network of trustedProxies) addNetwork(this.#trusted, network);
  }

  /** Empty when the connection is closed. */
  of(request: Pick<IncomingMessage, "headers" | "socket">): string {
    const peer = peerAddress(request.socket.remoteAddress);
    if (this.#trusted === undefined || !this.isTrusted(peer)) return peer;
    const forwarded = request.headers["x-forwarded-for"];
    return forwarded === undefined ? peer : this.#clientOf(peer, String(forwarded));
  }

  /** Whether the address is that of a trusted proxy. */
  isTrusted(address: string): boolean {
    if (this.#trusted === undefined || address === "") return false;
    return this.#trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  }

  #clientOf(peer: string, forwarded: string): string {
    let client = peer;
    let end = forwarded.length;
    for (let hop = 0; hop < FORWARDED_HOPS_MAX && end >= 0; hop += 1) {
      const comma = end === 0 ? -1 : forwarded.lastIndexOf(",", end - 1);
      const address = forwardedAddress(forwarded.slice(comma + 1, end));
      if (address === undefined) return client;
      client = address;
      if (!this.isTrusted(address)) return client;
      end = comma;
    }
    return client;
  }
}

/** Returns the address of an entry with or without a port; undefined if it has none. */
function forwardedAddress(entry: string): string | undefined {
  const text = entry.trim();
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text)?.[1];
  return canonicalAddress(bracketed ?? withPort ?? text);
}
