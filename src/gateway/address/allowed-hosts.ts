import { isIP } from "node:net";
import { canonicalAddress } from "./network.ts";

/** `Host` headers remembered as admitted, so that each is parsed once. */
const REMEMBERED_MAX = 64;

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1)$/;

/** Whether an address or name to listen on can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === "localhost" || LOOPBACK.test(canonicalAddress(host) ?? "");
}

/** Whether a `Host` header names this machine by an address or name of loopback. */
export function isLoopbackHost(header: string | undefined): boolean {
  return header !== undefined && isLoopback(hostName(header) ?? "");
}

/**
 * Names under which the server may be addressed. A page in a browser can make any name resolve to
 * 127.0.0.1 and then read responses as its own (DNS rebinding); the name in `Host` exposes that.
 */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>;
  readonly #isLoopback: boolean;
  readonly #isChecked: boolean;
  readonly #remembered = new Set<string>();

  /**
   * `host` is the name or address that the server listens on. On loopback its own names and
   * addresses are admitted in addition to `allowed`; elsewhere all addresses are, and all names if
   * `allowed` is empty.
   */
  constructor(options: { readonly host: string; readonly allowed: readonly string[] }) {
    const { allowed, host } = options;
    this.#names = new Set(["localhost", ...allowed, host].map((name) => name.toLowerCase()));
    this.#isLoopback = isLoopback(host);
    this.#isChecked = this.#isLoopback || allowed.length > 0;
  }

  /** `header` is the value of `Host`; requests of HTTP/1.0 may lack it. */
  admits(header: string | undefined): boolean {
    if (!this.#isChecked || header === undefined || this.#remembered.has(header)) return true;
    if (!this.#isAdmitted(header)) return false;
    if (this.#remembered.size < REMEMBERED_MAX) this.#remembered.add(header);
    return true;
  }

  #isAdmitted(header: string): boolean {
    const name = hostName(header);
    if (name === undefined) return false;
    if (this.#names.has(name)) return true;
    const address = canonicalAddress(name);
    if (address === undefined) return false;
    return this.#isLoopback ? LOOPBACK.test(address) || this.#names.has(address) : true;
  }
}

/** Returns the name or address without port, brackets and final dot; undefined if there is none. */
function hostName(header: string): string | undefined {
  const text = header.trim().toLowerCase();
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : undefined;
  return plain?.replace(/\.$/, "");
}
