/** An address to listen on: a host with a port, or a socket in the file system. */
import { isIP } from "node:net";
import { isLoopback } from "../../gateway/address/allowed-hosts.ts";
import { SettingInvalid } from "./setting.ts";
import { hostName, rebasedPath } from "./setting-parsers.ts";

export type ListenAddress =
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | { readonly kind: "unix"; readonly path: string };

const UNIX_PREFIX = "unix:";
/** Longest path of a socket that the system takes, in bytes. */
const SOCKET_PATH_BYTES_MAX = 107;
const PORT_MAX = 65_535;

/** Parses `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`. Throws `SettingInvalid`. */
export function listenAddress(text: string): ListenAddress {
  if (text.startsWith(UNIX_PREFIX)) {
    const path = text.slice(UNIX_PREFIX.length);
    const sizeBytes = Buffer.byteLength(path);
    if (path !== "" && sizeBytes <= SOCKET_PATH_BYTES_MAX) return { kind: "unix", path };
    throw new SettingInvalid(`a path of 1 to ${SOCKET_PATH_BYTES_MAX} bytes is expected`);
  }
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? "";
  const isHost = bracketed === undefined ? host !== "" : isIP(bracketed) === 6;
  if (isHost && Number(digits) <= PORT_MAX) {
    return { kind: "tcp", host: hostName(host), port: Number(digits) };
  }
  throw new SettingInvalid("HOST:PORT or unix:PATH is expected, such as 127.0.0.1:9090");
}

/** Resolves the path of a socket relative to `directory`. */
export function rebasedListenAddress(text: string, directory: string): string {
  if (!text.startsWith(UNIX_PREFIX)) return text;
  return UNIX_PREFIX + rebasedPath(text.slice(UNIX_PREFIX.length), directory);
}

/** Whether users of other machines can reach the address. */
export function isExposed(address: ListenAddress): boolean {
  return address.kind === "tcp" && !isLoopback(address.host);
}

/** Addresses that include all others of the machine. */
const ALL_ADDRESSES: readonly string[] = ["0.0.0.0", "::"];

/** Whether both addresses cannot be in use at the same time; port 0 is any free port. */
export function isSameAddress(
  one: ListenAddress,
  other: { readonly host: string; readonly port: number },
): boolean {
  if (one.kind === "unix" || one.port === 0 || one.port !== other.port) return false;
  const hosts = [one.host, other.host];
  return one.host === other.host || hosts.some((host) => ALL_ADDRESSES.includes(host));
}
