import { expect, it } from "vitest";
import { SignInAttempts } from "./sign-in-attempts.ts";

function attempted() {
  let nowMs = 0;
  const attempts = new SignInAttempts(() => nowMs);
  const isAllowed = (attempt: () => void): boolean => {
    try {
      attempt();
      return true;
    } catch {
      return false;
    }
  };
  return {
    attempts,
    advance: (ms: number) => (nowMs += ms),
    signIn: (name: string, address: string) => isAllowed(() => attempts.signIn(name, address)),
    signUp: (address: string) => isAllowed(() => attempts.signUp(address)),
    password: (user: number) => isAllowed(() => attempts.password(user)),
  };
}

const allowedOf = (count: number, attempt: (n: number) => boolean): number =>
  Array.from({ length: count }, (_, n) => attempt(n)).filter(Boolean).length;

it("allows ten guesses for a name from a network, whatever the case of its letters", () => {
  const { advance, signIn } = attempted();
  expect(allowedOf(20, (n) => signIn(n % 2 === 0 ? "alice" : "ALICE", "203.0.113.5"))).toBe(10);
  expect(signIn("alice", "203.0.113.6"), "another network").toBe(true);
  advance(5 * 60_000);
  expect(signIn("alice", "203.0.113.5"), "later").toBe(true);
});

it("counts all addresses of a network of IPv6 as one", () => {
  const { signIn } = attempted();
  expect(allowedOf(20, (n) => signIn("alice", `2001:db8::${n + 1}`))).toBe(10);
});

it("stops guesses of one password for many names from a network", () => {
  const { signIn } = attempted();
  expect(allowedOf(1_000, (n) => signIn(`name-${n}`, "203.0.113.5"))).toBe(60);
});

it("does not let a good sign-in pay for bad ones with other names", () => {
  const { attempts, signIn } = attempted();
  const allowed = allowedOf(1_000, (n) => {
    attempts.signedIn("mallory", "203.0.113.5");
    return signIn(n % 2 === 0 ? "mallory" : `victim-${n}`, "203.0.113.5");
  });
  expect(allowed).toBe(60);
});

it("forgets the failures of a name that has signed in", () => {
  const { attempts, signIn } = attempted();
  allowedOf(9, () => signIn("alice", "203.0.113.5"));
  attempts.signedIn("Alice", "203.0.113.5");
  expect(allowedOf(20, () => signIn("alice", "203.0.113.5"))).toBe(10);
});

it("allows ten new users an hour from a network, and five hundred from all", () => {
  const { signUp } = attempted();
  expect(allowedOf(20, () => signUp("203.0.113.5"))).toBe(10);
  expect(allowedOf(2_000, (n) => signUp(`10.0.${n >> 8}.${n & 255}`))).toBe(490);
});

it("allows ten passwords of a signed-in user", () => {
  const { password } = attempted();
  expect(allowedOf(20, () => password(7))).toBe(10);
  expect(password(8)).toBe(true);
});

it("says when to try again", () => {
  const { attempts } = attempted();
  for (let n = 0; n < 10; n += 1) attempts.password(7);
  expect(() => attempts.password(7)).toThrow(
    expect.objectContaining({ code: "429", retryAfterSeconds: 300 }),
  );
});
