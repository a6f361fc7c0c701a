/**
 * Limits on the number of a user's open orders and positions (trading-rules.md section 2.1): per
 * account, per product line and per instrument. A user with a larger allowance of open orders than
 * the default is a market maker: only the limit of the account applies to its orders.
 */
import type { User } from "../accounts/user.ts";
import { OPEN_ORDERS_MAX_DEFAULT } from "../base/limits.ts";
import { longOf, type PositionRow, positionAt, shortOf } from "../base/position-handle.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { isHedgeIn, openedSide } from "../positions/exposure.ts";
import { instrumentAt, instrumentOfRow, type State } from "../state.ts";
import type { RequestedOrder } from "./placing.ts";

/** Whether a user has reached the limit of spot orders; orders on margin count too. */
export function isAtSpotOrderLimit(user: User): boolean {
  return user.openSpotOrders >= user.openOrdersMax;
}

/** Whether a user has reached a limit of futures orders; walks the orders only near a limit. */
export function isAtFuturesOrderLimit(state: State, user: User, instrument: Instrument): boolean {
  const { openFuturesOrders, openOrdersMax } = user;
  if (openFuturesOrders >= openOrdersMax) return true;
  if (openOrdersMax > OPEN_ORDERS_MAX_DEFAULT) return false;
  const { productOrdersMax, symbolOrdersMax } = instrument.limits;
  if (openFuturesOrders < productOrdersMax && openFuturesOrders < symbolOrdersMax) return false;
  const { orders } = state;
  let ofProduct = 0;
  let ofSymbol = 0;
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    const traded = instrumentAt(state, orders.instrument(slot));
    if (traded.category === instrument.category) ofProduct += 1;
    if (traded === instrument) ofSymbol += 1;
  }
  return ofProduct >= productOrdersMax || ofSymbol >= symbolOrdersMax;
}

/** Number of positions that a row holds or that its orders may open; 0 or 1 in one-way mode. */
function positionsOf(state: State, row: PositionRow, isHedged: boolean): number {
  const { orderLots, size } = state.positions;
  const isLong = size.get(longOf(row)) + orderLots.get(longOf(row)) > 0;
  const isShort = size.get(shortOf(row)) + orderLots.get(shortOf(row)) > 0;
  if (isHedged) return (isLong ? 1 : 0) + (isShort ? 1 : 0);
  return isLong || isShort ? 1 : 0;
}

/**
 * Whether an order would open one position too many: a new one, while the positions held or ordered
 * have reached the limit of the product line.
 */
export function isAtPositionLimit(
  state: State,
  { command, instrument, row: own, user }: RequestedOrder,
): boolean {
  const { positions } = state;
  const isHedged = isHedgeIn(user, instrument);
  const position = positionAt(own, openedSide(command.side === "buy"));
  if (own !== 0) {
    const isThere = isHedged
      ? positions.size.get(position) + positions.orderLots.get(position) > 0
      : positionsOf(state, own, false) > 0;
    if (isThere) return false;
  }
  let count = 0;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    const held = instrumentOfRow(state, row);
    if (held.category === instrument.category) count += positionsOf(state, row, isHedged);
  }
  return count >= instrument.limits.positionsMax;
}
