/** Reversals of positions, and moves of positions between accounts of an owner. */
import type { PlantedBug } from "./planted-bug.ts";

const file = "core/orders/reverse-position.ts";
const moves = "core/orders/move-position.ts";

export const POSITION_BUGS: readonly PlantedBug[] = [
  {
    name: "a reversal in one-way mode only closes",
    file,
    profile: "linear_futures",
    find: "size: lots(2 * size), clientOrderId",
    replace: "size: lots(size), clientOrderId",
  },
  {
    name: "a reversal in hedge mode opens what was asked, not what was closed",
    file,
    profile: "hedge",
    find: "size: lots(closed), clientOrderId",
    replace: "size: lots(size), clientOrderId",
  },
  {
    name: "a reversal takes more than the position",
    file,
    profile: "linear_futures",
    find: 'if (size > held) return reject("insufficient_position");',
    replace: "",
  },
  {
    name: "a reversal leaves the closing orders in its way",
    file,
    profile: "hedge",
    find: "size + positions.closingLots.get(position) > held",
    replace: "size > held",
  },
  {
    name: "a reversal repeats with a client id that is taken",
    file,
    profile: "linear_futures",
    find: 'if (isPending || isClientIdKept(user, "order", clientOrderId, state.timeMs))',
    replace: "if (isPending)",
  },
  {
    name: "a reversal opens with the client id of its closing order",
    file,
    profile: "hedge",
    find: 'size: lots(closed), clientOrderId: "" }',
    replace: "size: lots(closed), clientOrderId }",
  },
  {
    name: "a position moves to an account of another owner",
    file: moves,
    profile: "unified",
    find: "if (from === to || from.parent !== to.parent)",
    replace: "if (from === to)",
  },
  {
    name: "a position moves to an account that cannot cover it",
    file: moves,
    profile: "unified",
    find: "return orderRefusal(state,",
    replace: "if (row >= 0) return undefined; else return orderRefusal(state,",
  },
  {
    name: "a position moves that resting orders would close",
    file: moves,
    profile: "unified",
    find: "size.get(position) - closingLots.get(position) - opposing",
    replace: "size.get(position) - closingLots.get(position)",
  },
  {
    name: "a position moves at the price of a stale index",
    file: moves,
    profile: "unified",
    find: "price !== NO_PRICE && isIndexFresh(state, instrument.index)",
    replace: "price !== NO_PRICE",
  },
  {
    name: "a position that moves closes the opposite one of its receiver",
    file: moves,
    profile: "unified",
    find: 'if (opposite > 0 && !isHedgeIn(user, instrument)) return "position_mode_blocked";',
    replace: "",
  },
  {
    name: "a position that moves forgets its counterparties",
    file: moves,
    profile: "unified",
    find: "positions.counterparties.add(taken, user, lots(Math.min(met, size)), timeMs);",
    replace: "",
  },
  {
    name: "a position leaves a risk unit in debt",
    file: moves,
    profile: "risk_units",
    find: 'return isIndebted && !collateralStays(state, from, to) ? "unit_user_bound" : undefined;',
    replace: "return isIndebted ? undefined : undefined;",
  },
  {
    name: "a position of an account under review moves",
    file: moves,
    profile: "unified",
    find: 'if (isUnderReview(state, from)) return "account_under_review";',
    replace: "",
  },
  {
    name: "a position moves at a loss beyond its backing",
    file: moves,
    profile: "unified",
    find: "return closingRefusal(state, order, price);",
    replace: "return order.isBuy && price < 0 ? closingRefusal(state, order, price) : undefined;",
  },
];
