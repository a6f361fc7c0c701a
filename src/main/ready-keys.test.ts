import { expect, it } from "vitest";
import { newUser } from "../core/accounts/user.ts";
import { createState } from "../core/state.ts";
import type { Config } from "./config.ts";
import { readyKeys, readyUsers } from "./ready-keys.ts";

const MEMBERS = { uid: "1", apiKey: "bg_1", secret: "s", passphrase: "p" };
const USERS = [
  { ...MEMBERS, name: "classic", kind: "classic", realm: "live" },
  { ...MEMBERS, name: "unified-demo", kind: "unified", realm: "demo" },
] as const;

/** A state with the ready-made users, behind the two of the exchange. */
function founded() {
  const state = createState();
  const names = ["classic", "unified", "classic-demo", "unified-demo"];
  for (const name of ["", "", ...names]) {
    const index = state.users.length;
    const rest = { parent: index, name, openOrdersMax: 0, createdAtMs: 0 };
    state.users[index] = newUser(index, "classic", "live", rest);
  }
  return state;
}

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
  expect(readyUsers({ ...LOOPBACK, ...reach }, founded())).toEqual([]);
});

it("lets browsers continue as the live users, each with its demo account", () => {
  const state = founded();
  const [classic = -1, unified = -1] = ["classic", "unified"].map((name) =>
    state.users.findIndex((user) => user.name === name),
  );
  expect(readyUsers(LOOPBACK, state)).toEqual([
    { name: "classic", accountKind: "classic", userIndex: classic, demoUserIndex: classic + 2 },
    { name: "unified", accountKind: "unified", userIndex: unified, demoUserIndex: unified + 2 },
  ]);
  expect(readyUsers(LOOPBACK, createState())).toEqual([]);
});
