import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { START_MS, signedHeaders, type TestKey, testKey } from "../../../test/support/test-key.ts";
import { WireError } from "../http/wire-error.ts";
import { Authenticator, type PrivateAccess, type ReceivedRequest } from "./authenticator.ts";
import { KeyUses } from "./key-uses.ts";
import { hashPassphrase, newPassphrase, passphraseMatches } from "./passphrase.ts";
import { SecretSeal } from "./sealed-secret.ts";

const seal = new SecretSeal(Buffer.alloc(32, 7));
const SPOT: PrivateAccess = { kind: "private", permission: "spot_trade" };
const PATH = "/api/v2/spot/trade/place-order";
const BODY = '{"symbol":"BTCUSDT"}';

function authenticatorOf(...keys: readonly TestKey[]): Authenticator {
  const records = new Map(keys.map(({ record }) => [record.apiKey, record]));
  return new Authenticator({
    keys: { find: (apiKey) => records.get(apiKey) },
    seal,
    nowMs: () => START_MS,
  });
}

function postOf(key: TestKey, changes: Partial<ReceivedRequest> = {}): ReceivedRequest {
  return {
    method: "POST",
    path: PATH,
    query: "",
    body: Buffer.from(BODY),
    headers: signedHeaders(key, { method: "POST", target: PATH, body: BODY }),
    clientIp: "127.0.0.1",
    ...changes,
  };
}

async function outcome(
  authenticator: Authenticator,
  request: ReceivedRequest,
  { access = SPOT, version = "v2" as "v2" | "v3" } = {},
): Promise<string> {
  try {
    return (await authenticator.verify(request, access, version)).uid;
  } catch (error) {
    if (error instanceof WireError) return error.code;
    throw error;
  }
}

const alice = testKey();
const UID = alice.record.uid;

describe("faults of the headers, in the order of their checks", () => {
  /** Each request has its own fault and all faults that are found later. */
  const wrong: Record<string, string> = {
    "access-key": "bg_ffffffffffffffffffffffffffffffff",
    "access-sign": "AAAA",
    "access-timestamp": String(START_MS - 30_001),
    "access-passphrase": "wrong",
    "content-type": "text/plain",
    paptrading: "1",
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(wrong).filter(([key]) => key !== name));
  const json = { ...wrong, "content-type": "application/json" };
  const known = { ...json, "access-key": alice.record.apiKey };
  const live = { ...known, paptrading: "0" };
  const inTime = { ...live, "access-timestamp": String(START_MS - 30_000) };

  it.each([
    ["no key", without("access-key"), "40001"],
    ["an empty key", { ...wrong, "access-key": "" }, "40001"],
    ["no signature", without("access-sign"), "40002"],
    ["no timestamp", without("access-timestamp"), "40005"],
    ["a timestamp that is no number", { ...wrong, "access-timestamp": "12a" }, "40005"],
    ["no passphrase", without("access-passphrase"), "40011"],
    ["another content type", wrong, "40007"],
    ["a key of another shape", { ...json, "access-key": "nonsense" }, "40006"],
    ["a key that does not exist", json, "40037"],
    ["a live key in a demo request", known, "40099"],
    ["an old timestamp", live, "40008"],
    ["a future timestamp", { ...live, "access-timestamp": String(START_MS + 30_001) }, "40008"],
    ["a wrong passphrase", inTime, "40012"],
    ["a wrong signature", { ...inTime, "access-passphrase": alice.passphrase }, "40009"],
  ])("%s", async (_what, headers, code) => {
    const authenticator = authenticatorOf(alice);
    expect(await outcome(authenticator, postOf(alice, { headers }))).toBe(code);
  });

  it("then the address, then the permission", async () => {
    const bob = testKey({ ipList: ["10.1.2.3", "192.168.0.0/16"], permissions: new Set(["read"]) });
    const authenticator = authenticatorOf(bob);
    expect(await outcome(authenticator, postOf(bob))).toBe("40018");
    expect(await outcome(authenticator, postOf(bob, { clientIp: "10.1.2.4" }))).toBe("40018");
    expect(await outcome(authenticator, postOf(bob, { clientIp: "10.1.2.3" }))).toBe("40014");
    const access: PrivateAccess = { kind: "private", permission: ["withdraw", "read"] };
    const within = postOf(bob, { clientIp: "192.168.7.7" });
    expect(await outcome(authenticator, within, { access })).toBe(bob.record.uid);
  });

  it("then the realm of the endpoint", async () => {
    const access: PrivateAccess = { kind: "private", permission: "read", realm: "live" };
    const demo = testKey({ realm: "demo" });
    const { headers } = postOf(demo);
    const asked = postOf(demo, { headers: { ...headers, paptrading: "1" } });
    expect(await outcome(authenticatorOf(demo), asked, { access })).toBe("40110");
    const live = testKey();
    expect(await outcome(authenticatorOf(live), postOf(live), { access })).toBe(live.record.uid);
  });

  it.each([[["localhost", "10.0.0.0/99"]], [["10.1.2.3/"]], [["10.0.0.0/08"]]])(
    "a list of addresses without a valid entry admits nobody: %j",
    async (ipList) => {
      const bob = testKey({ ipList });
      const from = postOf(bob, { clientIp: "10.0.0.1" });
      expect(await outcome(authenticatorOf(bob), from)).toBe("40018");
    },
  );
});

describe("keys", () => {
  it("a deleted key is unknown, a frozen key is refused", async () => {
    const deleted = testKey({ deleted: true });
    const frozen = testKey({ frozen: true });
    const authenticator = authenticatorOf(deleted, frozen);
    expect(await outcome(authenticator, postOf(deleted))).toBe("40037");
    expect(await outcome(authenticator, postOf(frozen))).toBe("40013");
  });

  it("classic keys serve v2 and unified keys v3, unless the endpoint serves both", async () => {
    const unified = testKey({ accountKind: "unified" });
    const authenticator = authenticatorOf(alice, unified);
    expect(await outcome(authenticator, postOf(alice), { version: "v3" })).toBe("40084");
    expect(await outcome(authenticator, postOf(unified), { version: "v2" })).toBe("40085");
    const access: PrivateAccess = { kind: "private", permission: "withdraw", accounts: "any" };
    const options = { access, version: "v3" } as const;
    expect(await outcome(authenticator, postOf(alice), options)).toBe(UID);
  });

  it("a demo key needs the demo header", async () => {
    const demo = testKey({ realm: "demo" });
    const authenticator = authenticatorOf(demo);
    expect(await outcome(authenticator, postOf(demo))).toBe("40099");
    const { headers } = postOf(demo);
    const request = postOf(demo, { headers: { ...headers, paptrading: "1" } });
    expect(await outcome(authenticator, request)).toBe(demo.record.uid);
  });

  it("permission to write implies reading, not the other way round", async () => {
    const writer = testKey({ accountKind: "unified", permissions: new Set(["uta_trade_write"]) });
    const reader = testKey({ accountKind: "unified", permissions: new Set(["uta_trade_read"]) });
    const authenticator = authenticatorOf(writer, reader);
    const read = { access: { kind: "private", permission: "uta_trade_read" }, version: "v3" };
    const write = { access: { kind: "private", permission: "uta_trade_write" }, version: "v3" };
    expect(await outcome(authenticator, postOf(writer), read as never)).toBe(UID);
    expect(await outcome(authenticator, postOf(reader), write as never)).toBe("40014");
  });

  it("a replaced record applies from the next request on", async () => {
    let { record } = alice;
    const keys = { find: () => record };
    const authenticator = new Authenticator({ keys, seal, nowMs: () => START_MS });
    expect(await outcome(authenticator, postOf(alice))).toBe(UID);
    record = { ...record, permissions: new Set(["read"]) };
    expect(await outcome(authenticator, postOf(alice))).toBe("40014");
    record = { ...record, passphraseHash: hashPassphrase("another") };
    expect(await outcome(authenticator, postOf(alice))).toBe("40012");
  });

  it.each([
    ["frozen", { frozen: true }, "40013"],
    ["deleted", { deleted: true }, "40037"],
    ["changed", { permissions: new Set(["read"] as const) }, "40015"],
  ])("a key that is %s while its passphrase is compared is refused", async (_, change, code) => {
    let { record } = alice;
    const keys = { find: () => record };
    const authenticator = new Authenticator({ keys, seal, nowMs: () => START_MS });
    const answer = outcome(authenticator, postOf(alice));
    record = { ...record, ...change };
    expect(await answer).toBe(code);
  });
});

it("reports only admitted requests, with the address they came from", async () => {
  const admitted: unknown[] = [];
  const authenticator = new Authenticator({
    keys: { find: () => alice.record },
    seal,
    nowMs: () => START_MS,
    onAdmitted: (user, address) => admitted.push([user, address]),
  });
  const { headers } = postOf(alice);
  const clientIp = "203.0.113.7";
  const unsigned = postOf(alice, { headers: { ...headers, "access-sign": "AAAA" }, clientIp });
  expect(await outcome(authenticator, unsigned)).toBe("40009");
  const withdrawal: PrivateAccess = { kind: "private", permission: "uta_mgt_write" };
  const access = { access: withdrawal };
  expect(await outcome(authenticator, postOf(alice, { clientIp }), access)).toBe("40014");
  expect(admitted).toEqual([]);
  expect(await outcome(authenticator, postOf(alice, { clientIp }))).toBe(UID);
  expect(admitted).toEqual([[alice.record.userIndex, clientIp]]);
});

it("remembers the last use of a key that was admitted, without the query", async () => {
  const uses = new KeyUses();
  const keys = { find: () => alice.record };
  const authenticator = new Authenticator({ keys, seal, nowMs: () => START_MS, uses });
  const clientIp = "203.0.113.7";
  const { headers } = postOf(alice);
  const unsigned = postOf(alice, { headers: { ...headers, "access-sign": "AAAA" }, clientIp });
  expect(await outcome(authenticator, unsigned)).toBe("40009");
  expect(uses.of(alice.record.apiKey)).toBeUndefined();
  const request = postOf(alice, { clientIp });
  expect(await outcome(authenticator, request)).toBe(UID);
  expect(uses.of(alice.record.apiKey)).toEqual({
    ...{ atMs: START_MS, address: clientIp, call: "rest", method: "POST", path: request.path },
  });
  const principal = await authenticator.verify(request);
  authenticator.usedBySession(principal, clientIp);
  expect(uses.of(alice.record.apiKey)).toMatchObject({ call: "websocket_trade", path: "" });
});

describe("the passphrase", () => {
  it("is verified against its slow hash once, and from memory afterwards", async () => {
    const authenticator = authenticatorOf(alice);
    const first = authenticator.verify(postOf(alice), SPOT, "v2");
    expect(first).toBeInstanceOf(Promise);
    await first;
    expect(authenticator.verify(postOf(alice), SPOT, "v2")).toMatchObject({ uid: UID });
    const { headers } = postOf(alice);
    const wrong = postOf(alice, { headers: { ...headers, "access-passphrase": "wrong" } });
    expect(await outcome(authenticator, wrong)).toBe("40012");
  });

  it("is hashed once for all requests that come before its first verdict", async () => {
    const authenticator = authenticatorOf(alice);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => outcome(authenticator, postOf(alice))),
    );
    expect(outcomes).toEqual(Array<string>(64).fill(UID));
  });

  it("is not hashed for more than a few guesses at a time", async () => {
    const authenticator = authenticatorOf(alice);
    const { headers } = postOf(alice);
    const guesses = Array.from({ length: 12 }, (_, at) =>
      postOf(alice, { headers: { ...headers, "access-passphrase": `guess ${at}` } }),
    );
    const outcomes = await Promise.all(guesses.map((guess) => outcome(authenticator, guess)));
    expect(outcomes.filter((code) => code === "40012")).toHaveLength(8);
    expect(outcomes.filter((code) => code === "40015")).toHaveLength(4);
  });

  it("has a hash that reveals nothing and matches only this passphrase", async () => {
    const stored = hashPassphrase("correct horse");
    expect(stored).toMatch(/^\$argon2id\$v=19\$/);
    expect(stored).not.toContain("horse");
    expect(await passphraseMatches("correct horse", stored)).toBe(true);
    expect(await passphraseMatches("correct hors", stored)).toBe(false);
  });

  it("that was generated has 128 bits, so its hash need not be expensive", async () => {
    const { hash, passphrase } = newPassphrase();
    expect(passphrase).toMatch(/^[0-9a-f]{32}$/);
    expect(newPassphrase().passphrase).not.toBe(passphrase);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await passphraseMatches(passphrase, hash)).toBe(true);
    expect(await passphraseMatches(`${passphrase.slice(1)}0`, hash)).toBe(false);
  });
});

describe("what clients sign", () => {
  const raw = "clientOid=a%2Bb%20c&symbol=BTC%2FUSDT";
  const plain = decodeURIComponent(raw);
  const marginPath = "/api/v2/margin/$%7BmarginType%7D/max-borrowable-amount";

  function getOf(path: string, query: string, signed: string): ReceivedRequest {
    const headers = signedHeaders(alice, { method: "GET", target: signed });
    return postOf(alice, { method: "GET", path, query, body: undefined, headers });
  }

  it.each([
    ["no query", PATH, "", PATH],
    ["the query as sent", PATH, raw, `${PATH}?${raw}`],
    ["the query decoded", PATH, raw, `${PATH}?${plain}`],
    ["the path as sent", marginPath, "", marginPath],
    ["the path decoded", marginPath, raw, `${decodeURIComponent(marginPath)}?${raw}`],
    ["both decoded", marginPath, raw, `${decodeURIComponent(marginPath)}?${plain}`],
  ])("%s", async (_what, path, query, signed) => {
    expect(await outcome(authenticatorOf(alice), getOf(path, query, signed))).toBe(UID);
  });

  it.each([
    ["another query", PATH, "a=2", `${PATH}?a=1`],
    ["another path", "/api/v2/other", "", PATH],
    ["a query that was not signed", PATH, "a=1", PATH],
    ["encoding that cannot be decoded", PATH, "a=%zz", `${PATH}?a=`],
  ])("not %s", async (_what, path, query, signed) => {
    expect(await outcome(authenticatorOf(alice), getOf(path, query, signed))).toBe("40009");
  });

  it("the exact bytes of the body", async () => {
    const authenticator = authenticatorOf(alice);
    const spaced = postOf(alice, { body: Buffer.from('{"symbol": "BTCUSDT"}') });
    expect(await outcome(authenticator, spaced)).toBe("40009");
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    const mac = createHmac("sha256", alice.secret).update(`${START_MS}POST${PATH}`).update(bytes);
    const headers = { ...postOf(alice).headers, "access-sign": mac.digest("base64") };
    expect(await outcome(authenticator, postOf(alice, { body: bytes, headers }))).toBe(UID);
  });

  it("the published vectors of a POST and a GET", () => {
    const prestrings = [
      '1780000000000POST/api/v2/mix/order/place-order{"symbol":"BTCUSDT","size":"0.01"}',
      "1780000000000GET/api/v3/account/assets",
    ];
    const key = testKey({ secret: "s3cr3t" });
    const mine = prestrings.map((text) =>
      createHmac("sha256", "s3cr3t").update(text).digest("base64"),
    );
    const body = '{"symbol":"BTCUSDT","size":"0.01"}';
    const post = { method: "POST", target: "/api/v2/mix/order/place-order", body } as const;
    const get = { method: "GET", target: "/api/v3/account/assets" } as const;
    expect([post, get].map((r) => signedHeaders(key, r)["access-sign"])).toEqual(mine);
  });

  it.each(["rsa", "ed25519"] as const)("with a private key of kind %s", async (kind) => {
    const pair =
      kind === "rsa"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : generateKeyPairSync("ed25519");
    const pem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
    const key = testKey({ kind, secret: pem });
    const prestring = Buffer.from(`${START_MS}POST${PATH}${BODY}`);
    const digest = kind === "rsa" ? "sha256" : null;
    const signature = sign(digest, prestring, pair.privateKey).toString("base64");
    const headers = { ...postOf(key).headers, "access-sign": signature };
    const authenticator = authenticatorOf(key);
    expect(await outcome(authenticator, postOf(key, { headers }))).toBe(UID);
    expect(await outcome(authenticator, postOf(key, { headers, query: "a=1" }))).toBe("40009");
    expect(await outcome(authenticator, postOf(key))).toBe("40009");
  });
});

/** Texts that decode to the same bytes for a reader that skips what it does not know. */
const JUNK: readonly (readonly [string, (signature: string) => string])[] = [
  ["without its padding", (text) => text.replace(/=+$/, "")],
  ["with more padding", (text) => `${text}=`],
  ["with a blank in it", (text) => `${text.slice(0, 8)} ${text.slice(8)}`],
  ["with a foreign character", (text) => `!${text}`],
  ["with text behind it", (text) => `${text}AAAA`],
  ["with a line break", (text) => `${text}\n`],
  ["in the alphabet of URLs", (text) => text.replaceAll("+", "-").replaceAll("/", "_")],
  ["with unused bits set", (text) => withUnusedBits(text)],
  ["as hexadecimal digits", (text) => Buffer.from(text, "base64").toString("hex")],
];

/** The last letter before the padding holds two or four bits that decoding drops. */
function withUnusedBits(text: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const at = text.indexOf("=") - 1;
  const next = letters[letters.indexOf(text[at] ?? "") + 1] ?? "";
  return `${text.slice(0, at)}${next}${text.slice(at + 1)}`;
}

describe("a signature", () => {
  /** A request whose signature has both letters that the two alphabets write differently. */
  function postWith(key: TestKey, signed: (text: string) => string): ReceivedRequest {
    for (let count = 0; ; count += 1) {
      const query = `n=${count}`;
      const target = `${PATH}?${query}`;
      const signature = signed(`${START_MS}POST${target}${BODY}`);
      if (!signature.includes("+") || !signature.includes("/")) continue;
      const { headers } = postOf(key);
      return postOf(key, { query, headers: { ...headers, "access-sign": signature } });
    }
  }

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ed25519 = generateKeyPairSync("ed25519");
  const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
  const kinds = {
    hmac: {
      key: alice,
      signed: (text: string) => createHmac("sha256", alice.secret).update(text).digest("base64"),
    },
    rsa: {
      key: testKey({ kind: "rsa", secret: pem(rsa.publicKey) }),
      signed: (text: string) =>
        sign("sha256", Buffer.from(text), rsa.privateKey).toString("base64"),
    },
    ed25519: {
      key: testKey({ kind: "ed25519", secret: pem(ed25519.publicKey) }),
      signed: (text: string) =>
        sign(null, Buffer.from(text), ed25519.privateKey).toString("base64"),
    },
  };

  describe.each(["hmac", "rsa", "ed25519"] as const)("of kind %s", (kind) => {
    const { key, signed } = kinds[kind];
    const right = postWith(key, signed);
    const signature = String(right.headers["access-sign"]);

    it("is accepted in its only spelling", async () => {
      expect(await outcome(authenticatorOf(key), right)).toBe(UID);
    });

    it.each(JUNK)("is refused %s", async (_what, change) => {
      const changed = change(signature);
      expect(changed).not.toBe(signature);
      const headers = { ...right.headers, "access-sign": changed };
      expect(await outcome(authenticatorOf(key), { ...right, headers })).toBe("40009");
    });
  });
});

describe("a WebSocket login", () => {
  const login = (timestamp: string, signed: string) => ({
    apiKey: alice.record.apiKey,
    passphrase: alice.passphrase,
    timestamp,
    timestampMs: START_MS,
    sign: createHmac("sha256", alice.secret).update(signed).digest("base64"),
    method: "GET",
    path: "/user/verify",
    clientIp: "127.0.0.1",
    realm: undefined,
  });

  it("signs its time, GET and the login path", async () => {
    const authenticator = authenticatorOf(alice);
    const right = login("1780000000", "1780000000GET/user/verify");
    expect((await authenticator.login(right)).uid).toBe(UID);
    const wrong = login("1780000000", "1780000001GET/user/verify");
    await expect(authenticator.login(wrong)).rejects.toMatchObject({ code: "40009" });
    const demo = { ...right, realm: "demo" } as const;
    await expect(authenticator.login(demo)).rejects.toMatchObject({ code: "40099" });
    for (const [what, change] of JUNK) {
      const sign = change(right.sign);
      // A signature without the two letters is the same in both alphabets.
      if (sign === right.sign) continue;
      const refused = expect(authenticator.login({ ...right, sign }), what).rejects;
      await refused.toMatchObject({ code: "40009" });
    }
  });
});
