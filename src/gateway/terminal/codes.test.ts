import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowOf } from "../../../test/support/test-answer.ts";
import { type BrowserOptions, TestBrowser } from "../../../test/support/test-browser.ts";
import { ExchangeFixture } from "../../../test/support/test-exchange.ts";
import { listEndpoints, listSessionEndpoints } from "../list-endpoints.ts";

const TERMINAL = "/terminal/v1";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another horse battery";
const ENDPOINTS = [...listEndpoints(), ...listSessionEndpoints()];
const STEP_MS = 30_000;
const WITHDRAWAL = { coin: "USDT", transferType: "internal_transfer", address: "1", size: "1" };

let exchange: ExchangeFixture;
let browser: TestBrowser;
let counter = 0;

beforeAll(async () => {
  exchange = await ExchangeFixture.start({
    endpoints: ENDPOINTS,
    users: [{ name: "program", accountKind: "classic" }],
  });
});
afterAll(() => exchange[Symbol.asyncDispose]());
beforeEach(() => {
  exchange.gateway.advance(3_600_000);
  browser = new TestBrowser(exchange.gateway.app);
});

function codeOf(secret: string, steps = 0): string {
  const timestamp = exchange.nowMs + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A code that is right at none of the times that count. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (code) => !right.includes(code),
  ) as string;
}

async function signedUp(): Promise<string> {
  counter += 1;
  const name = `coder-${counter}`;
  const body = { name, password: PASSWORD, accountKind: "classic" };
  rowOf(await browser.post(`${TERMINAL}/sign-up`, body));
  return name;
}

async function prepared(): Promise<string> {
  const answer = await browser.post(`${TERMINAL}/prepare-codes`, { password: PASSWORD });
  return String(rowOf(answer)["secret"]);
}

/** Signs a user up whose codes are enabled; the code of the present step is not used yet. */
async function withCodes(): Promise<{ name: string; secret: string }> {
  const name = await signedUp();
  const secret = await prepared();
  rowOf(await browser.post(`${TERMINAL}/enable-codes`, { code: codeOf(secret) }));
  exchange.gateway.advance(10 * STEP_MS);
  return { name, secret };
}

async function withdrawing(code?: string): Promise<string> {
  const options: BrowserOptions = code === undefined ? {} : { headers: { "x-bourse-code": code } };
  return (await browser.post("/api/v2/spot/wallet/withdrawal", WITHDRAWAL, options)).code;
}

async function signingIn(name: string, code?: string): Promise<string> {
  const there = new TestBrowser(exchange.gateway.app);
  const more = code === undefined ? {} : { code };
  const body = { name, password: PASSWORD, ...more };
  return (await there.post(`${TERMINAL}/sign-in`, body)).code;
}

const CODE_ERRORS = ["49013", "49014", "429"];

describe("enabling and disabling codes", () => {
  it("needs the password, and a code of the prepared secret", async () => {
    await signedUp();
    const wrong = await browser.post(`${TERMINAL}/prepare-codes`, { password: "wrong password" });
    expect(wrong.code).toBe("49005");
    const enable = (code: string) => browser.post(`${TERMINAL}/enable-codes`, { code });
    expect((await enable("123456")).code).toBe("49016");
    const secret = await prepared();
    expect((await enable(wrongCode(secret))).code).toBe("49014");
    expect((await enable(codeOf(secret))).code).toBe("00000");
    expect((await browser.get(`${TERMINAL}/status`)).data).toMatchObject({
      session: { codesEnabled: true },
    });
    const again = await browser.post(`${TERMINAL}/prepare-codes`, { password: PASSWORD });
    expect(again.code).toBe("49015");
  });

  it("forgets a prepared secret after ten minutes", async () => {
    await signedUp();
    const secret = await prepared();
    exchange.gateway.advance(600_000);
    const late = await browser.post(`${TERMINAL}/enable-codes`, { code: codeOf(secret) });
    expect(late.code).toBe("49016");
  });

  it("disables them with password and code, not with a stolen session alone", async () => {
    const { secret } = await withCodes();
    const disable = (password: string, code: string) =>
      browser.post(`${TERMINAL}/disable-codes`, { password, code });
    expect((await disable("wrong password", codeOf(secret))).code).toBe("49005");
    expect((await disable(PASSWORD, wrongCode(secret))).code).toBe("49014");
    expect((await disable(PASSWORD, codeOf(secret))).code).toBe("00000");
    expect(CODE_ERRORS).not.toContain(await withdrawing());
    expect((await disable(PASSWORD, codeOf(secret))).code).toBe("49017");
  });
});

describe("requests that a code confirms", () => {
  it("refuses them without a code, and a code that was used", async () => {
    const { secret } = await withCodes();
    expect(await withdrawing()).toBe("49013");
    const code = codeOf(secret);
    expect(CODE_ERRORS).not.toContain(await withdrawing(code));
    exchange.gateway.advance(5_000);
    expect(await withdrawing(code)).toBe("49014");
  });

  it("takes the codes of the steps before and after, and none older than a used one", async () => {
    const { secret } = await withCodes();
    expect(await withdrawing(codeOf(secret, -2))).toBe("49014");
    expect(await withdrawing(codeOf(secret, 2))).toBe("49014");
    expect(CODE_ERRORS).not.toContain(await withdrawing(codeOf(secret, -1)));
    expect(CODE_ERRORS).not.toContain(await withdrawing(codeOf(secret, 1)));
    expect(await withdrawing(codeOf(secret))).toBe("49014");
  });

  it("refuses the code of another user", async () => {
    const other = await withCodes();
    browser = new TestBrowser(exchange.gateway.app);
    await withCodes();
    expect(await withdrawing(codeOf(other.secret))).toBe("49014");
  });

  it("gives one of two requests at the same time the code", async () => {
    const { secret } = await withCodes();
    const options = { headers: { "x-bourse-code": codeOf(secret) } };
    const change = { password: PASSWORD, newPassword: NEW_PASSWORD };
    const codes = await Promise.all([
      withdrawing(options.headers["x-bourse-code"]),
      browser.post(`${TERMINAL}/change-password`, change, options).then(({ code }) => code),
    ]);
    expect(codes.filter((code) => code === "49014")).toHaveLength(1);
  });

  it("refuses to guess on, while the user goes on reading", async () => {
    const { name, secret } = await withCodes();
    const wrong = wrongCode(secret);
    for (let tried = 0; tried < 5; tried += 1) expect(await withdrawing(wrong)).toBe("49014");
    expect(await withdrawing(codeOf(secret))).toBe("429");
    expect((await browser.get("/api/v2/spot/account/info")).code).toBe("00000");
    expect(await signingIn(name, codeOf(secret))).toBe("00000");
  });

  it("asks for the same code in the demo realm", async () => {
    const { secret } = await withCodes();
    rowOf(await browser.post(`${TERMINAL}/demo-session`));
    const body = { subAccountUid: "1", passphrase: "abcdefgh1", label: "a" };
    const path = "/api/v2/user/create-virtual-subaccount-apikey";
    const ask = (code: string) =>
      browser.post(path, body, { realm: "demo", headers: { "x-bourse-code": code } });
    expect((await ask("")).code).toBe("49013");
    expect((await ask(wrongCode(secret))).code).toBe("49014");
    expect(CODE_ERRORS).not.toContain((await ask(codeOf(secret))).code);
  });

  it("are those that move money out or make credentials", () => {
    const confirmed = ENDPOINTS.filter((endpoint) => endpoint.confirmed);
    expect(new Set(confirmed.map(({ paths }) => paths[0]))).toEqual(
      new Set([
        "/api/v2/spot/wallet/withdrawal",
        "/api/v2/user/batch-create-subaccount-and-apikey",
        "/api/v2/user/create-virtual-subaccount-apikey",
        "/api/v2/user/modify-virtual-subaccount-apikey",
        "/api/v3/account/withdraw",
        "/api/v3/user/create-sub-api",
        "/api/v3/user/update-sub-api",
        "/api/v3/p2p/order-release",
        `${TERMINAL}/change-password`,
        `${TERMINAL}/create-key`,
        `${TERMINAL}/modify-key`,
        `${TERMINAL}/add-address`,
      ]),
    );
  });

  it("needs no code of API keys", async () => {
    const { code } = await exchange.post("/api/v2/spot/wallet/withdrawal", WITHDRAWAL, "program");
    expect(CODE_ERRORS).not.toContain(code);
  });
});

describe("signing in with codes", () => {
  it("needs a code after the right password", async () => {
    const { name, secret } = await withCodes();
    expect(await signingIn(name)).toBe("49013");
    expect(await signingIn(name, wrongCode(secret))).toBe("49014");
    const code = codeOf(secret);
    expect(await signingIn(name, code)).toBe("00000");
    expect(await signingIn(name, code)).toBe("49014");
  });

  it("leaves withdrawals to the owner while others with the password guess", async () => {
    const { name, secret } = await withCodes();
    for (let tried = 0; tried < 5; tried += 1) await signingIn(name, wrongCode(secret));
    expect(await signingIn(name, codeOf(secret))).toBe("429");
    expect(CODE_ERRORS).not.toContain(await withdrawing(codeOf(secret)));
  });
});
