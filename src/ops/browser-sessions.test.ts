import { describe, expect, it } from "vitest";
import type { AdminIdentity } from "./admin-identity.ts";
import { digestOf } from "./admin-token.ts";
import { BROWSER_SESSION_MS, BrowserSessions, SESSIONS_OF_TOKEN_MAX } from "./browser-sessions.ts";

const EVA = digestOf("the-token-of-eva");
const ROB = digestOf("the-token-of-rob");

function opened() {
  const clock = { nowMs: 1_000 };
  const holders = new Map<string, AdminIdentity>([
    [EVA.toString("hex"), { name: "eva", role: "treasury" }],
    [ROB.toString("hex"), { name: "rob", role: "read" }],
  ]);
  const tokens = { holderOf: (digest: Buffer) => holders.get(digest.toString("hex")) };
  return { clock, holders, sessions: new BrowserSessions(tokens, () => clock.nowMs) };
}

describe("a browser session", () => {
  it("has the holder of its token, for twelve hours", () => {
    const { clock, sessions } = opened();
    const secret = sessions.open(EVA);
    clock.nowMs += BROWSER_SESSION_MS - 1;
    const holder = { name: "eva", role: "treasury" };
    expect(sessions.find(secret)).toEqual({ holder, token: EVA, remainingMs: 1 });
    clock.nowMs += 1;
    expect(sessions.find(secret)).toBeUndefined();
  });

  it("has the present role of its token, and ends with it", () => {
    const { holders, sessions } = opened();
    const secret = sessions.open(EVA);
    holders.set(EVA.toString("hex"), { name: "eva", role: "read" });
    expect(sessions.find(secret)?.holder.role).toBe("read");
    holders.delete(EVA.toString("hex"));
    expect(sessions.find(secret)).toBeUndefined();
  });

  it("is found by no other secret", () => {
    const { sessions } = opened();
    const secret = sessions.open(EVA);
    for (const other of ["", `${secret}0`, secret.slice(1), secret.toUpperCase()]) {
      expect(sessions.find(other)).toBeUndefined();
    }
  });

  it("ends by itself or with all of its token, and no other", () => {
    const { sessions } = opened();
    const [first, second, third] = [sessions.open(EVA), sessions.open(EVA), sessions.open(ROB)];
    expect([sessions.end(first), sessions.end(first)]).toEqual([1, 0]);
    expect(sessions.endAllOf(EVA)).toBe(1);
    expect(sessions.find(second)).toBeUndefined();
    expect(sessions.find(third)?.holder.name).toBe("rob");
  });

  it("beyond the limit of a token ends the oldest of this token", () => {
    const { sessions } = opened();
    const others = sessions.open(ROB);
    const secrets = Array.from({ length: SESSIONS_OF_TOKEN_MAX + 2 }, () => sessions.open(EVA));
    const inForce = secrets.map((secret) => sessions.find(secret) !== undefined);
    expect(inForce).toEqual(secrets.map((_secret, index) => index >= 2));
    expect(sessions.find(others)).toBeDefined();
  });
});
