import { expect, it } from "vitest";
import { PASSWORDS_AT_ONCE, PASSWORDS_WAITING_MAX, Passwords } from "./passwords.ts";

it("compares passwords, and work is the same without a hash", async () => {
  const passwords = new Passwords();
  const stored = await passwords.hashOf("one password");
  expect(await passwords.matches("one password", stored)).toBe(true);
  expect(await passwords.matches("One password", stored)).toBe(false);
  expect(await passwords.matches("one password", undefined)).toBe(false);
});

it("takes letters that are composed in another way for the same", async () => {
  const passwords = new Passwords();
  const stored = await passwords.hashOf("caf\u00e9 cr\u00e8me");
  expect(await passwords.matches("cafe\u0301 cre\u0300me", stored)).toBe(true);
});

it("refuses passwords beyond those that wait, and goes on afterwards", async () => {
  const passwords = new Passwords();
  const count = PASSWORDS_AT_ONCE + PASSWORDS_WAITING_MAX + 3;
  const hashes = Array.from({ length: count }, (_, n) => passwords.hashOf(`password ${n}`));
  const settled = await Promise.allSettled(hashes);
  const refused = settled.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ reason: { code: "40015" } });
  expect(await passwords.hashOf("afterwards")).toContain("$argon2id$");
});
