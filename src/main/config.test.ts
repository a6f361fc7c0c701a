import { afterEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "./config.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the configuration", () => {
  it("reads trusted proxies from the flag, else from the environment, else has none", () => {
    const proxy = (address: string, family: string, prefixBits: number) => ({
      address,
      family,
      prefixBits,
    });
    const flags = ["--trusted-proxies", "127.0.0.1, 10.0.0.0/8,fd00::/8"];
    expect(readConfig([], {}).trustedProxies).toEqual([]);
    vi.stubEnv("TRUSTED_PROXIES", "10.0.0.1");
    expect(readConfig([], {}).trustedProxies).toEqual([proxy("10.0.0.1", "ipv4", 32)]);
    expect(readConfig(flags, {}).trustedProxies).toEqual([
      proxy("127.0.0.1", "ipv4", 32),
      proxy("10.0.0.0", "ipv4", 8),
      proxy("fd00::", "ipv6", 8),
    ]);
  });
});
