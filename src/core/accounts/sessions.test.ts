import { afterEach, beforeEach, expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { audit } from "../audit.ts";
import { KEYS_PER_USER_MAX, SESSIONS_PER_USER_MAX } from "../base/limits.ts";
import type { KeyKind } from "../base/vocabulary.ts";
import type { CoreEvent } from "../events/events.ts";
import { readKeys, readSessions } from "../reads/user-reads.ts";
import { createState } from "../state.ts";
import { encodeState, restoreState } from "../state-encoding.ts";

let core: CoreFixture;
let alice: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice");
});

afterEach(() => {
  audit(core.state);
});

function create(apiKey: string, keyKind: KeyKind = "session"): CoreEvent[] {
  return core.run({
    kind: "create_key",
    ...{ user: alice, apiKey, keyKind, sealedSecret: new Uint8Array(0), passphraseHash: "hash" },
    ...{ permissions: "read", ipList: "", note: "Firefox" },
  });
}

const namesOf = (keys: readonly { readonly apiKey: string }[]): string[] =>
  keys.map(({ apiKey }) => apiKey);

const changedBy = (events: readonly CoreEvent[]): string[] =>
  events.map((event) => (event.kind === "key_changed" ? event.apiKey : event.kind));

test("sessions are none of the API keys and do not use up their limit", () => {
  for (let n = 0; n < SESSIONS_PER_USER_MAX; n++) create(`session ${n}`);
  for (let n = 0; n < KEYS_PER_USER_MAX; n++) create(`key ${n}`, "hmac");
  expect(core.rejection).toBeUndefined();
  expect(readKeys(core.state, alice)).toHaveLength(KEYS_PER_USER_MAX);
  expect(namesOf(readSessions(core.state, alice)).at(-1)).toBe("session 15");
  create("one more", "hmac");
  expect(core.rejection).toBe("key_limit_reached");
});

test("a session beyond the limit ends the oldest one", () => {
  for (let n = 0; n < SESSIONS_PER_USER_MAX; n++) create(`session ${n}`);
  expect(create("further")).toMatchObject([
    { kind: "key_changed", apiKey: "session 0", keyKind: "session", change: "deleted" },
    { kind: "key_changed", apiKey: "further", keyKind: "session", change: "created" },
  ]);
  const names = namesOf(readSessions(core.state, alice));
  expect([names[0], names.at(-1), names.length]).toEqual(["session 1", "further", 16]);
  expect(core.state.keys.has("session 0")).toBe(false);
});

test("a session is deleted like a key, and cannot be changed", () => {
  create("session");
  const change = { permissions: "withdraw", ipList: "", note: "", passphraseHash: "" };
  core.run({ kind: "modify_key", user: alice, apiKey: "session", ...change });
  expect(core.rejection).toBe("key_not_found");
  expect(readSessions(core.state, alice)).toMatchObject([{ permissions: "read" }]);
  expect(changedBy(core.run({ kind: "delete_key", user: alice, apiKey: "session" }))).toEqual([
    "session",
  ]);
  expect(readSessions(core.state, alice)).toEqual([]);
});

test("a snapshot restores sessions apart from keys, in their order", () => {
  for (const name of ["b", "a", "c"]) create(name);
  create("key", "ed25519");
  const restored = createState();
  restoreState(restored, encodeState(core.state));
  expect(namesOf(readSessions(restored, alice))).toEqual(["b", "a", "c"]);
  expect(namesOf(readKeys(restored, alice))).toEqual(["key"]);
});
