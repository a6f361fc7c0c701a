/** What screen readers say about fills and closed orders. */
import type { Fill, Order } from "../../accounts/model.ts";
import { short } from "../../numbers/format.ts";

const SAID_ONE_BY_ONE_MAX = 3;

/** Returns the fills that came since an earlier list; both are newest first. */
export function newFills(before: readonly Fill[], now: readonly Fill[]): readonly Fill[] {
  const keyOf = (fill: Fill): string => `${fill.id} ${fill.orderId}`;
  const known = new Set(before.map(keyOf));
  return now.filter((fill) => !known.has(keyOf(fill))).toReversed();
}

/** Returns the orders of an earlier list that are no longer open. */
export function closedOrders(before: readonly Order[], now: readonly Order[]): readonly Order[] {
  const open = new Set(now.map(({ id }) => id));
  return before.filter(({ id }) => !open.has(id));
}

function fillSentence({ price, side, size, symbol }: Fill): string {
  return `${side === "buy" ? "Bought" : "Sold"} ${short(size)} ${symbol} at ${short(price)}.`;
}

function closedSentence({ price, side, size, symbol }: Order): string {
  const what = size === "" ? "" : ` ${short(size)}`;
  const where = price === "" ? "" : ` at ${short(price)}`;
  return `Order to ${side}${what} ${symbol}${where} is no longer open.`;
}

/** Returns one text about fills and closed orders; many of them are counted. */
export function announcementOf(fills: readonly Fill[], closed: readonly Order[]): string {
  const said =
    fills.length > SAID_ONE_BY_ONE_MAX
      ? [`${fills.length} fills.`, ...fills.slice(-1).map((fill) => `Last: ${fillSentence(fill)}`)]
      : fills.map(fillSentence);
  const gone =
    closed.length > SAID_ONE_BY_ONE_MAX
      ? [`${closed.length} orders are no longer open.`]
      : closed.map(closedSentence);
  return [...said, ...gone].join(" ");
}
