import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type SocketFixture,
  socketFixture,
  type TestSocket,
} from "../../../test/support/socket-fixture.ts";
import { SESSION_LIFE_MS } from "../../core/base/limits.ts";
import { newSession } from "../auth/new-session.ts";
import { sessionCookie } from "../auth/session-cookie.ts";

const LOGIN = { op: "login", args: [{ session: "1" }] };

let fixture: SocketFixture;
beforeAll(async () => {
  fixture = await socketFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Opens a session of a user; returns its name and its cookie. */
async function sessionOf(name: string, on = fixture) {
  const { realm } = on.key(name).record;
  const { command, session } = newSession(on.userIndex(name), "test");
  await on.apply(command);
  const [cookie = ""] = sessionCookie(session, { realm, isSecure: false }).split(";");
  return { apiKey: session.apiKey, cookie };
}

function page(cookie: string, on = fixture): Record<string, string> {
  return { cookie, origin: `http://127.0.0.1:${on.address.port}` };
}

/** The answer to a login on a connection with these headers. */
async function loggedIn(path: string, headers: Record<string, string>, on = fixture) {
  const socket = await on.connect(path, headers);
  socket.send(LOGIN);
  const answer = await socket.message("an answer", ({ event }) => event !== undefined);
  return { socket, answer };
}

function subscribed(socket: TestSocket) {
  socket.send({ op: "subscribe", args: [{ instType: "UTA", topic: "account" }] });
  return socket.message("the account", ({ data }) => data !== undefined);
}

it("logs in with the session of a page of the exchange", async () => {
  const { cookie } = await sessionOf("unified");
  const { answer, socket } = await loggedIn("/v3/ws/private", page(cookie));
  expect(answer).toEqual({ event: "login", code: 0, msg: "" });
  await subscribed(socket);
});

it("uses the session of the demo realm on its paths alone", async () => {
  const { cookie } = await sessionOf("demo");
  const demo = await loggedIn("/demo/v3/ws/private", page(cookie));
  expect(demo.answer).toMatchObject({ event: "login" });
  const live = await loggedIn("/v3/ws/private", page(cookie));
  expect(live.answer).toMatchObject({ event: "error", code: 30005 });
  const { cookie: own } = await sessionOf("unified");
  const wrong = await loggedIn("/demo/v3/ws/private", page(own));
  expect(wrong.answer).toMatchObject({ event: "error", code: 30005 });
});

it("refuses a page that shows another user than that of the session", async () => {
  const { cookie } = await sessionOf("unified");
  const answerTo = async (uid: string) => {
    const socket = await fixture.connect("/v3/ws/private", page(cookie));
    socket.send({ op: "login", args: [{ session: "1", uid }] });
    return socket.message("an answer", ({ event }) => event !== undefined);
  };
  const own = fixture.key("unified").record.uid;
  expect(await answerTo(own)).toMatchObject({ event: "login" });
  const other = fixture.key("demo").record.uid;
  expect(await answerTo(other)).toMatchObject({ event: "error", code: 30005 });
});

it("refuses pages of other origins, and clients without an origin", async () => {
  const { cookie } = await sessionOf("unified");
  const { port } = fixture.address;
  for (const headers of [
    { cookie },
    { cookie, origin: "http://evil.example" },
    { cookie, origin: "http://127.0.0.1:1" },
    { cookie, origin: `http://127.0.0.1:${port}.evil.example` },
    { cookie, origin: "null" },
    { origin: `http://127.0.0.1:${port}` },
    page(cookie.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"))),
    page("bourse_session=junk"),
  ]) {
    const { answer, socket } = await loggedIn("/v3/ws/private", headers);
    expect(answer).toMatchObject({ event: "error", code: 30005 });
    expect((await socket.closing()).reason).toBe("login failed");
  }
});

it("refuses a page that was loaded over http where a proxy offers https", async () => {
  const trustedProxies = [{ address: "127.0.0.1", family: "ipv4", prefixBits: 32 }] as const;
  await using own = await socketFixture({ trustedProxies });
  const { cookie } = await sessionOf("unified", own);
  const headers = { ...page(cookie, own), "x-forwarded-proto": "https" };
  expect((await loggedIn("/ws", headers, own)).answer).toMatchObject({ code: 30005 });
  const origin = page(cookie, own)["origin"]?.replace("http:", "https:") ?? "";
  expect((await loggedIn("/ws", { ...headers, origin }, own)).answer).toMatchObject({ code: 0 });
});

it("ends with the session", async () => {
  const { apiKey, cookie } = await sessionOf("unified");
  const { socket } = await loggedIn("/ws", page(cookie));
  await fixture.apply({ kind: "delete_key", user: fixture.userIndex("unified"), apiKey });
  expect((await socket.closing()).reason).toContain("key was changed");
  expect((await loggedIn("/ws", page(cookie))).answer).toMatchObject({ code: 30005 });
});

it("ends when the user may not sign in any more", async () => {
  const { cookie } = await sessionOf("classic");
  const user = fixture.userIndex("classic");
  const { socket } = await loggedIn("/ws", page(cookie));
  const rest = { trading: false, transfersOut: false, withdrawals: false };
  await fixture.apply({ kind: "set_user_freezes", user, ...rest, login: true });
  expect((await socket.closing()).reason).toContain("access");
  expect((await loggedIn("/ws", page(cookie))).answer).toMatchObject({ code: 30005 });
});

it("refuses a session after its life", async () => {
  await using own = await socketFixture();
  const { cookie } = await sessionOf("unified", own);
  own.clock.advance(SESSION_LIFE_MS);
  expect((await loggedIn("/ws", page(cookie, own), own)).answer).toMatchObject({ code: 30005 });
});

it("ends an open connection when the life of the session is over", async () => {
  await using own = await socketFixture({ limits: { idleMs: Number.POSITIVE_INFINITY } });
  const { cookie } = await sessionOf("unified", own);
  own.clock.advance(SESSION_LIFE_MS - 60_000);
  const { socket } = await loggedIn("/ws", page(cookie, own), own);
  own.clock.advance(120_000);
  expect((await socket.closing()).reason).toContain("session is over");
});
