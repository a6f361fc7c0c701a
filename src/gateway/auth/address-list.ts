import { BlockList, isIP, SocketAddress } from "node:net";

const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
const MAPPED = "::ffff:";
/** Bits in front of the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;

/** Entry of the address list of a key; a single address is a range whose prefix has all bits. */
interface AddressRange {
  readonly family: "ipv4" | "ipv6";
  readonly address: string;
  readonly prefixBits: number;
}

/** Addresses that a key may be used from. A malformed entry admits no address. */
export class AddressList {
  /**
   * IPv4 is kept separate because a range of IPv6 can contain the block that IPv4 is mapped into.
   */
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const range = readRange(entry);
      if (range === undefined) continue;
      const { address, family, prefixBits } = range;
      this.#lists[family].addSubnet(address, prefixBits, family);
    }
  }

  /** Whether an entry contains the address; an IPv4-mapped address counts as IPv4. */
  admits(clientIp: string): boolean {
    const client = readAddress(clientIp);
    return client !== undefined && this.#lists[client.family].check(client.address, client.family);
  }
}

/**
 * Whether a text is an address or a CIDR range. A prefix is a decimal number without a leading
 * zero; the prefix 0 means every address and is accepted only after `0.0.0.0` and `::`.
 */
export function isAddressEntry(entry: string): boolean {
  return readRange(entry) !== undefined;
}

/** Whether all addresses of an entry lie in one of the ranges; false when it is malformed. */
export function isEntryWithin(entry: string, ranges: readonly string[]): boolean {
  const inner = readRange(entry);
  if (inner === undefined) return false;
  return ranges.some((range) => {
    const outer = readRange(range);
    if (outer?.family !== inner.family || outer.prefixBits > inner.prefixBits) return false;
    return new AddressList([range]).admits(inner.address);
  });
}

function readRange(entry: string): AddressRange | undefined {
  const [text = "", prefix, surplus] = entry.split("/");
  const read = readAddress(text);
  if (read === undefined || surplus !== undefined) return undefined;
  const bitsMax = read.family === "ipv4" ? 32 : 128;
  if (prefix === undefined) return { ...read, prefixBits: bitsMax };
  if (!PREFIX.test(prefix)) return undefined;
  const prefixBits = Number(prefix) - (read.isMapped ? MAPPED_BITS : 0);
  if (prefixBits < 0 || prefixBits > bitsMax) return undefined;
  const isWhole = read.address === (read.family === "ipv4" ? "0.0.0.0" : "::");
  return prefixBits === 0 && !isWhole ? undefined : { ...read, prefixBits };
}

/** The address in its canonical form; `undefined` for any other text. */
function readAddress(text: string) {
  const version = isIP(text);
  // A zone names an interface of this machine; it is not compared.
  if (version === 0 || text.includes("%")) return undefined;
  if (version === 4) return { family: "ipv4", address: text, isMapped: false } as const;
  const { address } = new SocketAddress({ address: text, family: "ipv6" });
  const mapped = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : "";
  if (isIP(mapped) === 4) return { family: "ipv4", address: mapped, isMapped: true } as const;
  return { family: "ipv6", address, isMapped: false } as const;
}
