import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { connectionLimits, DESCRIPTORS_RESERVED } from "./descriptors.ts";

describe("the configuration", () => {
  it("reads trusted proxies from the flag, then the environment, and defaults to none", () => {
    const proxy = (address: string, family: string, prefixBits: number) => ({
      address,
      family,
      prefixBits,
    });
    const flags = ["--trusted-proxies", "127.0.0.1, 10.0.0.0/8,fd00::/8"];
    expect(readConfig([], {}).trustedProxies).toEqual([]);
    const environment = { BOURSE_TRUSTED_PROXIES: "10.0.0.1" };
    expect(readConfig([], environment).trustedProxies).toEqual([proxy("10.0.0.1", "ipv4", 32)]);
    expect(readConfig(flags, environment).trustedProxies).toEqual([
      proxy("127.0.0.1", "ipv4", 32),
      proxy("10.0.0.0", "ipv4", 8),
      proxy("fd00::", "ipv6", 8),
    ]);
  });

  it("reads allowed hosts from the flag, then the environment", () => {
    expect(readConfig([], {}).allowedHosts).toEqual([]);
    const environment = { ALLOWED_HOSTS: "venue.example" };
    expect(readConfig([], environment).allowedHosts).toEqual(["venue.example"]);
    const flags = ["--allowed-hosts", "venue.example, 10.0.0.1,::1"];
    expect(readConfig(flags, environment).allowedHosts).toEqual([
      "venue.example",
      "10.0.0.1",
      "::1",
    ]);
  });

  it("holds new orders on clock jumps and allows a week of downtime by default", () => {
    const rules = ({ clockJumps, unattendedMs }: ReturnType<typeof readConfig>) => ({
      clockJumps,
      unattendedMs,
    });
    const hourMs = 3_600_000;
    const standard = { clockJumps: "hold", unattendedMs: 168 * hourMs };
    expect(rules(readConfig([], {}))).toEqual(standard);
    const environment = { CLOCK_JUMPS: "stop", UNATTENDED_SPAN: "2" };
    expect(rules(readConfig([], environment))).toEqual({
      clockJumps: "stop",
      unattendedMs: 2 * hourMs,
    });
    const flags = ["--clock-jumps", "hold", "--unattended-span", "168"];
    expect(rules(readConfig(flags, environment))).toEqual(standard);
  });
});

describe("the number of sockets", () => {
  it("leaves descriptors for the rest of the process", () => {
    expect(connectionLimits(1_024).socketsMax).toBe(1_024 - DESCRIPTORS_RESERVED);
    expect(connectionLimits(1_000_000).socketsMax).toBe(20_000);
    expect(connectionLimits(200).socketsMax).toBe(100);
    expect(() => connectionLimits(100)).toThrow("raise it with ulimit -n");
    expect(connectionLimits().socketsMax).toBeGreaterThan(0);
  });

  it("computes the past of a generated market, unless it is told otherwise", () => {
    const past = (...flags: string[]) => readConfig(flags, {}).past;
    expect(past()).toEqual({ kind: "computed" });
    expect(past("--past", "0")).toEqual({ kind: "none" });
    for (const flags of [["--no-agents"], ["--market", "off"], ["--replay", "x"]]) {
      expect(past(...flags)).toEqual({ kind: "none" });
    }
    expect(past("--price-source", "north")).toEqual({ kind: "none" });
    const files = [
      { code: undefined, path: "btc.csv" },
      { code: "ETH", path: "/data/a=b.csv" },
    ];
    const recorded = { kind: "recorded", files };
    expect(past("--past", "btc.csv", "ETH=/data/a=b.csv")).toEqual(recorded);
    expect(past("--no-agents", "--past", "btc.csv", "--past", "ETH=/data/a=b.csv")).toEqual(
      recorded,
    );
  });

  it("generates nothing with the market off", () => {
    expect(readConfig([], {})).toMatchObject({ agents: true, market: "normal" });
    expect(readConfig(["--market", "off"], {})).toMatchObject({ agents: false, market: "off" });
    expect(readConfig([], { MARKET: "wild" }).market).toBe("wild");
  });
});
