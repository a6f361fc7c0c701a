/** Users, keys and funds between wallets. */
import type { PlantedBug } from "./planted-bug.ts";

export const ACCOUNT_BUGS: readonly PlantedBug[] = [
  {
    name: "a parent may have any number of sub-accounts",
    file: "core/accounts/manage-users.ts",
    find: "parent.subAccounts += 1;",
    replace: "parent.subAccounts += 0;",
  },
  {
    name: "a deleted key goes on counting",
    file: "core/accounts/manage-users.ts",
    find: "user.keys -= 1;",
    replace: "user.keys -= 0;",
  },
  {
    name: "a repeated transfer moves funds again",
    file: "core/transfers/move-funds.ts",
    find: "remember(from, command, state.outcome.id);",
    replace: "void remember;",
  },
  {
    name: "what orders hold can be transferred",
    file: "core/transfers/move-funds.ts",
    find: "spendable(state, from, account) < amount;",
    replace: "ledger.balance(account) < amount;",
  },
  {
    name: "funds are moved to a stranger",
    file: "core/transfers/move-funds.ts",
    find: 'if (from.parent !== to.parent) return reject("user_not_found");',
    replace: "",
  },
];
