/** Sessions of browsers at the admin API: roles, other pages that misuse the cookie, their end. */
import { beforeAll, describe, expect, it } from "vitest";
import { openExchange } from "../conformance/support/conformance-exchange.ts";
import { eventually } from "../support/eventually.ts";

type Headers = Readonly<Record<string, string>>;
interface Answer {
  readonly status: number;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly setCookie: string;
}

const exchange = await openExchange();
const { baseUrl, credentials } = exchange;
const PAGE = { "x-bourse-terminal": "1", origin: baseUrl } as const;
let uid = "";

async function call(method: string, path: string, headers: Headers, body?: object) {
  const answer = await fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as { readonly error?: { readonly code: string } };
  return {
    status: answer.status,
    code: json.error?.code ?? "",
    body: json,
    setCookie: answer.headers.get("set-cookie") ?? "",
  } as Answer;
}

async function issue(name: string, role: string): Promise<string> {
  return (await exchange.admin<{ token: string }>("PUT", `/tokens/${name}`, { role })).token;
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Signs in and returns the cookie. */
async function signIn(token: string): Promise<string> {
  const { setCookie, status } = await call("POST", "/browser-session", {
    ...PAGE,
    ...bearer(token),
  });
  expect(status).toBe(201);
  return setCookie.split(";")[0] ?? "";
}

const freeze = (headers: Headers): Promise<Answer> =>
  call("PUT", `/users/${uid}/freeze`, headers, { isFrozen: false });

beforeAll(async () => {
  uid = (await exchange.newUser({ kind: "classic" }, { wallet: "spot", coin: "USDT", amount: "1" }))
    .uid;
});

describe("a browser session", () => {
  it("is a cookie of the admin API that scripts and other sites do not get", async () => {
    const opened = await call("POST", "/browser-session", bearer(credentials.admin.token));
    expect(opened.body).toEqual({ name: "root", role: "all", remainingSeconds: 43_200 });
    expect(opened.setCookie).toMatch(
      /^bourse_admin_session=[\w-]{43}; Path=\/admin; HttpOnly; SameSite=Strict$/,
    );
    expect(opened.setCookie).not.toContain(credentials.admin.token);
  });

  it("may do what the role of its token may, and acts under its name", async () => {
    const [support, read] = [await issue("sam", "support"), await issue("rob", "read")];
    const asSupport = { ...PAGE, cookie: await signIn(support) };
    const asRead = { ...PAGE, cookie: await signIn(read) };
    expect((await call("GET", "/browser-session", asRead)).body).toMatchObject({ name: "rob" });
    expect((await freeze({ ...asSupport, "x-reason": "by page" })).status).toBe(200);
    expect(await freeze(asRead)).toMatchObject({ status: 403, code: "forbidden" });
    const tokens = await call("PUT", "/tokens/sam", asSupport, { role: "all" });
    expect(tokens).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("opens no further session, which would outlive its end", async () => {
    const headers = { ...PAGE, cookie: await signIn(credentials.admin.token) };
    const again = await call("POST", "/browser-session", headers);
    expect(again).toMatchObject({ status: 400, code: "invalid", setCookie: "" });
  });

  it("is not opened without a token or with a wrong one", async () => {
    const without = await call("POST", "/browser-session", PAGE);
    expect(without).toMatchObject({ status: 401, code: "unauthorized", setCookie: "" });
    const wrong = await call("POST", "/browser-session", { ...PAGE, ...bearer("x".repeat(32)) });
    expect(wrong).toMatchObject({ status: 401, code: "unauthorized", setCookie: "" });
  });

  it("that is missing or wrong on an own page is no attempt with a wrong token", async () => {
    const count = async (): Promise<string | undefined> => {
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
      return /^bourse_admin_wrong_tokens_total (\d+)$/m.exec(metrics)?.[1];
    };
    const before = await count();
    for (const cookie of ["", "bourse_admin_session=", `bourse_admin_session=${"x".repeat(43)}`]) {
      const { code } = await call("GET", "/users", { ...PAGE, cookie });
      expect(code).toBe("unauthorized");
    }
    expect(await count()).toBe(before);
  });
});

describe("a request of another page with the cookie", () => {
  const foreign: readonly (readonly [string, Headers])[] = [
    ["without the header of own pages", { origin: baseUrl }],
    ["of another host", { ...PAGE, origin: "https://evil.example" }],
    ["of another port of the host", { ...PAGE, origin: "http://127.0.0.1:1" }],
    ["of an opaque origin", { ...PAGE, origin: "null" }],
    ["without an origin", { "x-bourse-terminal": "1" }],
    ["of the same site, as the browser says", { ...PAGE, "sec-fetch-site": "same-site" }],
    ["of another site, as the browser says", { ...PAGE, "sec-fetch-site": "cross-site" }],
  ];

  it.each(foreign)("%s is refused, whatever its cookie", async (_what, headers) => {
    const cookie = await signIn(credentials.admin.token);
    expect(await freeze({ ...headers, cookie })).toMatchObject({
      status: 403,
      code: "foreign_page",
    });
    const wrong = await freeze({ ...headers, cookie: "bourse_admin_session=x" });
    expect(wrong).toMatchObject({ status: 403, code: "foreign_page" });
  });

  it("cannot read either, nor end the session", async () => {
    const cookie = await signIn(credentials.admin.token);
    expect((await call("GET", "/users", { cookie })).code).toBe("foreign_page");
    expect((await call("DELETE", "/browser-session", { cookie })).code).toBe("foreign_page");
    expect((await call("GET", "/browser-session", { ...PAGE, cookie })).status).toBe(200);
  });

  it("gets no permission to send the header", async () => {
    const answer = await fetch(`${baseUrl}/admin/v1/users`, {
      method: "OPTIONS",
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "x-bourse-terminal",
      },
    });
    const granted = [...answer.headers.keys()].filter((name) => name.startsWith("access-control"));
    expect(granted).toEqual([]);
  });

  it("with a cookie of its own beside that of the operator is refused", async () => {
    const [own, other] = [
      await signIn(await issue("rob", "read")),
      await signIn(await issue("sam", "support")),
    ];
    for (const cookie of [`${own}; ${other}`, `${other}; ${own}`]) {
      expect((await freeze({ ...PAGE, cookie })).code).toBe("unauthorized");
    }
  });
});

describe("the end of a browser session", () => {
  it("comes at once when the browser signs out, and removes the cookie", async () => {
    const headers = { ...PAGE, cookie: await signIn(credentials.admin.token) };
    const ended = await call("DELETE", "/browser-session", headers);
    expect(ended).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(ended.setCookie).toContain("bourse_admin_session=; Max-Age=0; Path=/admin");
    expect((await call("GET", "/users", headers)).code).toBe("unauthorized");
  });

  it("comes for all browsers of a token by the token itself", async () => {
    const token = await issue("eva", "treasury");
    const browsers = [await signIn(token), await signIn(token)];
    const ended = await call("DELETE", "/browser-session", bearer(token));
    expect(ended.body).toEqual({ ended: 2 });
    for (const cookie of browsers) {
      expect((await call("GET", "/users", { ...PAGE, cookie })).code).toBe("unauthorized");
    }
  });

  it("comes when the token is replaced or removed", async () => {
    const replaced = { ...PAGE, cookie: await signIn(await issue("max", "treasury")) };
    expect((await call("GET", "/users", replaced)).status).toBe(200);
    const removed = { ...PAGE, cookie: await signIn(await issue("max", "treasury")) };
    expect((await call("GET", "/users", replaced)).code).toBe("unauthorized");
    await exchange.admin("DELETE", "/tokens/max");
    expect((await call("GET", "/users", removed)).code).toBe("unauthorized");
  });

  it("comes when the token expires", async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const issued = await exchange.admin<{ token: string }>("PUT", "/tokens/max", {
      role: "treasury",
      expiresAt,
    });
    const headers = { ...PAGE, cookie: await signIn(issued.token) };
    const isRefused = async () => (await call("GET", "/users", headers)).code === "unauthorized";
    await eventually("the session ends with its token", isRefused);
  });
});
