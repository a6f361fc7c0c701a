import { afterEach, beforeEach, expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { audit } from "../audit.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";
import { readLiveUserOf, readSignIn, readSignInNamed } from "../reads/user-reads.ts";
import { createState } from "../state.ts";
import { encodeState, restoreState } from "../state-encoding.ts";

let core: CoreFixture;
let alice: number;
let bob: number;
let demo: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice");
  bob = core.user("bob");
  demo = core.user("demo", [], { realm: "demo" });
});

afterEach(() => {
  expect(audit(core.state).holds).toBe(true);
});

function set(user: number, fields: Partial<DraftOf<"set_sign_in">>): CoreEvent[] {
  const none = { name: "", passwordHash: "", demoUser: 0 };
  const codes = { changesCodes: false, sealedCodeSecret: new Uint8Array(0) };
  return core.run({ kind: "set_sign_in", user, ...none, ...codes, ...fields });
}

test("a first setting needs name and password; later ones keep what they leave out", () => {
  for (const fields of [{ name: "alice" }, { passwordHash: "hash" }, {}]) {
    set(alice, fields);
    expect(core.rejection).toBe("sign_in_out_of_bounds");
  }
  const events = set(alice, { name: "Alice", passwordHash: "hash" });
  expect(events).toMatchObject([
    {
      ...{ kind: "sign_in_changed", user: alice, name: "Alice", isPasswordNew: true },
      ...{ hasCodes: false, demoUser: 0 },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain("hash");
  set(alice, { changesCodes: true, sealedCodeSecret: Uint8Array.of(1, 2) });
  set(alice, { passwordHash: "other" });
  expect(readSignIn(core.state, alice)).toEqual({
    ...{ user: alice, name: "Alice", passwordHash: "other", demoUser: 0 },
    sealedCodeSecret: Uint8Array.of(1, 2),
  });
  expect(set(alice, { changesCodes: true })).toMatchObject([{ hasCodes: false }]);
});

test("a name is of one user, in any case of letters, and free again when it is given up", () => {
  set(alice, { name: "Alice", passwordHash: "hash" });
  set(bob, { name: "aLICE", passwordHash: "hash" });
  expect(core.rejection).toBe("sign_in_name_taken");
  set(alice, { name: "ALICE" });
  expect(core.rejection).toBeUndefined();
  set(alice, { name: "carol" });
  set(bob, { name: "alice", passwordHash: "hash" });
  expect(readSignInNamed(core.state, "ALICE")?.user).toBe(bob);
  expect(readSignInNamed(core.state, "Carol")?.user).toBe(alice);
});

test.each([
  ["spaces", { name: "al ice" }],
  ["control characters", { name: "al\u0000ice" }],
  ["letters that look alike", { name: "\u0430lice" }],
  ["a long name", { name: "a".repeat(65) }],
  ["a long hash", { passwordHash: "h".repeat(129) }],
  ["a large secret", { changesCodes: true, sealedCodeSecret: new Uint8Array(129) }],
])("%s are out of bounds", (_, fields) => {
  set(alice, { name: "alice", passwordHash: "hash", ...fields });
  expect(core.rejection).toBe("sign_in_out_of_bounds");
});

test("only main accounts of the live realm sign in", () => {
  const sub = core.user("sub", [], { parent: alice + 1 });
  for (const user of [sub, demo]) {
    set(user, { name: "name", passwordHash: "hash" });
    expect(core.rejection).toBe("sign_in_not_allowed");
  }
  for (const user of [0, 1, 9_999]) {
    set(user, { name: "name", passwordHash: "hash" });
    expect(core.rejection).toBe("user_not_found");
  }
});

test("a demo account belongs to one user for good", () => {
  const other = core.user("other", [], { realm: "demo" });
  const sub = core.user("demo sub", [], { realm: "demo", parent: demo + 1 });
  set(alice, { name: "alice", passwordHash: "hash" });
  set(bob, { name: "bob", passwordHash: "hash" });
  for (const demoUser of [bob, alice, sub, 1, 9_999]) {
    set(alice, { demoUser: demoUser + 1 });
    expect(core.rejection).toBe("demo_user_not_linkable");
  }
  expect(set(alice, { demoUser: demo + 1 })).toMatchObject([{ demoUser: demo + 1 }]);
  set(alice, { demoUser: demo + 1 });
  expect(core.rejection).toBeUndefined();
  for (const [user, linked] of [
    [alice, other],
    [bob, demo],
  ] as const) {
    set(user, { demoUser: linked + 1 });
    expect(core.rejection).toBe("demo_user_not_linkable");
  }
  expect(readLiveUserOf(core.state, demo)).toBe(alice);
  expect(readLiveUserOf(core.state, other)).toBeUndefined();
});

test("a snapshot restores all of it", () => {
  set(bob, { name: "bob", passwordHash: "hash" });
  const codes = { changesCodes: true, sealedCodeSecret: Uint8Array.of(9) };
  set(alice, { name: "Alice", passwordHash: "hash", ...codes, demoUser: demo + 1 });
  const restored = createState();
  restoreState(restored, encodeState(core.state));
  expect(encodeState(restored)).toEqual(encodeState(core.state));
  expect(readSignInNamed(restored, "alice")).toEqual(readSignIn(core.state, alice));
  expect(readLiveUserOf(restored, demo)).toBe(alice);
});
