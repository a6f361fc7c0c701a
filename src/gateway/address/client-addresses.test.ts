import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { ClientAddresses, FORWARDED_HOPS_MAX } from "./client-addresses.ts";
import { canonicalAddress, limitedNetwork, type Network, parseNetwork } from "./network.ts";

function networks(...texts: readonly string[]): Network[] {
  return texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new RangeError(`a network, got ${text}`);
    return network;
  });
}

function addressOf(
  trusted: readonly string[],
  request: { readonly peer: string; readonly forwarded?: string },
): string {
  const headers = request.forwarded === undefined ? {} : { "x-forwarded-for": request.forwarded };
  const raw = { socket: { remoteAddress: request.peer }, headers } as unknown as IncomingMessage;
  return new ClientAddresses(networks(...trusted)).of(raw);
}

const PROXIES = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];

describe("the client address", () => {
  it.each([
    ["of a peer that is no proxy is the peer's", "198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["behind a proxy is the last entry", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["ignores what the client wrote itself", "10.1.2.3", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["lies beyond all proxies", "127.0.0.1", "203.0.113.9, 10.0.0.1,10.9.9.9", "203.0.113.9"],
    ["is the first one when all are proxies", "127.0.0.1", "10.0.0.1, 10.0.0.2", "10.0.0.1"],
    ["is the proxy's when the entry is no address", "10.1.2.3", "203.0.113.9, unknown", "10.1.2.3"],
    ["is the last good hop's when the chain breaks", "127.0.0.1", "x, 10.0.0.2", "10.0.0.2"],
    ["is the proxy's when the header is empty", "127.0.0.1", "", "127.0.0.1"],
    ["is the proxy's after an empty entry", "127.0.0.1", "203.0.113.9,", "127.0.0.1"],
    ["is the hop's after a leading comma", "127.0.0.1", ",10.0.0.2", "10.0.0.2"],
    ["may come with a port", "127.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
    ["may be IPv6 in brackets", "127.0.0.1", "[2001:db8::7]:443", "2001:db8::7"],
    ["may be bare IPv6", "fd00::1", "2001:DB8:0:0::7", "2001:db8::7"],
    ["is unwrapped from IPv6, dotted", "127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["is unwrapped from IPv6, in hex", "127.0.0.1", "::ffff:cb00:7109", "203.0.113.9"],
    ["is unwrapped as a peer", "::ffff:198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["is found behind a wrapped proxy", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    [
      "of a wrapped hop is a proxy's too",
      "127.0.0.1",
      "203.0.113.9, ::ffff:10.0.0.1",
      "203.0.113.9",
    ],
    ["is not a name", "127.0.0.1", "localhost", "127.0.0.1"],
    ["is not a network", "127.0.0.1", "203.0.113.0/24", "127.0.0.1"],
    ["is not an address with a zone", "127.0.0.1", "fe80::1%eth0", "127.0.0.1"],
  ])("%s", (_what, peer, forwarded, address) => {
    expect(addressOf(PROXIES, { peer, forwarded })).toBe(address);
  });

  it("is the peer's when no proxy is trusted, and when nothing was forwarded", () => {
    expect(addressOf([], { peer: "127.0.0.1", forwarded: "203.0.113.9" })).toBe("127.0.0.1");
    expect(addressOf(PROXIES, { peer: "127.0.0.1" })).toBe("127.0.0.1");
  });

  it("reads a bounded part of a long chain", () => {
    const forwarded = `203.0.113.9${", 10.0.0.1".repeat(FORWARDED_HOPS_MAX)}`;
    expect(addressOf(PROXIES, { peer: "127.0.0.1", forwarded })).toBe("10.0.0.1");
  });
});

describe("a network", () => {
  it.each([
    "",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/8/8",
    "/8",
    "10.0.0",
    "fd00::/129",
    "proxy.example",
    "10.0.0.0/ 8",
    "::ffff:10.0.0.0/104",
  ])("is not %j", (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });

  it("is a single address without a prefix", () => {
    expect(networks(" 10.0.0.1 ", "::1", "::ffff:10.0.0.1")).toEqual([
      { address: "10.0.0.1", family: "ipv4", prefixBits: 32 },
      { address: "::1", family: "ipv6", prefixBits: 128 },
      { address: "10.0.0.1", family: "ipv4", prefixBits: 32 },
    ]);
  });
});

describe("the key of limits per address", () => {
  it("is an IPv4 address, and the first half of an IPv6 address", () => {
    expect(limitedNetwork("203.0.113.9")).toBe("203.0.113.9");
    expect(limitedNetwork("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
    expect(limitedNetwork("2001:db8:1:2::9")).toBe("2001:db8:1:2::/64");
    expect(limitedNetwork("2001:db8::9")).toBe("2001:db8:0:0::/64");
    expect(limitedNetwork("::1")).toBe("0:0:0:0::/64");
    expect(limitedNetwork("2001:db8:1:2:3:4:5::")).toBe("2001:db8:1:2::/64");
    expect(canonicalAddress("2001:0DB8::0009")).toBe("2001:db8::9");
  });
});
