/** Levels of one side of the book, added up to rows of a coarser price step. All sums are exact. */
import { toUnits } from "../../numbers/units.ts";
import type { Instrument } from "../../state/instruments.ts";
import type { Level } from "../../streams/book.ts";

export type BookSide = "bid" | "ask";

/** Units of an instrument: prices count 10^-priceDecimals, sizes 10^-sizeDecimals. */
export type BookUnits = Pick<Instrument, "priceDecimals" | "sizeDecimals" | "priceStep">;

/**
 * A row of the book. Amounts are price times size in units of 10^-(priceDecimals + sizeDecimals);
 * totals reach from the best price to this row.
 */
export type BookRow = {
  readonly side: BookSide;
  readonly price: bigint;
  size: bigint;
  amount: bigint;
  total: bigint;
  totalAmount: bigint;
};

/** Steps of price that a row can hold. */
export const GROUPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Most rows of a side: more than a screen shows, and than a person scrolls through. */
const ROWS_MAX = 1_000;

/** Price step of the rows, in units of the price. */
export function rowStep({ priceDecimals, priceStep }: BookUnits, group: number): bigint {
  return toUnits(priceStep, priceDecimals) * BigInt(group);
}

/** Price of the row that a price belongs to: bids round down and asks round up. */
export function rowPrice(price: bigint, side: BookSide, step: bigint): bigint {
  const below = price - (price % step);
  return side === "bid" || below === price ? below : below + step;
}

/** Returns the rows of levels that go from the best price outwards, in the same order. */
export function groupLevels(
  levels: readonly Level[],
  side: BookSide,
  units: BookUnits,
  group: number,
): readonly BookRow[] {
  const step = rowStep(units, group);
  const rows: BookRow[] = [];
  let row: BookRow | undefined;
  let total = 0n;
  let totalAmount = 0n;
  for (const { priceText, sizeText } of levels) {
    const exact = toUnits(priceText, units.priceDecimals);
    const size = toUnits(sizeText, units.sizeDecimals);
    const price = rowPrice(exact, side, step);
    if (row?.price !== price) {
      if (rows.length === ROWS_MAX) break;
      row = { side, price, size: 0n, amount: 0n, total, totalAmount };
      rows.push(row);
    }
    const amount = exact * size;
    total += size;
    totalAmount += amount;
    row.size += size;
    row.amount += amount;
    row.total = total;
    row.totalAmount = totalAmount;
  }
  return rows;
}

/** Average price of taking everything up to a row, in units of the price, rounded half up. */
export function averagePrice({ total, totalAmount }: BookRow): bigint {
  return total === 0n ? 0n : (totalAmount + total / 2n) / total;
}

/** An order as far as the book shows it: decimal text. */
export type RestingOrder = {
  readonly instrumentKey: string;
  readonly side: "buy" | "sell";
  readonly type: "limit" | "market";
  readonly price: string;
  readonly size: string;
  readonly filled: string;
};

/** Key of a row among the own orders. */
export function ownKey(side: BookSide, price: bigint): string {
  return `${side} ${price}`;
}

/** Returns what remains of own limit orders, in units of the size, by the `ownKey` of their row. */
export function ownSizes(
  orders: readonly RestingOrder[],
  instrument: BookUnits & Pick<Instrument, "key">,
  group: number,
): ReadonlyMap<string, bigint> {
  const { priceDecimals, sizeDecimals } = instrument;
  const step = rowStep(instrument, group);
  const sizes = new Map<string, bigint>();
  for (const order of orders) {
    if (order.instrumentKey !== instrument.key || order.type !== "limit") continue;
    if (order.price === "" || order.size === "") continue;
    const side = order.side === "buy" ? "bid" : "ask";
    const key = ownKey(side, rowPrice(toUnits(order.price, priceDecimals), side, step));
    const left = toUnits(order.size, sizeDecimals) - toUnits(order.filled || "0", sizeDecimals);
    sizes.set(key, (sizes.get(key) ?? 0n) + left);
  }
  return sizes;
}
