import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { restV2 } from "./support/bitget-api-clients.ts";
import { openExchange } from "./support/conformance-exchange.ts";

type Row = Readonly<Record<string, unknown>>;

const exchange = await openExchange();
const { uid } = await exchange.admin<{ uid: string }>("POST", "/users", { kind: "classic" });

it.each([
  ["10.1.2.3/"],
  ["10.1.2.3/0"],
  ["10.1.2.3/33"],
  ["10.1.2.3/-1"],
  ["10.1.2.3/08"],
  ["::ffff:10.1.2.3/8"],
  ["2001:db8::/129"],
  [" 10.1.2.3"],
  ["10.1.2.3,0.0.0.0/0"],
])("a key with the malformed address entry %j is not made", async (entry) => {
  const made = exchange.admin("POST", `/users/${uid}/keys`, { ipList: ["127.0.0.1", entry] });
  await expect(made).rejects.toThrow(
    /"code":"invalid","message":"ipList has addresses and CIDR ranges/,
  );
});

type CreatedKey = {
  readonly apiKey: string;
  readonly kind: string;
  readonly passphrase: string;
  readonly secret?: string;
};

const ACCOUNT = "/api/v2/spot/account/info";

function pair(kind: "rsa" | "ed25519") {
  return kind === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ed25519");
}

function signed(kind: string, privateKey: KeyObject, text: string): string {
  const digest = kind === "rsa" ? "sha256" : null;
  return sign(digest, Buffer.from(text), privateKey).toString("base64");
}

/** The code of a signed GET of the account. */
async function account(key: CreatedKey, signature: (text: string) => string): Promise<string> {
  const timestamp = String(Date.now());
  const response = await fetch(exchange.baseUrl + ACCOUNT, {
    headers: {
      "access-key": key.apiKey,
      "access-sign": signature(`${timestamp}GET${ACCOUNT}`),
      "access-timestamp": timestamp,
      "access-passphrase": key.passphrase,
    },
  });
  const { code } = (await response.json()) as { readonly code: string };
  return code;
}

/** The first answer to a login over WebSocket. */
async function login(key: CreatedKey, signature: (text: string) => string): Promise<unknown> {
  const socket = new WebSocket(`${exchange.socketUrl}/v2/ws/private`);
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  socket.addEventListener("error", () => reject(new Error("the socket stays open")));
  socket.addEventListener("message", ({ data }) => resolve(String(data)));
  socket.addEventListener("open", () => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const { apiKey, passphrase } = key;
    const sign = signature(`${timestamp}GET/user/verify`);
    socket.send(JSON.stringify({ op: "login", args: [{ apiKey, passphrase, timestamp, sign }] }));
  });
  const answer = JSON.parse(await promise) as unknown;
  socket.close();
  return answer;
}

describe.each(["rsa", "ed25519"] as const)("a public key of kind %s", (kind) => {
  it("is registered, listed, signs in over REST and WebSocket, and is revoked", async () => {
    const { privateKey, publicKey } = pair(kind);
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const path = `/users/${uid}/keys`;
    const key = await exchange.admin<CreatedKey>("POST", path, { publicKey: pem });
    expect(key).toMatchObject({ kind, uid, passphrase: expect.stringMatching(/./) });
    expect(key.secret).toBeUndefined();
    const listed = await exchange.admin<readonly CreatedKey[]>("GET", path);
    expect(listed).toContainEqual(expect.objectContaining({ apiKey: key.apiKey, kind }));
    expect(JSON.stringify(listed)).not.toContain("PUBLIC KEY");

    const right = (text: string) => signed(kind, privateKey, text);
    const wrong = (text: string) => signed(kind, pair(kind).privateKey, text);
    expect(await account(key, right)).toBe("00000");
    expect(await account(key, wrong)).toBe("40009");
    expect(await login(key, right)).toMatchObject({ event: "login", code: 0 });
    expect(await login(key, wrong)).toMatchObject({ event: "error", code: 30015 });

    await exchange.admin("DELETE", `${path}/${key.apiKey}`);
    expect(await account(key, right)).toBe("40037");
    const again = exchange.admin("DELETE", `${path}/${key.apiKey}`);
    await expect(again).rejects.toThrow(/"code":"not_found".*"reason":"key_not_found"/);
  });
});

it("a public key that is weak, or none, is refused", async () => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
  for (const publicKey of [weak.export({ type: "spki", format: "pem" }).toString(), "none", ""]) {
    const made = exchange.admin("POST", `/users/${uid}/keys`, { publicKey });
    await expect(made).rejects.toThrow(/"message":"a public key is PEM of SPKI/);
  }
});

it("an operator finds a user, sees balances, and cancels orders and plans", async () => {
  const { users } = await exchange.admin<{ users: readonly Row[] }>("GET", "/users");
  expect(users.map(({ name }) => name)).toContain("classic");
  expect(users.find((user) => user["uid"] === uid)).toMatchObject({ accountKind: "classic" });
  const page = await exchange.admin<{ users: readonly Row[] }>("GET", `/users/after/${uid}`);
  expect(page.users.map((user) => user["uid"])).not.toContain(uid);

  const bob = await exchange.counterparty();
  const trader = restV2(exchange, bob);
  const order = { symbol: "BTCUSDT", side: "buy", orderType: "limit", force: "gtc" } as const;
  await trader.spotSubmitOrder({ ...order, price: "50000", size: "0.1" });
  const contract = { symbol: "BTCUSDT", productType: "USDT-FUTURES", marginCoin: "USDT" } as const;
  const opening = { ...contract, ...order, marginMode: "crossed" } as const;
  await trader.futuresSubmitOrder({ ...opening, price: "50000", size: "0.1" });
  const balances = await exchange.admin<readonly Row[]>("GET", `/users/${bob.uid}/balances`);
  const spot = { wallet: "spot", coin: "USDT", balance: "10000000" };
  expect(balances).toContainEqual({ ...spot, hold: "5000", available: "9995000" });
  const path = `/users/${bob.uid}/cancel-orders`;
  const ofSpot = await exchange.admin("POST", path, { category: "spot" });
  expect(ofSpot).toEqual({ uid: bob.uid, orders: 1, plans: 0 });
  expect(await exchange.admin("POST", path, {})).toEqual({ uid: bob.uid, orders: 1, plans: 0 });
  expect(await exchange.admin("POST", path, {})).toEqual({ uid: bob.uid, orders: 0, plans: 0 });
});

it("the exchange's own users are no users to an operator", async () => {
  for (const path of ["/users/1000000000/balances", "/users/1000000001/keys", "/users/9/keys"]) {
    await expect(exchange.admin("GET", path)).rejects.toThrow(/"code":"not_found"/);
  }
});

it("an operator freezes a user: keys are refused and sockets end until the freeze does", async () => {
  const bob = await exchange.counterparty();
  const path = `/users/${bob.uid}/freeze`;
  const trader = restV2(exchange, bob);
  const freeze = { uid: bob.uid, isFrozen: true };
  expect(await exchange.admin("PUT", path, { isFrozen: true })).toEqual(freeze);
  await expect(trader.getSpotAccount()).rejects.toMatchObject({ body: { code: "40013" } });
  const { users } = await exchange.admin<{ users: readonly Row[] }>("GET", "/users");
  expect(users.find((user) => user["uid"] === bob.uid)).toMatchObject({ isFrozen: true });
  await exchange.admin("PUT", path, { isFrozen: false });
  expect((await trader.getSpotAccount()).data.userId).toBe(bob.uid);
  const unknown = exchange.admin("PUT", "/users/1999999999/freeze", { isFrozen: true });
  await expect(unknown).rejects.toThrow(/"code":"not_found"/);
});
