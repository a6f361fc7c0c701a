/** Bugs of the bounds with which margin and safety are decided in doubles. */
import type { PlantedBug } from "./planted-bug.ts";

const BOUNDS = "core/margin/margin-bounds.ts";
const NEED = "core/positions/row-need.ts";
const CALM = "core/liquidation/calm-range.ts";

export const BOUND_BUGS: readonly PlantedBug[] = [
  {
    name: "a bound of margin leaves out what is ordered",
    file: NEED,
    find: "const required = atMost(margin + fees);",
    replace: "const required = atMost(fees);",
  },
  {
    name: "a bound of margin counts profit that may not leave",
    file: NEED,
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
    find: "return equity >= atMost((value * rate) / E6);",
    replace: "return equity >= 0 || rate < 0;",
  },
  {
    name: "the closing guard counts the equity of an account twice",
    file: BOUNDS,
    find: "return bounds.equity / Math.max(1, bounds.value);",
    replace: "return (2 * bounds.equity) / Math.max(1, bounds.value);",
  },
  {
    name: "the kept need of a row leaves out the order that was checked last",
    file: "core/margin/order-refusal.ts",
    find: "raiseNeed(state, row, increase);",
    replace: "raiseNeed(state, row, 0);",
  },
  {
    name: "the kept need of a row outlives a fill",
    file: "core/settlement/settle-fill.ts",
    find: "forgetNeed(state, row);",
    replace: "",
  },
  {
    name: "the kept needs outlive new prices",
    file: "core/exchange.ts",
    find: "state.needEpoch = needEpoch + 1;",
    replace: "state.needEpoch = needEpoch;",
  },
  {
    name: "the kept need of a row outlives an order that only the exact figures cover",
    file: "core/margin/order-refusal.ts",
    find: "  forgetNeed(state, row);\n  if (isReduction(orders)) return undefined;",
    replace: "  if (isReduction(orders)) return undefined;",
  },
  {
    name: "an order that opens only together with others needs margin for itself alone",
    file: NEED,
    find: "return (orderNotional.near(position) * lots) / counted;",
    replace: "return 0 * counted;",
  },
  {
    name: "a maker is taken to bear its fill without its maintenance",
    file: "core/orders/futures-maker.ts",
    profile: "open_losses",
    find: "near.equity >= near.maintenance",
    replace: "near.equity >= 0",
  },
  {
    name: "the closing guard counts the margin of an isolated position twice",
    file: BOUNDS,
    find: "return isolatedEquityAtLeast(state, instrument, position, value) >= fee;",
    replace:
      "const equity = isolatedEquityAtLeast(state, instrument, position, value);\n" +
      "  return equity + state.ledger.nearBalance(marginAccountOf(state, position)) >= fee;",
  },
  {
    name: "the sweep passes over accounts without their maintenance",
    file: CALM,
    find: "return equity >= atMost((Math.max(long, short) * rate) / E6);",
    replace: "return equity >= 0 * rate;",
  },
  {
    name: "the sweep passes over isolated positions whatever their margin is",
    file: CALM,
    find: "return equity >= atMost((value * at.rate) / E6);",
    replace: "return equity < equity + at.rate;",
  },
  {
    name: "the sweep passes over a user whose balance has changed",
    file: "core/ledger/ledger.ts",
    find: "if (BACKS_POSITIONS[this.walletOf(account)] === 1) ",
    replace: "if (BACKS_POSITIONS[this.walletOf(account)] === 2) ",
  },
  {
    name: "the sweep passes over a user with a new order beyond mark",
    file: "core/margin/calm-users.ts",
    find: "if (isBuy) this.#from.set(user, Math.max(this.#from.get(user), price));",
    replace: "if (isBuy) return;",
  },
  {
    name: "an amendment keeps the notional of its order",
    file: "core/positions/exposure.ts",
    find: "positions.orderNotional.add(position, notionalChange(state, instrument, slot, terms));",
    replace: "notionalChange(state, instrument, slot, terms);",
  },
];
