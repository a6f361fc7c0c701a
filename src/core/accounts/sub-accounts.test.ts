import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { KEYS_PER_USER_MAX, SUB_ACCOUNTS_PER_PARENT_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";
import { readIsAliasTaken, readKeys, readSubAccounts } from "../reads/user-reads.ts";

let core: CoreFixture;
let alice: number;
let bob: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice");
  bob = core.user("bob", [], { realm: "demo" });
});

function create(
  alias: string,
  fields: Partial<Omit<DraftOf<"create_sub_account">, "kind" | "alias">> = {},
): CoreEvent[] {
  const terms = { user: alice, accountKind: "classic", note: "", permissions: "" } as const;
  return core.run({ kind: "create_sub_account", ...terms, alias, ...fields });
}

function createKey(user: number, apiKey: string): CoreEvent[] {
  return core.run({
    kind: "create_key",
    ...{ user, apiKey, keyKind: "hmac", sealedSecret: Uint8Array.of(1), passphraseHash: "hash" },
    ...{ permissions: "read", ipList: "", note: "first" },
  });
}

const CHANGE = {
  passphraseHash: "other",
  permissions: "read,transfer",
  ipList: "::1",
  note: "new",
};

/** The result of a command with its events; time and seq are of no concern. */
function reported(events: readonly CoreEvent[]): object[] {
  return events.map(({ seq: _, timeMs: __, ...rest }) => rest);
}

describe("a virtual sub-account", () => {
  test("has the realm of its main account, and its alias is taken in every realm", () => {
    const events = create("Trading", { user: bob, accountKind: "unified", note: "desk" });
    const index = core.state.outcome.id;
    const created = { user: index, accountKind: "unified", realm: "demo", parent: bob };
    expect(reported(events)).toEqual([{ kind: "user_created", ...created }]);
    expect(readSubAccounts(core.state, bob)).toMatchObject([
      { index, name: "Trading", note: "desk", isVirtual: true, status: "normal" },
    ]);
    expect(readIsAliasTaken(core.state, "tRADING")).toBe(true);
    for (const alias of ["Trading", "TRADING", "trading"]) {
      expect(reported(create(alias))).toEqual([
        { kind: "command_rejected", user: alice, reason: "alias_exists" },
      ]);
    }
    expect(readSubAccounts(core.state, alice)).toEqual([]);
  });

  test("keeps its alias, access and keys over a restart", () => {
    create("Trading", { permissions: "spot_trade" });
    const sub = core.state.outcome.id;
    createKey(sub, "key");
    core.run({ kind: "modify_key", user: sub, apiKey: "key", ...CHANGE });
    core.run({ kind: "set_user_access", user: sub, status: "frozen", permissions: "read" });
    const before = readSubAccounts(core.state, alice);
    core.restart();
    expect(readSubAccounts(core.state, alice)).toEqual(before);
    expect(before).toMatchObject([{ status: "frozen", permissions: "read", keyNames: ["key"] }]);
    expect(readKeys(core.state, sub)).toMatchObject([{ apiKey: "key", ...CHANGE }]);
    create("trading");
    expect(core.rejection).toBe("alias_exists");
  });

  test("has no sub-accounts, and no unknown user or the exchange has any", () => {
    create("Trading");
    for (const user of [core.state.outcome.id, 0, 1, 9_999]) {
      expect(reported(create("another", { user }))).toEqual([
        { kind: "command_rejected", user, reason: "user_not_found" },
      ]);
    }
  });

  test("counts in the limit with sub-accounts of the operator", () => {
    core.user("desk", [], { parent: alice + 1 });
    const letters = "abcdefghijklmnopqrstuvwxyz";
    for (let count = 1; count < SUB_ACCOUNTS_PER_PARENT_MAX; count++) {
      create(`account${letters.at(count)}`);
      expect(core.rejection).toBeUndefined();
    }
    create("onemore");
    expect(core.rejection).toBe("user_limit_reached");
    create("accountb");
    expect(core.rejection).toBe("alias_exists");
    create("ofbob", { user: bob });
    expect(core.rejection).toBeUndefined();
  });
});

describe("the access of a user", () => {
  test("changes without touching orders", () => {
    const carol = core.rich("carol");
    core.index(100);
    core.place({ user: carol, side: "buy", price: 90, size: 1 });
    const events = core.run({
      kind: "set_user_access",
      ...{ user: carol, status: "frozen", permissions: "" },
    });
    expect(reported(events)).toEqual([
      { kind: "user_access_changed", user: carol, status: "frozen" },
    ]);
    expect(core.state.orders.count).toBe(1);
  });

  test("of the exchange and of unknown users does not change", () => {
    for (const user of [0, 1, 9_999]) {
      core.run({ kind: "set_user_access", user, status: "frozen", permissions: "" });
      expect(core.rejection).toBe("user_not_found");
    }
  });
});

describe("a key", () => {
  test("is changed by its owner alone, and keeps its secret and its place", () => {
    createKey(alice, "one");
    createKey(alice, "two");
    core.run({ kind: "modify_key", user: bob, apiKey: "one", ...CHANGE });
    expect(core.rejection).toBe("key_not_found");
    const events = core.run({ kind: "modify_key", user: alice, apiKey: "one", ...CHANGE });
    expect(reported(events)).toMatchObject([
      { kind: "key_changed", user: alice, apiKey: "one", keyKind: "hmac", change: "changed" },
    ]);
    expect(readKeys(core.state, alice)).toMatchObject([
      { apiKey: "one", sealedSecret: Uint8Array.of(1), ...CHANGE },
      { apiKey: "two", permissions: "read", note: "first" },
    ]);
  });

  test("keeps its passphrase when the change names none", () => {
    createKey(alice, "one");
    core.run({ kind: "modify_key", user: alice, apiKey: "one", ...CHANGE, passphraseHash: "" });
    expect(readKeys(core.state, alice)).toMatchObject([{ passphraseHash: "hash", note: "new" }]);
  });

  test("makes room in the limit when it is deleted", () => {
    for (let key = 0; key < KEYS_PER_USER_MAX; key++) createKey(alice, `key ${key}`);
    createKey(alice, "one more");
    expect(core.rejection).toBe("key_limit_reached");
    core.run({ kind: "delete_key", user: alice, apiKey: "key 3" });
    createKey(alice, "one more");
    expect(core.rejection).toBeUndefined();
    expect(readKeys(core.state, alice)).toHaveLength(KEYS_PER_USER_MAX);
  });
});
