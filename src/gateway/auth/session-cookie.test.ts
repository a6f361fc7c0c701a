import { expect, it } from "vitest";
import { clearedCookie, presentedSession, sessionCookie } from "./session-cookie.ts";

const SESSION = { apiKey: `bg_${"1".repeat(32)}`, secret: "a".repeat(64) };
const VALUE = `${SESSION.apiKey}.${SESSION.secret}`;
const NO_ONE = { apiKey: "", secret: "" };

it("reads the cookie of the realm among others", () => {
  const header = `theme=dark; bourse_session=${VALUE};bourse_demo_session=x; a=b`;
  expect(presentedSession(header, "live")).toEqual(SESSION);
  expect(presentedSession(header, "demo")).toEqual(NO_ONE);
  expect(presentedSession("theme=dark", "live")).toBeUndefined();
  expect(presentedSession(undefined, "live")).toBeUndefined();
});

it.each([
  ["an empty value", "bourse_session="],
  ["another shape", "bourse_session=bg_1.2"],
  ["letters in capitals", `bourse_session=${VALUE.toUpperCase()}`],
  ["quotation marks", `bourse_session="${VALUE}"`],
  ["something behind the secret", `bourse_session=${VALUE}0`],
  ["two sessions", `bourse_session=${VALUE}; bourse_session=${VALUE}`],
])("presents no session for %s", (_, header) => {
  expect(presentedSession(header, "live")).toEqual(NO_ONE);
});

it.each([
  ["another name in front", `xbourse_session=${VALUE}`],
  ["a name in capitals", `BOURSE_SESSION=${VALUE}`],
  ["a prefix of browsers", `__Host-bourse_session=${VALUE}`],
  ["a value that contains a cookie", `a=bourse_session=${VALUE}`],
])("does not take %s for the cookie", (_, header) => {
  expect(presentedSession(header, "live")).toBeUndefined();
});

it("reads a huge header in bounded time", () => {
  const header = `${"a=b; ".repeat(3_000)}bourse_session=${VALUE}`;
  const startMs = performance.now();
  for (let n = 0; n < 100; n += 1) presentedSession(header, "live");
  expect(performance.now() - startMs).toBeLessThan(2_000);
});

it("hides the cookie from scripts and from other sites", () => {
  const plain = sessionCookie(SESSION, { realm: "live", isSecure: false });
  const attributes = "Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict";
  expect(plain).toBe(`bourse_session=${VALUE}; ${attributes}`);
  const secure = sessionCookie(SESSION, { realm: "demo", isSecure: true });
  expect(secure).toBe(`bourse_demo_session=${VALUE}; ${attributes}; Secure`);
  expect(clearedCookie("live", false)).toContain("bourse_session=; Path=/; Max-Age=0;");
});
