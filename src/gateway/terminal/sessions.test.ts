import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorOf, listOf, rowOf, type TestAnswer } from "../../../test/support/test-answer.ts";
import { type BrowserOptions, TestBrowser } from "../../../test/support/test-browser.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { SESSION_LIFE_MS, SESSIONS_PER_USER_MAX } from "../../core/base/limits.ts";
import { newSession } from "../auth/new-session.ts";
import { sessionCookie } from "../auth/session-cookie.ts";
import { listEndpoints, listSessionEndpoints } from "../list-endpoints.ts";

const TERMINAL = "/terminal/v1";
const ASSETS = "/api/v3/account/settings";
const TRANSFER = "/api/v2/spot/wallet/transfer";

let exchange: ExchangeFixture;
let browser: TestBrowser;

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: [...listEndpoints(), ...listSessionEndpoints()],
    users: [
      { name: "alice", accountKind: "unified" },
      { name: "alice-demo", accountKind: "unified", realm: "demo" },
      { name: "bob", accountKind: "classic", funds: [["spot", "USDT", 1_000n * 10n ** 8n]] },
      { name: "bob-demo", accountKind: "classic", realm: "demo" },
      { name: "carol", accountKind: "unified" },
    ],
    ready: { alice: "alice-demo", bob: "bob-demo" },
  });
});
afterAll(() => exchange[Symbol.asyncDispose]());
beforeEach(() => {
  browser = new TestBrowser(exchange.gateway.app);
});

async function continued(name = "alice", as = browser): Promise<TestBrowser> {
  rowOf(await as.post(`${TERMINAL}/continue-as`, { name }));
  return as;
}

/** A session of a user that is not ready-made. */
async function sessionOf(name: string): Promise<string> {
  const { command, session } = newSession(exchange.user(name).index, "test");
  await exchange.apply(command);
  return sessionCookie(session, { realm: "live", isSecure: false }).split(";")[0] ?? "";
}

const sessionIn = (answer: TestAnswer): unknown => (answer.data as { session: unknown }).session;

it("is the sender of what it asked for, apart from API keys", async () => {
  await continued();
  const path = "/api/v3/account/set-hold-mode";
  rowOf(await browser.post(path, { holdMode: "hedge_mode" }));
  const { list } = listOf(await browser.get(`${TERMINAL}/activity`));
  const mode = list.find(({ kind }) => kind === "position_mode_changed");
  const [apiKey] = browser.cookies.get("bourse_session")?.split(".") ?? [];
  expect(mode).toMatchObject({ sender: "session", apiKey });
});

it("sends nothing for a page that shows the user before another sign-in", async () => {
  await continued("alice");
  const { uid } = sessionIn(await browser.get(`${TERMINAL}/status`)) as { uid: string };
  const shown = { headers: { "x-bourse-uid": uid } };
  rowOf(await browser.get(ASSETS, shown));
  await continued("bob");
  const transfer = { fromType: "spot", toType: "p2p", amount: "1", coin: "USDT" };
  expect(errorOf(await browser.post(TRANSFER, transfer, shown))).toEqual([400, "49001"]);
  rowOf(await browser.post(TRANSFER, transfer));
});

describe("a browser on the machine of the exchange", () => {
  it("is offered the ready-made users and continues as one of them", async () => {
    const before = await browser.get(`${TERMINAL}/status`);
    expect(before.data).toEqual({
      signUp: true,
      continueAs: [
        { name: "alice", accountKind: "unified" },
        { name: "bob", accountKind: "classic" },
      ],
      session: null,
    });
    await continued();
    const { uid } = exchange.user("alice");
    expect(sessionIn(await browser.get(`${TERMINAL}/status`))).toEqual({
      ...{ uid, name: "alice", accountKind: "unified", realm: "live" },
      ...{ hasPassword: false, codesEnabled: false },
    });
    expect((await browser.get(ASSETS)).code).toBe("00000");
  });

  it.each<[string, BrowserOptions]>([
    ["of another machine", { from: "192.168.1.7" }],
    ["behind a proxy", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["behind a proxy of the standard", { headers: { forwarded: "for=127.0.0.1" } }],
    ["under another name (DNS rebinding)", { headers: { host: "evil.example:8080" } }],
  ])("is offered nothing as a browser %s", async (_, options) => {
    const status = await browser.get(`${TERMINAL}/status`, options);
    expect(status.data).toMatchObject({ continueAs: [] });
    const origin = `http://${options.headers?.["host"] ?? "localhost:8080"}`;
    const answer = await browser.post(
      `${TERMINAL}/continue-as`,
      { name: "alice" },
      { ...options, headers: { origin, ...options.headers } },
    );
    expect(errorOf(answer)).toEqual([404, "40410"]);
    expect(browser.cookies.size).toBe(0);
  });

  it("cannot continue as anyone else", async () => {
    for (const name of ["carol", "alice-demo", "", "constructor"]) {
      const answer = await browser.post(`${TERMINAL}/continue-as`, { name });
      expect(answer.status).toBe(400);
      expect(browser.cookies.size).toBe(0);
    }
  });

  it("gets another session with each sign-in, and the earlier one ends", async () => {
    await continued();
    const first = browser.cookie;
    await continued();
    expect(browser.cookie).not.toBe(first);
    const stale = await browser.get(ASSETS, { headers: { cookie: first } });
    expect(errorOf(stale)).toEqual([400, "49001"]);
  });
});

describe("a session", () => {
  it("is refused unless a page of the exchange sends the request", async () => {
    await continued();
    const cases: readonly [object, string][] = [
      [{ without: ["x-bourse-terminal"] }, "49002"],
      [{ headers: { origin: "http://evil.example" } }, "49003"],
      [{ headers: { origin: "null" } }, "49003"],
      [{ headers: { "sec-fetch-site": "cross-site" } }, "49003"],
    ];
    for (const [options, code] of cases) {
      expect((await browser.get(ASSETS, options)).code).toBe(code);
      expect((await browser.post(`${TERMINAL}/sign-out`, {}, options)).code).toBe(code);
      const name = { name: "bob" };
      expect((await browser.post(`${TERMINAL}/continue-as`, name, options)).code).toBe(code);
    }
    expect((await browser.get(ASSETS)).code).toBe("00000");
  });

  it("posts JSON alone, as forms of other sites cannot", async () => {
    await continued("bob");
    const headers = { "content-type": "text/plain" };
    expect((await browser.post(TRANSFER, {}, { headers })).code).toBe("40007");
  });

  it("is refused with a wrong secret, another name, and twice", async () => {
    await continued();
    const value = browser.cookies.get("bourse_session") ?? "";
    const [name = "", secret = ""] = value.split(".");
    for (const forged of [
      `${name}.${"0".repeat(64)}`,
      `bg_${"0".repeat(32)}.${secret}`,
      `${exchange.user("carol").key.record.apiKey}.${secret}`,
      name,
      "",
      `${value}; bourse_session=${value}`,
    ]) {
      const answer = await browser.get(ASSETS, { headers: { cookie: `bourse_session=${forged}` } });
      expect(errorOf(answer)).toEqual([400, "49001"]);
    }
  });

  it("serves neither the other kind of account nor the other realm", async () => {
    await continued();
    expect((await browser.get("/api/v2/spot/account/info")).code).toBe("40085");
    expect((await browser.get(ASSETS, { realm: "demo" })).code).toBe("40001");
    const cookie = browser.cookie.replace("bourse_session", "bourse_demo_session");
    const answer = await browser.get(ASSETS, { realm: "demo", headers: { cookie } });
    expect(answer.code).toBe("49001");
  });

  it("is no API key: its name signs nothing", async () => {
    await continued();
    const [apiKey = ""] = (browser.cookies.get("bourse_session") ?? "").split(".");
    const headers = { "access-key": apiKey, "access-sign": "x", "access-timestamp": "1" };
    const answer = await browser.get(ASSETS, {
      headers: { ...headers, "access-passphrase": "x" },
    });
    expect(answer.code).toBe("40037");
  });

  it("ends by itself after its life", async () => {
    await using own = await ExchangeFixture.start({
      endpoints: [...listEndpoints(), ...listSessionEndpoints()],
      users: [
        { name: "alice", accountKind: "unified" },
        { name: "demo", accountKind: "unified", realm: "demo" },
      ],
      ready: { alice: "demo" },
    });
    const there = await continued("alice", new TestBrowser(own.gateway.app));
    own.gateway.advance(SESSION_LIFE_MS - 1);
    expect((await there.get(ASSETS)).code).toBe("00000");
    own.gateway.advance(1);
    expect((await there.get(ASSETS)).code).toBe("49001");
    expect(sessionIn(await there.get(`${TERMINAL}/status`))).toBeNull();
  });

  it("is refused while its user may not sign in", async () => {
    const cookie = await sessionOf("carol");
    const user = exchange.user("carol").index;
    const freezes = { trading: false, transfersOut: false, withdrawals: false };
    await exchange.apply({ kind: "set_user_freezes", user, ...freezes, login: true });
    expect((await browser.get(ASSETS, { headers: { cookie } })).code).toBe("40013");
    await exchange.apply({ kind: "set_user_freezes", user, ...freezes, login: false });
    expect((await browser.get(ASSETS, { headers: { cookie } })).code).toBe("00000");
  });

  it("takes a double click as one request, and each signed timestamp once", async () => {
    await continued("bob");
    const body = { fromType: "spot", toType: "p2p", amount: "1", coin: "USDT" };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(TRANSFER, body)));
    const ids = answers.map((answer) => rowOf(answer)["transferId"]);
    expect(new Set(ids).size).toBe(1);
    const timestamp = { headers: { "access-timestamp": String(exchange.nowMs) } };
    const other = rowOf(await browser.post(TRANSFER, body, timestamp))["transferId"];
    expect(ids).not.toContain(other);
    expect(rowOf(await browser.post(TRANSFER, body, timestamp))["transferId"]).toBe(other);
    const late = { headers: { "access-timestamp": String(exchange.nowMs - 31_000) } };
    expect((await browser.post(TRANSFER, body, late)).code).toBe("40008");
    const broken = { headers: { "access-timestamp": "now" } };
    expect((await browser.post(TRANSFER, body, broken)).code).toBe("40005");
  });

  it("gives no other user the answer of an equal request", async () => {
    const body = { fromType: "spot", toType: "p2p", amount: "2", coin: "USDT" };
    rowOf(await (await continued("bob")).post(TRANSFER, body));
    const other = await sessionOf("bob-demo");
    const cookie = other.replace("bourse_session", "bourse_demo_session");
    const options = { realm: "demo", headers: { cookie } } as const;
    expect(
      (await new TestBrowser(exchange.gateway.app).post(TRANSFER, body, options)).code,
    ).not.toBe("00000");
  });
});

describe("the sessions of a user", () => {
  it("are listed and ended, the own one with its cookie", async () => {
    const first = await continued();
    const second = await continued("alice", new TestBrowser(exchange.gateway.app));
    const answer = await first.get(`${TERMINAL}/sessions`);
    const { list } = answer.data as { list: { sessionId: string; isCurrent: boolean }[] };
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(list.at(-2)).toMatchObject({ browser: "Firefox 150", lastAddress: "127.0.0.1" });
    const ids = { own: list.at(-2)?.sessionId, other: list.at(-1)?.sessionId };
    rowOf(await first.post(`${TERMINAL}/end-session`, { sessionId: ids.other }));
    expect((await second.get(ASSETS)).code).toBe("49001");
    expect((await first.get(ASSETS)).code).toBe("00000");
    rowOf(await first.post(`${TERMINAL}/end-session`, { sessionId: ids.own }));
    expect(first.cookies.size).toBe(0);
  });

  it("cannot be ended by another user, and keys are none of them", async () => {
    const alice = await continued();
    const bob = await continued("bob", new TestBrowser(exchange.gateway.app));
    const [sessionId] = (alice.cookies.get("bourse_session") ?? "").split(".");
    const foreign = await bob.post(`${TERMINAL}/end-session`, { sessionId });
    const unknown = await bob.post(`${TERMINAL}/end-session`, { sessionId: "none" });
    expect([foreign.code, foreign.msg]).toEqual([unknown.code, unknown.msg]);
    expect((await alice.get(ASSETS)).code).toBe("00000");
  });

  it("are at most as many as the limit: the oldest ends", async () => {
    const first = await continued();
    for (let n = 0; n < SESSIONS_PER_USER_MAX; n += 1) {
      await continued("alice", new TestBrowser(exchange.gateway.app));
    }
    expect((await first.get(ASSETS)).code).toBe("49001");
  });

  it("all end together, in both realms", async () => {
    const first = await continued("bob");
    rowOf(await first.post(`${TERMINAL}/demo-session`));
    const second = await continued("bob", new TestBrowser(exchange.gateway.app));
    rowOf(await second.post(`${TERMINAL}/sign-out-everywhere`));
    expect(second.cookies.size).toBe(0);
    expect(sessionIn(await first.get(`${TERMINAL}/status`))).toBeNull();
    expect(sessionIn(await first.get(`${TERMINAL}/status`, { realm: "demo" }))).toBeNull();
  });

  it("are for sessions alone", async () => {
    const answer = await exchange.get(`${TERMINAL}/sessions`, {}, "alice");
    expect(errorOf(answer)).toEqual([400, "49004"]);
  });
});

describe("the demo account", () => {
  it("is opened beside the live one, and both are left together", async () => {
    await continued();
    rowOf(await browser.post(`${TERMINAL}/demo-session`));
    expect([...browser.cookies.keys()]).toEqual(["bourse_session", "bourse_demo_session"]);
    expect(sessionIn(await browser.get(`${TERMINAL}/status`, { realm: "demo" }))).toMatchObject({
      ...{ name: "alice-demo", realm: "demo" },
    });
    expect((await browser.get(ASSETS, { realm: "demo" })).code).toBe("00000");
    const cookie = browser.cookie;
    rowOf(await browser.post(`${TERMINAL}/sign-out`, {}, { realm: "demo" }));
    expect(browser.cookies.size).toBe(0);
    for (const realm of ["live", "demo"] as const) {
      expect((await browser.get(ASSETS, { realm, headers: { cookie } })).code).toBe("49001");
    }
  });

  it("is opened from the live one alone", async () => {
    expect((await browser.post(`${TERMINAL}/demo-session`)).code).toBe("40001");
    await continued();
    rowOf(await browser.post(`${TERMINAL}/demo-session`));
    const answer = await browser.post(`${TERMINAL}/demo-session`, {}, { realm: "demo" });
    expect(answer.code).toBe("40110");
    const cookie = await sessionOf("carol");
    const none = await browser.post(`${TERMINAL}/demo-session`, {}, { headers: { cookie } });
    expect(none.code).toBe("40110");
  });

  it("is left with the live one when the browser continues as another user", async () => {
    await continued();
    rowOf(await browser.post(`${TERMINAL}/demo-session`));
    await continued("bob");
    expect([...browser.cookies.keys()]).toEqual(["bourse_session"]);
  });
});

it("signs out without a session, and removes what cookies there are", async () => {
  browser.cookies.set("bourse_session", "junk");
  rowOf(await browser.post(`${TERMINAL}/sign-out`));
  expect(browser.cookies.size).toBe(0);
});

it("marks cookies for https where a trusted proxy says that the browser uses it", async () => {
  const trustedProxies = [{ address: "10.0.0.1", family: "ipv4", prefixBits: 32 }] as const;
  await using own = await ExchangeFixture.start({
    ...{ endpoints: listSessionEndpoints(), users: [], trustedProxies },
  });
  const there = new TestBrowser(own.gateway.app);
  const isSecure = async (from: string, scheme: string): Promise<boolean> => {
    const headers = { "x-forwarded-proto": scheme };
    await there.post(`${TERMINAL}/sign-out`, {}, { from, headers });
    return there.stored.every((cookie) => cookie.endsWith("; Secure"));
  };
  expect(await isSecure("10.0.0.1", "https")).toBe(true);
  expect(await isSecure("10.0.0.1", "http, HTTPS")).toBe(true);
  expect(await isSecure("10.0.0.1", "https, http")).toBe(false);
  expect(await isSecure("10.0.0.2", "https")).toBe(false);
});

it("lets no cache keep the answers of a session", async () => {
  await continued();
  const answers = [await browser.get(ASSETS), await browser.get(`${TERMINAL}/status`)];
  answers.push(await browser.post(`${TERMINAL}/sign-out`));
  for (const { headers } of answers) expect(headers["cache-control"]).toBe("no-store");
});
