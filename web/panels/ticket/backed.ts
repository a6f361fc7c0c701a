/** A position with its margin, and what an order makes of it. */
import Big from "big.js";
import type { Position, PositionSide } from "../../accounts/model.ts";
import { COIN_DECIMALS } from "./collateral.ts";
import { bigOf } from "./draft.ts";
import { type Held, NOTHING, valueAt } from "./liquidation.ts";

/** Open position as far as an order changes it. */
export type HeldPosition = Pick<
  Position,
  "side" | "size" | "face" | "entryPrice" | "markPrice" | "unrealised" | "margin"
>;

export type Backed = Held & {
  readonly margin: Big;
  /** Size in base coins, as rows have it. */
  readonly shown: Big;
};

const NOT_BACKED: Backed = { ...NOTHING, margin: Big(0), shown: Big(0) };

/** A size in base coins, inverse in the quote coin, at a price. */
export type Part = { readonly size: Big; readonly price: Big };

/** Returns a position as orders change it; nothing where there is none. */
export function backedOf(position: HeldPosition | undefined, isInverse: boolean): Backed {
  const shown = bigOf(position?.size ?? "");
  const entry = bigOf(position?.entryPrice ?? "");
  if (position === undefined || shown === undefined || entry === undefined) return NOT_BACKED;
  const size = isInverse ? Big(position.face) : shown;
  return {
    ...{ size, shown, open: openOf(position, size, isInverse) },
    margin: bigOf(position.margin) ?? Big(0),
  };
}

/** Value at entry; of inverse contracts the entry price is less exact than the profit. */
function openOf(position: HeldPosition, size: Big, isInverse: boolean): Big {
  const mark = bigOf(position.markPrice);
  if (!isInverse || mark === undefined || mark.lte(0)) {
    return valueAt(size, Big(position.entryPrice), isInverse);
  }
  const now = valueAt(size, mark, isInverse);
  const gain = position.unrealised || "0";
  return position.side === "long" ? now.plus(gain) : now.minus(gain);
}

/** Returns a position after an opening part, whose margin is taken at a leverage. */
export function raised(held: Backed, part: Part, leverage: Big, isInverse: boolean): Backed {
  if (part.size.lte(0)) return held;
  const marginOf = (value: Big): Big => value.div(leverage).round(COIN_DECIMALS, Big.roundUp);
  const open = held.open.plus(valueAt(part.size, part.price, isInverse));
  return {
    ...{ size: held.size.plus(part.size), shown: held.shown, open },
    margin: held.margin.plus(marginOf(open)).minus(marginOf(held.open)),
  };
}

/** Returns the share of an amount that belongs to a part of a position, rounded down. */
function shareOf(amount: Big, held: Backed, size: Big): Big {
  return amount.times(size).div(held.size).round(COIN_DECIMALS, Big.roundDown);
}

/** Returns a position after a part was closed, and the profit that this realised. */
export function lowered(
  held: Backed,
  part: Part,
  of: { readonly side: PositionSide; readonly isInverse: boolean },
): { readonly held: Backed; readonly realised: Big } {
  if (part.size.lte(0)) return { held, realised: Big(0) };
  const open = shareOf(held.open, held, part.size);
  const change = valueAt(part.size, part.price, of.isInverse).minus(open);
  const realised = (of.side === "long") === of.isInverse ? change.times(-1) : change;
  const size = held.size.minus(part.size);
  if (size.lte(0)) return { held: NOT_BACKED, realised };
  return {
    held: {
      ...{ size, shown: held.shown, open: held.open.minus(open) },
      margin: held.margin.minus(shareOf(held.margin, held, part.size)),
    },
    realised,
  };
}
