import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorOf, rowOf, type TestAnswer } from "../../../test/support/test-answer.ts";
import { TestBrowser } from "../../../test/support/test-browser.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { listEndpoints, listSessionEndpoints } from "../list-endpoints.ts";

const TERMINAL = "/terminal/v1";
const SETTINGS = "/api/v3/account/settings";
const PASSWORD = "correct horse battery";
const ENDPOINTS = [...listEndpoints(), ...listSessionEndpoints()];

let exchange: ExchangeFixture;
let browser: TestBrowser;
let counter = 0;

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: ENDPOINTS,
    users: [
      { name: "ready", accountKind: "unified" },
      { name: "ready-demo", accountKind: "unified", realm: "demo" },
    ],
    ready: { ready: "ready-demo" },
    terminal: {
      openingCredits: (_, realm) =>
        realm === "demo" ? [{ wallet: "unified", currency: 0, amount: 500n }] : [],
    },
  });
});
afterAll(() => exchange[Symbol.asyncDispose]());
beforeEach(() => {
  // Limits of networks and of the time before do not reach the next test.
  exchange.gateway.advance(3_600_000);
  browser = new TestBrowser(exchange.gateway.app);
});

async function signedUp(accountKind = "unified", chosen?: string) {
  counter += 1;
  const name = chosen ?? `user-${counter}`;
  const body = { name, password: PASSWORD, accountKind };
  rowOf(await browser.post(`${TERMINAL}/sign-up`, body));
  return name;
}

function signIn(name: string, password = PASSWORD, from?: string): Promise<TestAnswer> {
  const there = new TestBrowser(exchange.gateway.app);
  return there.post(`${TERMINAL}/sign-in`, { name, password }, from === undefined ? {} : { from });
}

describe("signing up", () => {
  it("opens an account and signs the browser in", async () => {
    const name = await signedUp("unified", "Alice.B");
    const { data } = await browser.get(`${TERMINAL}/status`);
    expect(data).toMatchObject({
      signUp: true,
      session: { name, accountKind: "unified", realm: "live", hasPassword: true },
    });
    expect((await browser.get(SETTINGS)).code).toBe("00000");
  });

  it("refuses a name that is taken, in any case of letters", async () => {
    await signedUp("classic", "carol");
    const body = { name: "CAROL", password: PASSWORD, accountKind: "classic" };
    expect((await browser.post(`${TERMINAL}/sign-up`, body)).code).toBe("49009");
  });

  it.each([
    ["a short name", { name: "ab" }, "49010"],
    ["a name with spaces", { name: "a b c" }, "49010"],
    ["letters that look alike", { name: "\u0430lice" }, "49010"],
    ["a name of one of the operator's users by another start", { name: "@agent" }, "49010"],
    ["a short password", { password: "1234567" }, "49011"],
    ["the name as password", { name: "longenough", password: "LongEnough" }, "49011"],
    ["a kind of account that does not exist", { accountKind: "vip" }, "25200"],
    ["no password", { password: undefined }, "40019"],
  ])("refuses %s", async (_, changes, code) => {
    const body = { name: "dave", password: PASSWORD, accountKind: "classic", ...changes };
    expect((await browser.post(`${TERMINAL}/sign-up`, body)).code).toBe(code);
    expect(browser.cookies.size).toBe(0);
  });

  it("gives no one the name of a user of the operator", async () => {
    const before = exchange.state.users.length;
    await signedUp("classic", "agent-maker");
    expect(exchange.state.users[before]?.name).toBe("@agent-maker");
  });

  it("makes one user of a name that two ask for at the same time", async () => {
    const body = { name: "twice", password: PASSWORD, accountKind: "classic" };
    const before = exchange.state.users.length;
    const answers = await Promise.all([1, 2].map(() => browser.post(`${TERMINAL}/sign-up`, body)));
    expect(answers.map(({ code }) => code).sort()).toEqual(["00000", "49009"]);
    expect(exchange.state.users.length).toBe(before + 1);
  });

  it("can be closed by the operator", async () => {
    await using own = await ExchangeFixture.start({
      ...{ endpoints: ENDPOINTS, users: [], terminal: { isSignUpOpen: false } },
    });
    const there = new TestBrowser(own.gateway.app);
    expect((await there.get(`${TERMINAL}/status`)).data).toMatchObject({ signUp: false });
    const body = { name: "erin", password: PASSWORD, accountKind: "classic" };
    expect((await there.post(`${TERMINAL}/sign-up`, body)).code).toBe("49008");
  });
});

describe("signing in", () => {
  it("needs the name, in any case of letters, and the password", async () => {
    const name = await signedUp();
    expect((await signIn(name.toUpperCase())).code).toBe("00000");
    expect(errorOf(await signIn(name, "correct horse batterY"))).toEqual([400, "49005"]);
  });

  it("answers an unknown name like a wrong password, after the same work", async () => {
    const name = await signedUp();
    await signIn("no-such-user");
    const took: Record<string, number> = { known: 0, unknown: 0 };
    const answers: TestAnswer[] = [];
    for (let round = 0; round < 2; round += 1) {
      for (const [which, asked] of [
        ["known", name],
        ["unknown", "no-such-user"],
      ] as const) {
        const startMs = performance.now();
        answers.push(await signIn(asked, "wrong password"));
        took[which] = (took[which] ?? 0) + performance.now() - startMs;
      }
    }
    expect(new Set(answers.map(({ code, msg }) => `${code} ${msg}`)).size).toBe(1);
    const ratio = (took["known"] ?? 0) / (took["unknown"] ?? 1);
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3);
  });

  it("stops a thousand guesses after ten, and does not lock out the user elsewhere", async () => {
    const name = await signedUp();
    const codes = new Map<string, number>();
    for (let guess = 0; guess < 1_000; guess += 1) {
      const { code } = await signIn(name, `guess ${guess}`, "198.51.100.7");
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ "49005": 10, "429": 990 });
    expect((await signIn(name, PASSWORD, "198.51.100.7")).code).toBe("429");
    expect((await signIn(name, PASSWORD, "198.51.100.8")).code).toBe("00000");
  });

  it("replaces the session that another page of the host put into the browser", async () => {
    const name = await signedUp();
    const planted = browser.cookie;
    const there = new TestBrowser(exchange.gateway.app);
    const options = { headers: { cookie: planted } };
    rowOf(await there.post(`${TERMINAL}/sign-in`, { name, password: PASSWORD }, options));
    expect(there.cookie).not.toBe(planted);
    expect((await browser.get(SETTINGS)).code, "the planted one has ended").toBe("49001");
  });

  it("is refused for a frozen user, after the password", async () => {
    const name = await signedUp();
    const user = exchange.access.accounts.signInNamed(name)?.user ?? -1;
    const rest = { trading: false, transfersOut: false, withdrawals: false };
    await exchange.apply({ kind: "set_user_freezes", user, ...rest, login: true });
    expect((await signIn(name)).code).toBe("40013");
    expect((await signIn(name, "wrong password")).code).toBe("49005");
  });

  it("takes no form of another site", async () => {
    const name = await signedUp();
    const body = { name, password: PASSWORD };
    const options = { headers: { origin: "http://evil.example" } };
    const there = new TestBrowser(exchange.gateway.app);
    expect((await there.post(`${TERMINAL}/sign-in`, body, options)).code).toBe("49003");
  });
});

describe("the password", () => {
  it("is changed by whoever knows it, and other browsers are signed out", async () => {
    const name = await signedUp();
    const other = new TestBrowser(exchange.gateway.app);
    rowOf(await other.post(`${TERMINAL}/sign-in`, { name, password: PASSWORD }));
    const change = { password: PASSWORD, newPassword: "another password" };
    rowOf(await browser.post(`${TERMINAL}/change-password`, change));
    expect((await browser.get(SETTINGS)).code).toBe("00000");
    expect((await other.get(SETTINGS)).code).toBe("49001");
    expect((await signIn(name)).code).toBe("49005");
    expect((await signIn(name, "another password")).code).toBe("00000");
  });

  it("that was right while it was being changed opens no session that stays", async () => {
    const name = await signedUp();
    const change = { password: PASSWORD, newPassword: "another password" };
    const [changed] = await Promise.all([
      browser.post(`${TERMINAL}/change-password`, change),
      ...Array.from({ length: 6 }, () => signIn(name)),
    ]);
    rowOf(changed);
    const user = exchange.access.accounts.signInNamed(name)?.user ?? -1;
    const names = exchange.access.accounts.sessionsOf(user).map(({ apiKey }) => apiKey);
    expect(names).toEqual([browser.cookies.get("bourse_session")?.split(".")[0]]);
  });

  it("is not changed by a session alone, and guessing it is limited", async () => {
    await signedUp();
    const change = { password: "a guess or two", newPassword: "another password" };
    const codes: string[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      codes.push((await browser.post(`${TERMINAL}/change-password`, change)).code);
    }
    expect(codes.slice(0, 10)).toEqual(Array(10).fill("49005"));
    expect(codes.slice(10)).toEqual(["429", "429"]);
  });

  it("must be a good one, and ready-made users have none", async () => {
    await signedUp();
    const short = { password: PASSWORD, newPassword: "short" };
    expect((await browser.post(`${TERMINAL}/change-password`, short)).code).toBe("49011");
    const ready = new TestBrowser(exchange.gateway.app);
    rowOf(await ready.post(`${TERMINAL}/continue-as`, { name: "ready" }));
    const change = { password: PASSWORD, newPassword: "another password" };
    expect((await ready.post(`${TERMINAL}/change-password`, change)).code).toBe("49012");
  });

  it("is nowhere but as a hash", async () => {
    const name = await signedUp();
    const signedIn = exchange.access.accounts.signInNamed(name);
    expect(signedIn?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    const { list } = (await browser.get(`${TERMINAL}/activity`)).data as { list: object[] };
    expect(list.map((row) => (row as { kind: string }).kind)).toEqual([
      "session_opened",
      "sign_in_changed",
    ]);
    expect(JSON.stringify(list)).not.toContain("argon2");
  });
});

describe("the demo account of a user who signed up", () => {
  it("is created once, with money, and belongs to the user", async () => {
    const name = await signedUp();
    const before = exchange.state.users.length;
    const open = () => browser.post(`${TERMINAL}/demo-session`);
    const answers = await Promise.all([open(), open(), open()]);
    expect(answers.map(({ code }) => code)).toEqual(["00000", "00000", "00000"]);
    rowOf(await open());
    expect(exchange.state.users.length).toBe(before + 1);
    const status = await browser.get(`${TERMINAL}/status`, { realm: "demo" });
    expect(status.data).toMatchObject({ session: { name, realm: "demo", hasPassword: true } });
    const [balance] = exchange.access.accounts.balances(before, "unified");
    expect(balance?.balance).toBe(500n);
  });

  it("cannot sign in, or change the password, by itself", async () => {
    await signedUp();
    rowOf(await browser.post(`${TERMINAL}/demo-session`));
    const change = { password: PASSWORD, newPassword: "another password" };
    const options = { realm: "demo" } as const;
    const answer = await browser.post(`${TERMINAL}/change-password`, change, options);
    expect(answer.code).toBe("40110");
  });

  it("ends its sessions with those of the live account", async () => {
    await signedUp();
    rowOf(await browser.post(`${TERMINAL}/demo-session`));
    const cookie = browser.cookie;
    rowOf(await browser.post(`${TERMINAL}/sign-out-everywhere`, {}, { realm: "demo" }));
    for (const realm of ["live", "demo"] as const) {
      const answer = await browser.get(SETTINGS, { realm, headers: { cookie } });
      expect(answer.code).toBe("49001");
    }
  });
});

it("answers 49001 when the session ends while its request waits", async () => {
  await signedUp();
  const [apiKey = ""] = browser.cookies.get("bourse_session")?.split(".") ?? [];
  const user = exchange.state.keys.get(apiKey)?.user ?? 0;
  const body = { password: PASSWORD, newPassword: `${PASSWORD} 2` };
  const answer = browser.post(`${TERMINAL}/change-password`, body);
  await exchange.apply({ kind: "delete_key", user, apiKey });
  expect((await answer).code).toBe("49001");
});
