/** What a key may still do whose owner, operator or main account has just taken rights away. */
import { describe, expect, it } from "vitest";
import type { CommandDraft } from "../../src/core/commands/commands.ts";
import { type Key, openExchange } from "../conformance/support/conformance-exchange.ts";
import { signedHeaders } from "../support/signed-headers.ts";
import { type SocketFixture, socketFixture } from "../support/socket-fixture.ts";

const exchange = await openExchange();
/** Passphrases that are hashed at one time; the requests wait for their hashes. */
const AT_ONCE = 4;

async function post(key: Key, path: string, terms: object): Promise<string> {
  const body = JSON.stringify(terms);
  const headers = signedHeaders(key, { method: "POST", path, body });
  const response = await fetch(exchange.baseUrl + path, { method: "POST", headers, body });
  return ((await response.json()) as { code: string }).code;
}

/** A unified main account and its sub-account. */
async function mainWithSubAccount() {
  const money = { wallet: "unified", coin: "USDT", amount: "1000" } as const;
  const main = await exchange.newUser({ kind: "unified" }, money);
  const sub = await exchange.newUser({ kind: "unified", parentUid: main.uid }, money);
  // The first use of a key compares its passphrase with a slow hash.
  expect(await post(main, "/api/v3/account/switch-deduct", { deduct: "off" })).toBe("00000");
  return { main, sub };
}

type Listed = readonly { readonly apiKey: string }[];

function keysOf({ uid }: Key): Promise<Listed> {
  return exchange.admin<Listed>("GET", `/users/${uid}/keys`);
}

describe("a request that waits while its key loses its rights", () => {
  it.each([
    [
      "is deleted",
      "40037",
      ({ apiKey, uid }: Key) => exchange.admin("DELETE", `/users/${uid}/keys/${apiKey}`),
    ],
    [
      "belongs to a user who is frozen",
      "40013",
      ({ uid }: Key) => exchange.admin("PUT", `/users/${uid}/freeze`, { isFrozen: true }),
    ],
  ])("creates no key when it %s", async (_name, code, demote) => {
    const { main, sub } = await mainWithSubAccount();
    const before = await keysOf(sub);
    const waiting = Array.from({ length: AT_ONCE }, (_, at) =>
      post(main, "/api/v3/user/create-sub-api", {
        ...{ subUid: sub.uid, passphrase: "Passphrase1", note: `key ${at}`, type: "read_write" },
        ...{ permissions: ["uta_trade"], ips: ["127.0.0.1"] },
      }),
    );
    await demote(main);
    const atDemotion = await keysOf(sub);
    const codes = await Promise.all(waiting);
    expect(await keysOf(sub)).toEqual(atDemotion);
    expect(codes.filter((one) => one !== "00000" && one !== code)).toEqual([]);
    expect(codes.filter((one) => one === "00000")).toHaveLength(atDemotion.length - before.length);
    expect(codes).toContain(code);
  });
});

/** Commands that take rights away from the user or its key. */
const DEMOTIONS: readonly (readonly [
  string,
  (terms: { user: number; apiKey: string }) => CommandDraft,
])[] = [
  ["is deleted", (key) => ({ kind: "delete_key", ...key })],
  ["loses a permission", (key) => modified(key, { permissions: "read" })],
  ["is bound to other addresses", (key) => modified(key, { ipList: "203.0.113.1" })],
  ["belongs to a frozen user", ({ user }) => access(user, "frozen", "")],
  ["belongs to a user who lost a permission", ({ user }) => access(user, "normal", "read")],
];

function modified(
  key: { readonly user: number; readonly apiKey: string },
  change: { readonly permissions?: string; readonly ipList?: string },
): CommandDraft {
  const same = { passphraseHash: "", permissions: "", ipList: "", note: "" };
  return { kind: "modify_key", ...key, ...same, ...change };
}

function access(user: number, status: "normal" | "frozen", permissions: string): CommandDraft {
  return { kind: "set_user_access", user, status, permissions };
}

async function withKey(own: SocketFixture): Promise<{ user: number; apiKey: string }> {
  const { apiKey, passphraseHash, sealedSecret } = own.key("unified").record;
  const user = own.userIndex("unified");
  const terms = { keyKind: "hmac", permissions: "", ipList: "", note: "" } as const;
  await own.apply({ kind: "create_key", user, apiKey, sealedSecret, passphraseHash, ...terms });
  return { user, apiKey };
}

describe("a WebSocket session whose key", () => {
  it.each(DEMOTIONS)(
    "%s receives nothing from that command on and places nothing after it",
    async (_name, demote) => {
      await using own = await socketFixture();
      const key = await withKey(own);
      const socket = await own.login("unified");
      socket.send({ op: "subscribe", args: [{ instType: "UTA", topic: "order" }] });
      await socket.message("the subscription", ({ event }) => event === "subscribe");
      const before = socket.texts.length;
      const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", qty: "0.01" };
      const place = (clientOid: string) => ({
        ...{ op: "trade", id: clientOid, category: "spot", topic: "place-order" },
        args: [{ ...order, price: "49000", clientOid }],
      });
      const applied = own.apply(demote(key));
      socket.send(place("behind-it"));
      await applied;
      socket.send(place("after-it"));
      expect((await socket.closing()).code).toBe(1008);
      expect(socket.texts.slice(before)).toEqual([]);
      // The server may have read the first one before the command was durable; nothing shows it.
      expect(own.live.orders.byClientOrderId(key.user, "after-it")).toBeUndefined();
      expect(own.faults).toEqual([]);
    },
  );
});

describe("orders of a WebSocket session that wait for earlier ones", () => {
  it("are not placed once the key is deleted", async () => {
    await using own = await socketFixture({ limits: { ordersUnansweredMax: 1 } });
    const key = await withKey(own);
    const socket = await own.login("unified");
    const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", qty: "0.01" };
    const names = Array.from({ length: 20 }, (_, at) => `held-${at}`);
    // The command is in the queue before the server submits the second order.
    const deletion = new Promise((resolve) => {
      own.live.orders.onOrderChanged(({ clientOrderId }) => {
        if (clientOrderId === names[0]) resolve(own.apply({ kind: "delete_key", ...key }));
      });
    });
    for (const clientOid of names) {
      const args = [{ ...order, price: "49000", clientOid }];
      const asked = { op: "trade", id: clientOid, category: "spot", topic: "place-order", args };
      socket.send(asked);
    }
    await deletion;
    const placed = () =>
      names.filter((name) => own.live.orders.byClientOrderId(key.user, name) !== undefined);
    const atDeletion = placed();
    expect(atDeletion.length).toBeLessThan(names.length);
    expect((await own.cutOff(socket)).code).toBe(1008);
    await own.login("classic");
    expect(placed()).toEqual(atDeletion);
  });
});
