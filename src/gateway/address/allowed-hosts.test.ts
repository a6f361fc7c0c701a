import { describe, expect, it } from "vitest";
import { AllowedHosts, isLoopback } from "./allowed-hosts.ts";

const OWN = ["127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:1", "localhost.", "[::1]:8080"];
const FOREIGN = ["evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.nip.io"];
const MALFORMED = ["", ":80", "[::1", "::1", "localhost:port", "a b", "[localhost]", "127.1"];

describe("the host of a request", () => {
  it.each(["127.0.0.1", "localhost", "::1", "127.0.0.2"])(
    "%s is an own name of the server",
    (host) => {
      const hosts = new AllowedHosts({ host, allowed: [] });
      const admitted = (header: string): boolean => hosts.admits(header);
      expect(OWN.filter(admitted)).toEqual(OWN);
      expect([...FOREIGN, ...MALFORMED, "10.0.0.1", "[2001:db8::1]"].filter(admitted)).toEqual([]);
    },
  );

  it("is admitted again, and no other with it", () => {
    const hosts = new AllowedHosts({ host: "127.0.0.1", allowed: [] });
    for (let call = 0; call < 200; call += 1) {
      expect(hosts.admits(`127.0.0.1:${call}`)).toBe(true);
      expect(hosts.admits("evil.example")).toBe(false);
    }
  });

  it("may be configured", () => {
    const hosts = new AllowedHosts({ host: "127.0.0.1", allowed: ["Venue.example"] });
    expect(hosts.admits("venue.EXAMPLE:443")).toBe(true);
    expect(hosts.admits("other.example")).toBe(false);
  });

  it("may be anything beyond loopback, unless names are configured", () => {
    const open = new AllowedHosts({ host: "0.0.0.0", allowed: [] });
    expect(FOREIGN.filter((header) => open.admits(header))).toEqual(FOREIGN);
    const named = new AllowedHosts({ host: "0.0.0.0", allowed: ["venue.example"] });
    expect(["venue.example", "10.0.0.1:80", ...OWN].every((one) => named.admits(one))).toBe(true);
    expect(FOREIGN.filter((header) => named.admits(header))).toEqual([]);
  });

  it("is absent in requests of HTTP/1.0", () => {
    expect(new AllowedHosts({ host: "::1", allowed: [] }).admits(undefined)).toBe(true);
  });
});

it("only addresses and the name of this machine are loopback", () => {
  const hosts = ["127.0.0.1", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "localhost", "LocalHost"];
  expect(hosts.filter(isLoopback)).toEqual(hosts);
  expect(["0.0.0.0", "::", "10.0.0.1", "localhost.example", ""].filter(isLoopback)).toEqual([]);
});
