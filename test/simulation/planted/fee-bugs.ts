/** Fees of markets and levels, and statuses of instruments. */
import type { PlantedBug } from "./planted-bug.ts";

export const FEE_BUGS: readonly PlantedBug[] = [
  {
    name: "a change of fees begins at once",
    file: "core/fees/fee-state.ts",
    find: "fromMs !== 0 && fromMs <= timeMs ? next : value",
    replace: "fromMs !== 0 ? next : value",
  },
  {
    name: "a change of fees that has begun ends with the next one",
    file: "core/fees/set-fees.ts",
    find: "const present = marketRates(state.fees, instrument, state.timeMs);",
    replace: "const present = marketRates(state.fees, instrument, 0);",
  },
  {
    name: "a sub-account has a fee level of its own",
    file: "core/fees/set-fees.ts",
    find: "else grants.set(user.parent, scheduled(present, level, fromMs));",
    replace: "else grants.set(user.index, scheduled(present, level, fromMs));",
  },
  {
    name: "a fee level raises the rates of a market",
    file: "core/fees/fee-state.ts",
    find: "takerRate: rateE6(Math.min(market.takerRate, rates.takerRate)),",
    replace: "takerRate: rates.takerRate,",
  },
  {
    name: "spot has the rates of futures at a fee level",
    file: "core/fees/fee-state.ts",
    find: "instrument.isFutures ? known.futures : known.spot",
    replace: "known.futures",
  },
  {
    name: "a reduce-only market lets positions open",
    file: "core/orders/placing-refusal.ts",
    find: 'order.isClosing ? undefined : "instrument_reduce_only"',
    replace: "undefined",
  },
  {
    name: "a post-only market lets orders take",
    file: "core/orders/placing-refusal.ts",
    find: 'order.isQuote ? undefined : "instrument_post_only"',
    replace: "undefined",
  },
  {
    name: "positions of a post-only market are liquidated",
    file: "core/base/word-traits.ts",
    find: `    case "post_only":
    case "halted":`,
    replace: `    case "post_only":
      return true;
    case "halted":`,
  },
];
