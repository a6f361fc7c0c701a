import { expect, it } from "vitest";
import { secondPersonFault } from "./second-person.ts";

const TOKENS = [
  { name: "alice", role: "treasury", issuers: ["root"] },
  { name: "bob", role: "treasury", issuers: ["root"] },
  { name: "carol", role: "treasury", issuers: ["alice", "root"] },
];

it("another person approves, whose token neither issued the other nor was issued by it", () => {
  expect(secondPersonFault("bob", "alice", TOKENS)).toBeUndefined();
  expect(secondPersonFault("alice", "bob", TOKENS)).toBeUndefined();
  expect(secondPersonFault("alice", "alice", TOKENS)).toMatch(/asked for this change yourself/);
  expect(secondPersonFault("root", "alice", TOKENS)).toMatch(/issued that of alice/);
  expect(secondPersonFault("alice", "root", TOKENS)).toMatch(/issued by root/);
  expect(secondPersonFault("alice", "carol", TOKENS)).toMatch(/issued that of carol/);
});
