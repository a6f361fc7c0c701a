import { type BlockList, isIP } from "node:net";

/** An address, or all addresses that share its first `prefixBits` bits. */
export interface Network {
  readonly address: string;
  readonly family: "ipv4" | "ipv6";
  /** 32 or 128 for a single address. */
  readonly prefixBits: number;
}

const MAPPED_DOTTED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const MAPPED_HEX = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * Returns the canonical form of an IP address: IPv4 wrapped in IPv6 becomes plain IPv4, IPv6 is
 * shortened. Returns undefined for other text, also for an address with a zone.
 */
export function canonicalAddress(text: string): string | undefined {
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 0 || text.includes("%")) return undefined;
  const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED_HEX.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.map((pair) => `${pair >> 8}.${pair & 255}`).join(".");
}

/** Address of the peer of a socket; empty for a disconnected socket. */
export function peerAddress(address: string | undefined): string {
  if (address === undefined) return "";
  return MAPPED_DOTTED.exec(address)?.[1] ?? address;
}

/** Parses `address` or `address/bits`; returns undefined for other text. */
export function parseNetwork(text: string): Network | undefined {
  const [, plain = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = canonicalAddress(plain);
  if (address === undefined) return undefined;
  const family = isIP(address) === 4 ? "ipv4" : "ipv6";
  const bitsMax = family === "ipv4" ? 32 : 128;
  const prefixBits = bits === undefined ? bitsMax : Number(bits);
  // The prefix of a wrapped IPv4 range would count the bits of the wrapping.
  if (prefixBits > bitsMax || (bits !== undefined && address !== plain && family === "ipv4")) {
    return undefined;
  }
  return { address, family, prefixBits };
}

export function addNetwork(list: BlockList, { address, family, prefixBits }: Network): void {
  list.addSubnet(address, prefixBits, family);
}

/**
 * Returns the key by which limits per address count: the whole IPv4 address, or the first 64 bits
 * of an IPv6 address, because one client commonly has all addresses in that block.
 */
export function limitedNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const ending = tail === undefined || tail === "" ? [] : tail.split(":");
  while (groups.length + ending.length < 8) groups.push("0");
  return `${[...groups, ...ending].slice(0, 4).join(":")}::/64`;
}
