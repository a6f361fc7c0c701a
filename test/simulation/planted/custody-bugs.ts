/** Bugs of chains, deposits and withdrawals. */
import type { PlantedBug } from "./planted-bug.ts";

export const CUSTODY_BUGS: readonly PlantedBug[] = [
  {
    name: "a chain is listed again in another case",
    profile: "custody",
    file: "core/instruments/chain-terms.ts",
    find: "one.chain.toUpperCase() === name",
    replace: "one.chain === chain",
  },
  {
    name: "practice coins have chains",
    profile: "custody",
    file: "core/instruments/chain-terms.ts",
    find: "!currency.isPractice &&",
    replace: "",
  },
  {
    name: "a chain may require no confirmation",
    profile: "custody",
    file: "core/instruments/chain-terms.ts",
    find: "count >= 1 &&",
    replace: "",
  },
  {
    name: "amounts of a chain may be below zero",
    profile: "custody",
    file: "core/instruments/chain-terms.ts",
    find: "amounts.every((amount) => amount >= 0n) &&",
    replace: "",
  },
];
