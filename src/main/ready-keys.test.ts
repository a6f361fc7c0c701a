import { expect, it } from "vitest";
import type { Config } from "./config.ts";
import { readyKeys } from "./ready-keys.ts";

const MEMBERS = { uid: "1", apiKey: "bg_1", secret: "s", passphrase: "p" };
const USERS = [
  { ...MEMBERS, name: "classic", kind: "classic", realm: "live" },
  { ...MEMBERS, name: "unified-demo", kind: "unified", realm: "demo" },
] as const;

type Reach = Pick<Config, "host" | "allowedHosts" | "trustedProxies">;
const LOOPBACK: Reach = { host: "127.0.0.1", allowedHosts: [], trustedProxies: [] };

it("are those of the demo realm where only this machine reaches the server", () => {
  for (const host of ["127.0.0.1", "::1", "localhost"]) {
    expect(readyKeys({ ...LOOPBACK, host }, USERS)).toEqual([
      {
        ...{ name: "unified-demo", kind: "unified", isDemo: true },
        ...{ apiKey: "bg_1", secret: "s", passphrase: "p" },
      },
    ]);
  }
});

it.for<[string, Partial<Reach>]>([
  ["the server listens on all addresses", { host: "0.0.0.0" }],
  ["the server listens on an address of a network", { host: "192.168.1.5" }],
  ["it has another host name", { allowedHosts: ["exchange.example"] }],
  ["a proxy forwards to it", { trustedProxies: [{} as Config["trustedProxies"][number]] }],
])("are none where %s", ([, reach]) => {
  expect(readyKeys({ ...LOOPBACK, ...reach }, USERS)).toEqual([]);
});
