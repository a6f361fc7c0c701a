/** Positions as an order leaves them, if it executes at its price. */
import Big from "big.js";
import type { PositionSide } from "../../accounts/model.ts";
import { type Backed, backedOf, lowered, type Part, raised } from "./backed.ts";
import { bigOf, type Draft, isClosingOrder, positionSideOf, type TicketContext } from "./draft.ts";
import type { Holding } from "./holding.ts";

/** Position that the order opens, or in hedge mode the one that it changes. */
export function sideOf(draft: Draft, context: TicketContext): PositionSide {
  return positionSideOf(draft, context) ?? (draft.side === "buy" ? "long" : "short");
}

/** Position that the order closes; undefined where it only opens one. */
function closedPosition(draft: Draft, context: TicketContext): PositionSide | undefined {
  const side = sideOf(draft, context);
  if (context.isHedge) return draft.isClosing ? side : undefined;
  return side === "long" ? "short" : "long";
}

/** Sizes of an order: in base coins, inverse in the quote coin. */
export type OrderParts = {
  /** Position of which a part is closed. */
  readonly closedSide: PositionSide | undefined;
  readonly closed: Big;
  /** Beyond the position; an order that may only close one leaves it out. */
  readonly opened: Big;
};

/**
 * Returns the parts of an order of a size in base coins. Of an inverse contract a part of a
 * position is its share of the face; what is beyond a position is converted at the price, rounded
 * down.
 */
export function partsOf(
  draft: Draft,
  context: TicketContext,
  holding: Holding,
  order: Part,
): OrderParts {
  const { isInverse } = context.instrument;
  const { price, size } = order;
  const closedSide = closedPosition(draft, context);
  const held = closedSide === undefined ? undefined : backedOf(holding[closedSide], isInverse);
  const converted = (beyond: Big): Big =>
    isInverse ? beyond.times(price).round(0, Big.roundDown) : beyond;
  if (held === undefined || held.size.eq(0)) {
    return { closedSide, closed: Big(0), opened: converted(size) };
  }
  if (size.gte(held.shown)) {
    return { closedSide, closed: held.size, opened: converted(size.minus(held.shown)) };
  }
  const share = held.size.times(size).div(held.shown);
  const closed = isInverse ? share.round(0, Big.roundDown) : size;
  return { closedSide, closed, opened: Big(0) };
}

export type PositionsAfter = Readonly<Record<PositionSide, Backed>> & {
  readonly realised: Big;
  /** The position that the order changes. */
  readonly shown: PositionSide;
};

/** Returns long and short position after an order, and what closing realised. */
export function positionsAfter(
  draft: Draft,
  context: TicketContext,
  holding: Holding,
  order: { readonly price: Big; readonly parts: OrderParts },
): PositionsAfter {
  const { isInverse } = context.instrument;
  const { parts, price } = order;
  const side = sideOf(draft, context);
  const leverage = bigOf(holding.leverage) ?? Big(1);
  const held = {
    long: backedOf(holding.long, isInverse),
    short: backedOf(holding.short, isInverse),
  };
  const { closedSide } = parts;
  let realised = Big(0);
  if (closedSide !== undefined) {
    const closed = { size: parts.closed, price };
    const after = lowered(held[closedSide], closed, { side: closedSide, isInverse });
    held[closedSide] = after.held;
    realised = after.realised;
  }
  if (!isClosingOrder(draft, context)) {
    held[side] = raised(held[side], { size: parts.opened, price }, leverage, isInverse);
  }
  const isOther = held[side].size.eq(0) && !context.isHedge;
  return { ...held, realised, shown: isOther && closedSide !== undefined ? closedSide : side };
}
