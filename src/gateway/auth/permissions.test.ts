import { describe, expect, it } from "vitest";
import { grantedPermissions, permissionOfWord, withinAccount } from "./permissions.ts";

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
