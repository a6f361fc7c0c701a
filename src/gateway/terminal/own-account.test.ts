import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chainTermsDraft } from "../../../test/support/chain-drafts.ts";
import { signedHeaders } from "../../../test/support/signed-headers.ts";
import {
  errorOf,
  listOf,
  rowOf,
  type TestAnswer,
  type TestRow,
} from "../../../test/support/test-answer.ts";
import { TestBrowser } from "../../../test/support/test-browser.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { currencyIndex } from "../../../test/support/test-listings.ts";
import { KEYS_PER_USER_MAX } from "../../core/base/limits.ts";
import { listEndpoints, listSessionEndpoints } from "../list-endpoints.ts";

const T = "/terminal/v1";
const SETTINGS = "/api/v3/account/settings";
const ADDRESS = { coin: "USDT", chain: "MAIN", address: "0xabc" } as const;

let exchange: ExchangeFixture;
let alice: TestBrowser;
let bob: TestBrowser;

async function continued(name: string): Promise<TestBrowser> {
  const browser = new TestBrowser(exchange.gateway.app);
  rowOf(await browser.post(`${T}/continue-as`, { name }));
  return browser;
}

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...listEndpoints(), ...listSessionEndpoints()],
    users: [
      { name: "alice", accountKind: "unified" },
      { name: "alice-demo", accountKind: "unified", realm: "demo" },
      { name: "bob", accountKind: "classic" },
      { name: "bob-demo", accountKind: "classic", realm: "demo" },
    ],
    ready: { alice: "alice-demo", bob: "bob-demo" },
  });
  await exchange.apply(chainTermsDraft({ currency: currencyIndex("USDT") }));
  await exchange.apply(chainTermsDraft({ currency: currencyIndex("BTC"), needsTag: true }));
});
afterAll(() => exchange[Symbol.asyncDispose]());
beforeEach(async () => {
  [alice, bob] = [await continued("alice"), await continued("bob")];
});

/** A signed GET with a key as its creation showed it. */
async function signedGet(path: string, key: TestRow, demo = false): Promise<string> {
  const { apiKey = "", passphrase = "", secret = "" } = key;
  const parts = { method: "GET", path, body: "", timestampMs: exchange.nowMs };
  const headers = signedHeaders({ apiKey, passphrase, secret }, parts);
  const realm = demo ? { paptrading: "1" } : {};
  const reply = await exchange.gateway.app.inject({
    ...{ method: "GET", url: path, headers: { ...headers, ...realm } },
  });
  return reply.json<{ code: string }>().code;
}

const keyOf = (label: string, permissions = "uta_mgt_read") => ({ label, permissions });
const listed = async (browser: TestBrowser, what: string) =>
  listOf(await browser.get(`${T}/${what}`)).list as readonly (TestRow & {
    permissions: string[];
  })[];

describe("the API keys of a user", () => {
  it("are created, used, changed and deleted from a browser", async () => {
    const created = rowOf(await alice.post(`${T}/create-key`, keyOf("bot", "uta_mgt_write")));
    expect(created["secret"]).toMatch(/^[0-9a-f]{64}$/);
    expect(await signedGet(SETTINGS, created)).toBe("00000");
    const { apiKey } = created;
    const find = async () => (await listed(alice, "keys")).find((key) => key["apiKey"] === apiKey);
    expect(await find()).toMatchObject({
      ...{ label: "bot", permissions: ["uta_mgt_write"], ipList: [], lastAddress: "127.0.0.1" },
      ...{ lastRequest: `GET ${SETTINGS}`, lastUsedTime: String(exchange.nowMs) },
    });
    const changed = { apiKey, label: "bot 2", permissions: "uta_trade_write,uta_mgt_read" };
    rowOf(await alice.post(`${T}/modify-key`, { ...changed, ipList: "10.0.0.0/8" }));
    expect(await signedGet(SETTINGS, created)).toBe("40018");
    rowOf(await alice.post(`${T}/modify-key`, { apiKey, isForAllAddresses: "yes" }));
    expect(await signedGet(SETTINGS, created)).toBe("00000");
    expect(await find()).toMatchObject({ label: "bot 2", ipList: [] });
    rowOf(await alice.post(`${T}/delete-key`, { apiKey }));
    expect(await signedGet(SETTINGS, created)).toBe("40037");
    expect((await alice.post(`${T}/delete-key`, { apiKey })).code).toBe("40037");
  });

  it("are keys of the demo account in the demo realm", async () => {
    rowOf(await bob.post(`${T}/demo-session`));
    const demo = { realm: "demo" } as const;
    const created = rowOf(await bob.post(`${T}/create-key`, keyOf("demo", "read"), demo));
    const path = "/api/v2/spot/account/info";
    expect(await signedGet(path, created, true)).toBe("00000");
    expect(await signedGet(path, created)).toBe("40099");
    const live = await listed(bob, "keys");
    expect(live.map((key) => key["apiKey"])).not.toContain(created["apiKey"]);
  });

  it.each([
    ["40056", { label: "a".repeat(21) }],
    ["40019", { label: "" }],
    ["40019", { permissions: "" }],
    ["25200", { permissions: "spot_trade" }],
    ["25200", { permissions: "uta_mgt_read,constructor" }],
    ["40070", { passphrase: "short" }],
    ["40070", { passphrase: "with space 1" }],
    ["25200", { ipList: "10.0.0.0/64" }],
    ["25200", { ipList: "example.org" }],
    ["40058", { ipList: Array.from({ length: 31 }, (_, n) => `10.0.0.${n}`).join(",") }],
  ])("are refused with %s for %o", async (code, change) => {
    const before = await listed(alice, "keys");
    const answer = await alice.post(`${T}/create-key`, { ...keyOf("x"), ...change });
    expect(answer.code).toBe(code);
    expect(await listed(alice, "keys")).toEqual(before);
  });

  it("cannot be created twice by a double click, and its secret is not shown again", async () => {
    const clicks = [1, 2].map(() => alice.post(`${T}/create-key`, keyOf("twice")));
    const codes = (await Promise.all(clicks)).map(({ code }) => code);
    expect(codes.filter((code) => code === "00000")).toHaveLength(1);
    const found = (await listed(alice, "keys")).filter((key) => key["label"] === "twice");
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain("secret");
  });

  it("of others, and sessions, are as unknown as keys that do not exist", async () => {
    const foreign = exchange.user("bob").index;
    const created = rowOf(await bob.post(`${T}/create-key`, keyOf("bob", "read")));
    const [session] = (alice.cookies.get("bourse_session") ?? "").split(".");
    const unknown = errorOf(await alice.post(`${T}/delete-key`, { apiKey: "none" }));
    for (const apiKey of [created["apiKey"], session]) {
      expect(errorOf(await alice.post(`${T}/delete-key`, { apiKey }))).toEqual(unknown);
      expect(errorOf(await alice.post(`${T}/modify-key`, { apiKey }))).toEqual(unknown);
    }
    const kept = exchange.access.accounts.keysOf(foreign).map(({ apiKey }) => apiKey);
    expect(kept).toContain(created["apiKey"]);
    expect((await alice.get(SETTINGS)).code).toBe("00000");
  });

  it("are at most ten", async () => {
    const { accounts } = exchange.access;
    const count = () => accounts.keysOf(exchange.user("bob").index).length;
    let answer: TestAnswer | undefined;
    for (let n = count(); n <= KEYS_PER_USER_MAX; n += 1) {
      answer = await bob.post(`${T}/create-key`, keyOf(`key ${n}`, "read"));
    }
    expect(answer?.code).toBe("40063");
    expect(count()).toBe(KEYS_PER_USER_MAX);
  });

  it("are managed by browsers alone, not by keys", async () => {
    const answer = await exchange.post(`${T}/create-key`, keyOf("x"), "alice");
    expect(answer.code).toBe("49004");
  });
});

describe("the address book", () => {
  it("takes an address once and forgets it", async () => {
    const entry = { ...ADDRESS, label: "<b>cold</b>" };
    const { addressId } = rowOf(await alice.post(`${T}/add-address`, entry));
    expect(await listed(alice, "addresses")).toMatchObject([
      { addressId, type: "regular", ...ADDRESS, tag: "", label: "<b>cold</b>" },
    ]);
    expect((await alice.post(`${T}/add-address`, entry)).code).toBe("01003");
    expect((await bob.post(`${T}/remove-address`, { addressId })).code).toBe("25200");
    rowOf(await alice.post(`${T}/remove-address`, { addressId }));
    expect(await listed(alice, "addresses")).toEqual([]);
    expect((await alice.post(`${T}/remove-address`, { addressId })).code).toBe("25200");
  });

  it("takes a network for all coins, and another user by uid", async () => {
    rowOf(await alice.post(`${T}/add-address`, { ...ADDRESS, type: "universal" }));
    const address = exchange.user("bob").uid;
    rowOf(await alice.post(`${T}/add-address`, { type: "internal", address }));
    const [internal, universal] = await listed(alice, "addresses");
    expect(internal).toMatchObject({ type: "internal", address, coin: "", chain: "" });
    expect(universal).toMatchObject({ type: "universal", coin: "", chain: "MAIN" });
  });

  it.each([
    ["25201", { coin: "NONE" }],
    ["40034", { chain: "NONE" }],
    ["40019", { coin: "" }],
    ["40019", { chain: "" }],
    ["40019", { address: "" }],
    ["47002", { address: "with space" }],
    ["47002", { label: "caf\u00e9" }],
    ["43116", { coin: "BTC" }],
    ["25200", { type: "evm" }],
    ["25200", { type: "internal", address: "1999999999" }],
    ["25200", { type: "internal", address: "not a uid" }],
  ])("refuses with %s an entry with %o", async (code, change) => {
    const before = await listed(bob, "addresses");
    expect((await bob.post(`${T}/add-address`, { ...ADDRESS, ...change })).code).toBe(code);
    expect(await listed(bob, "addresses")).toEqual(before);
  });

  it("refuses the own uid, and every address of a demo account", async () => {
    const own = { type: "internal", address: exchange.user("bob").uid };
    expect((await bob.post(`${T}/add-address`, own)).code).toBe("25200");
    rowOf(await bob.post(`${T}/demo-session`));
    const answer = await bob.post(`${T}/add-address`, ADDRESS, { realm: "demo" });
    expect(answer.code).toBe("40110");
  });

  it("has a limit", async () => {
    let answer: TestAnswer | undefined;
    for (let n = 0; n <= 50; n += 1) {
      answer = await bob.post(`${T}/add-address`, { ...ADDRESS, address: `a${n}` });
    }
    expect(answer?.code).toBe("40058");
  });
});

describe("the questionnaire", () => {
  const answer = (answers: string) => alice.post(`${T}/answer-questionnaire`, { answers });

  it("says which answers are wrong, and not which are right", async () => {
    const asked = await alice.get(`${T}/questionnaire`);
    expect(asked.data).toMatchObject({ isPassed: false });
    expect(JSON.stringify(asked.data)).not.toContain('right"');
    const wrong = { isPassed: false, wrong: ["shared-margin", "leverage"] };
    expect((await answer("0,2,0,0")).data).toEqual(wrong);
    expect((await alice.get(`${T}/questionnaire`)).data).toMatchObject({ isPassed: false });
  });

  it.each(["", "1,2,0", "1,2,0,9", "1,2,0,x", "1,2,0,1,1", "1,2,0,-1"])(
    "refuses answers %o",
    async (answers) => {
      expect((await answer(answers)).status).toBe(400);
    },
  );

  it("opens the advanced mode once it is passed, also when it is answered again", async () => {
    const mode = "/api/v3/account/adjust-account-mode";
    rowOf(await alice.post(SETTINGS.replace("settings", "adjust-account-mode"), { mode: "basic" }));
    expect((await alice.post(mode, { mode: "advanced" })).msg).toContain("questionnaire");
    for (let n = 0; n < 2; n += 1) {
      expect((await answer("1,2,0,1")).data).toEqual({ isPassed: true, wrong: [] });
    }
    expect((await alice.post(mode, { mode: "advanced" })).msg).not.toContain("questionnaire");
    expect((await alice.get(`${T}/questionnaire`)).data).toMatchObject({ isPassed: true });
  });
});
