/** Switches between classic and unified accounts. */
import type { PlantedBug } from "./planted-bug.ts";

const profile = "switches";
const file = "core/transfers/switch-account.ts";

export const SWITCH_BUGS: readonly PlantedBug[] = [
  {
    name: "a switch leaves the isolated margin behind",
    file,
    profile,
    find: '...(["crossed_margin", "isolated_margin"] as const),',
    replace: '...(["crossed_margin"] as const),',
  },
  {
    name: "a switch moves no coin of practice",
    file,
    profile,
    find: "if (amount === 0n) continue;",
    replace: "if (amount === 0n || ledger.currencyOf(from) > 3) continue;",
  },
  {
    name: "a sub-account becomes classic again",
    file,
    profile,
    find: "if (!isUnified(accountKind) && user.parent !== user.index)",
    replace: "if (!isUnified(accountKind) && user.parent < 0)",
  },
  {
    name: "an account with a loan switches",
    file,
    profile,
    find: "return ledger.balance(account) < 0n || lending.loans.find(account) !== 0;",
    replace: "return ledger.balance(account) < 0n;",
  },
  {
    name: "an account with a debt switches",
    file,
    profile,
    find: "return ledger.balance(account) < 0n || lending.loans.find(account) !== 0;",
    replace: "return lending.loans.find(account) !== 0;",
  },
  {
    name: "an account with a waiting plan switches",
    file,
    profile,
    find: "if (user.ordersFirst !== 0 || plans.ofUser(user.index).size > 0) return true;",
    replace: "if (user.ordersFirst !== 0) return true;",
  },
  {
    name: "an account with an open withdrawal switches",
    file,
    profile,
    find: "[...custody.withdrawals.values(), ...lending.unwinds.values()]",
    replace: "(custody, [...lending.unwinds.values()])",
  },
  {
    name: "a switched account keeps its advanced level",
    file,
    profile,
    find: 'user.level = "basic";',
    replace: "",
  },
  {
    name: "a switched account stays in hedge mode",
    file,
    profile,
    find: "user.hedgeCategories = 0;",
    replace: "",
  },
  {
    name: "a unified account keeps its isolated margin mode",
    file,
    profile,
    find: "for (const row of rowsOf(state, user)) resetMode(state, row);",
    replace: "void resetMode;",
  },
  {
    name: "a deposit goes to a wallet of the other kind of account",
    file: "core/custody/deposit-wallet.ts",
    profile,
    find: "if (set !== undefined && isOpen(user, wordAt(WALLETS, set))) return",
    replace: "if (set !== undefined) return",
  },
];
