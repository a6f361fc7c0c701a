import { describe, expect, it } from "vitest";
import {
  grantedPermissions,
  type Permission,
  permissionOfWord,
  permissionsOn,
  UNIFIED_PERMISSIONS,
  withinAccount,
} from "./permissions.ts";

const ALL = ["spot_trade", "margin_trade", "contract_trade", "transfer", "withdraw"] as const;

function sorted(permissions: Iterable<string>): string[] {
  return [...permissions].sort();
}

describe("the permissions of an account", () => {
  it.each([
    [[], [...ALL]],
    [["read-write"], [...ALL]],
    [["spot_trade"], ["read", "spot_trade", "margin_trade", "transfer", "withdraw"]],
    [["contract_trade"], ["read", "contract_trade", "transfer", "withdraw"]],
    [
      ["spot_trade", "contract_trade"],
      ["read", ...ALL],
    ],
    [["transfer"], ["read", "transfer", "withdraw"]],
    [["read"], ["read"]],
    [["readonly", "read"], ["read"]],
  ])("%j leave a key with every permission %j", (account, left) => {
    expect(sorted(withinAccount(ALL, account))).toEqual(sorted(left));
  });

  it("leave a key of positions alone what the account may trade", () => {
    expect(sorted(withinAccount(["contract_position"], ["spot_trade"]))).toEqual(["read"]);
    const left = withinAccount(["contract_position"], ["contract_trade"]);
    expect(sorted(left)).toEqual(["contract_position", "read"]);
  });

  it("grant nothing to a key without permissions", () => {
    expect(sorted(withinAccount([], ["spot_trade", "contract_trade"]))).toEqual([]);
  });
});

describe("a word of a key", () => {
  it.each([
    ["contract_order", ["contract_position", "contract_trade", "read"]],
    ["contract_position", ["contract_position", "read"]],
    ["wallet_transfer", ["read", "transfer"]],
    ["wallet_withdraw", ["withdraw"]],
    ["copytrading_trade", []],
    ["uta_mgt_write", ["uta_mgt_read", "uta_mgt_write"]],
    ["__proto__", []],
    ["constructor", []],
    ["", []],
  ])("%j grants %j", (word, granted) => {
    const permission = permissionOfWord(word);
    expect(sorted(grantedPermissions(permission === undefined ? [] : [permission]))).toEqual(
      granted,
    );
  });
});

describe("the permissions of a key whose account has switched", () => {
  const READS = ["uta_mgt_read", "uta_trade_read"] as const;
  it.each<[readonly Permission[], readonly Permission[]]>([
    [["read"], [...READS]],
    [["spot_trade"], [...READS]],
    [["spot_trade", "margin_trade"], [...READS]],
    [["contract_trade"], [...READS]],
    [
      ["spot_trade", "margin_trade", "contract_trade"],
      [...READS, "uta_trade_write"],
    ],
    [["transfer"], [...READS]],
    [
      ["transfer", "contract_position"],
      [...READS, "uta_mgt_write"],
    ],
    [["withdraw"], []],
  ])("hold what %j allowed, as a unified account", (held, gained) => {
    const here = permissionsOn("unified", new Set(held));
    expect(sorted(here)).toEqual(sorted([...held, ...gained]));
  });

  it.each<[readonly Permission[], readonly Permission[]]>([
    [["uta_mgt_read"], []],
    [[...READS], ["read"]],
    [["uta_trade_write"], []],
    [
      ["uta_trade_write", "uta_mgt_read"],
      ["read", "spot_trade", "margin_trade"],
    ],
    [["uta_mgt_write"], []],
    [["withdraw", "p2p_write"], []],
  ])("hold what %j allowed, as a classic account", (held, gained) => {
    const here = permissionsOn("classic", new Set(held));
    expect(sorted(here)).toEqual(sorted([...held, ...gained]));
  });

  it("are unchanged by a kind that the key was made for", () => {
    const all = new Set<Permission>(UNIFIED_PERMISSIONS);
    expect(sorted(permissionsOn("unified", all))).toEqual(sorted(all));
    expect(sorted(permissionsOn("classic", new Set([...ALL, "read"])))).toEqual(
      sorted([...ALL, "read"]),
    );
  });
});
