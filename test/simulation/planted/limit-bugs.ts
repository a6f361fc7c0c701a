/** What keeps orders within bounds: closing and opening guards, counts, shares. */
import type { PlantedBug } from "./planted-bug.ts";

export const LIMIT_BUGS: readonly PlantedBug[] = [
  {
    name: "the bankruptcy price leaves nothing for the fee",
    file: "core/margin/bankruptcy-price.ts",
    find: "const bottom = E6 + sign * BigInt(instrument.takerRate);",
    replace: "const bottom = E6;",
  },
  {
    name: "the bankruptcy price is rounded to where nothing is left",
    file: "core/margin/bankruptcy-price.ts",
    find: "const isUp = side === LONG;",
    replace: "const isUp = side !== LONG;",
  },
  {
    name: "each crossed long counts on the whole account",
    file: "core/margin/bankruptcy-price.ts",
    find: "return { top: equity, bottom: crossedValueOf(state, row) };",
    replace: "return { top: equity, bottom: positionValueOf(state, row, LONG) };",
  },
  {
    name: "the closing guard is lifted in one-way mode",
    file: "core/orders/closing-guard.ts",
    find: "if (isHedgeIn(user, instrument) && !isHedgeClose(positionSide, isBuy)) return NO_PRICE;",
    replace: "if (!isHedgeClose(positionSide, isBuy)) return NO_PRICE;",
  },
  {
    name: "market orders close beyond bankruptcy",
    file: "core/orders/place-order.ts",
    find: "if (isMarket) return guardedLimit(state, order, limit);",
    replace: "if (isMarket) return limit;",
  },
  {
    name: "a closing order is moved beyond bankruptcy",
    file: "core/orders/amend-order.ts",
    find: "if (!isSamePrice && instrument.isFutures) {",
    replace: "if (isSamePrice && instrument.isFutures) {",
  },
];
