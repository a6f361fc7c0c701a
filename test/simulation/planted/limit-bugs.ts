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
    find: "return { top, bottom: crossedNotionalOf(state, row) };",
    replace: "return { top, bottom: positionNotionalOf(state, row, LONG) };",
  },
  {
    name: "the closing guard is lifted in one-way mode",
    file: "core/orders/closing-guard.ts",
    find: "isHedgeIn(user, instrument) && !isHedgeClose(positionSide, isBuy) ? NO_ROW : row;",
    replace: "!isHedgeClose(positionSide, isBuy) ? NO_ROW : row;",
  },
  {
    name: "a price at mark closes whatever the account has left",
    file: "core/orders/closing-guard.ts",
    find: "return backing >= 0 && loss < backing - PRECISION;",
    replace: "return loss < Math.max(0, backing) - PRECISION;",
  },
  {
    name: "market orders close beyond bankruptcy",
    file: "core/orders/place-futures-order.ts",
    find: "if (!isPriced) return guardedLimit(state, placing, limit);",
    replace: "if (!isPriced) return limit;",
  },
  {
    name: "a closing order is moved beyond bankruptcy",
    file: "core/orders/amendment-refusal.ts",
    find: "if (price !== orders.price(slot)) {",
    replace: "if (price === orders.price(slot)) {",
  },
  {
    name: "the fee buffer of open orders is forgotten",
    file: "core/money/arithmetic.ts",
    find: "if (upRatio === 0) return feeRoundedUp(amount, rate);",
    replace: "if (upRatio >= 0) return feeRoundedUp(amount, rate);",
  },
  {
    name: "a market order needs no margin beside its own",
    file: "core/margin/order-refusal.ts",
    find: "isMarket ? feeRoundedUp(more, instrument.limits.costUpRatio) : ZERO_ATOMS",
    replace: "ZERO_ATOMS",
  },
  {
    name: "the share of the open interest binds within the first tier",
    file: "core/margin/share-limit.ts",
    find: "if (firstTier !== undefined && reach <= firstTier.measureMax) return true;",
    replace: "if (firstTier !== undefined && reach === 0n) return true;",
  },
  {
    name: "open orders are no part of a share",
    file: "core/margin/share-limit.ts",
    find: "const lots = BigInt(lotsInReach(state, position, isHedge, change));",
    replace: "const lots = BigInt(state.positions.size.get(position));",
  },
  {
    name: "closing leaves the open interest as it was",
    file: "core/settlement/settle-fill.ts",
    find: "if (isLong) changeOpenInterest(state, positions.instrument.get(row), -size);",
    replace: "",
  },
  {
    name: "orders of all symbols count for each",
    file: "core/orders/count-limits.ts",
    find: "if (traded === instrument) ofSymbol += 1;",
    replace: "if (traded.category === instrument.category) ofSymbol += 1;",
  },
  {
    name: "positions of other product lines count",
    file: "core/orders/count-limits.ts",
    find: "if (held.category === instrument.category) count += positionsOf(",
    replace: "count += positionsOf(",
  },
  {
    name: "positions are opened after opening has ended",
    file: "core/instruments/opening-limits.ts",
    find: "opensUntilMs !== 0 && timeMs >= opensUntilMs",
    replace: "opensUntilMs !== 0 && timeMs > opensUntilMs + 50_000",
  },
  {
    name: "a snapshot forgets opening limits",
    file: "core/instruments/opening-limits-encoding.ts",
    find: "positionsMax: from.varint(),",
    replace: "positionsMax: from.varint() + 1,",
  },
];
