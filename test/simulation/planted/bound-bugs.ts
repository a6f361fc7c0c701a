/** Bugs of the bounds with which margin and safety are decided in doubles. */
import type { PlantedBug } from "./planted-bug.ts";

const BOUNDS = "core/margin/margin-bounds.ts";

export const BOUND_BUGS: readonly PlantedBug[] = [
  {
    name: "a bound of margin leaves out what is ordered",
    file: BOUNDS,
    find: "const required = atMost(margin + fees);",
    replace: "const required = atMost(fees);",
  },
  {
    name: "a bound of margin counts profit that may not leave",
    file: BOUNDS,
    find: "return countsProfit || profit < 0 ? required - profit : required;",
    replace: "return required - profit;",
  },
  {
    name: "an account is taken for safe without its maintenance",
    file: BOUNDS,
    find: "maintenance += atMost((Math.max(long, short) * rate) / E6);",
    replace: "maintenance += 0;",
  },
  {
    name: "an isolated position is taken for safe without its maintenance",
    file: BOUNDS,
    find: "return left - atMost((value * rate) / E6) >= 0;",
    replace: "return left >= 0 || rate < 0;",
  },
  {
    name: "the closing guard counts the equity of an account twice",
    file: BOUNDS,
    find: "return bounds.equity / Math.max(1, bounds.value);",
    replace: "return (2 * bounds.equity) / Math.max(1, bounds.value);",
  },
  {
    name: "an amendment keeps the notional of its order",
    file: "core/positions/exposure.ts",
    find: "positions.orderNotional.add(position, notionalChange(state, instrument, slot, terms));",
    replace: "notionalChange(state, instrument, slot, terms);",
  },
];
