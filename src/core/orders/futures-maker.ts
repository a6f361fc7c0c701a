/**
 * The guard of resting futures orders (decision 0034): an order whose user cannot bear its fill at
 * the present mark is closed instead of filled.
 */
import { assert } from "../base/assert.ts";
import { type PositionRow, positionAt } from "../base/position-handle.ts";
import { tradingFeeAt } from "../instruments/instrument.ts";
import { accountRisk } from "../margin/maintenance.ts";
import { isMaintenanceSurelyKept, nearRiskAfterFill } from "../margin/near-risk.ts";
import {
  type FillAhead,
  marginTaken,
  type Outcome,
  outcomeOf,
  riskAfterFill,
} from "../margin/risk-after-fill.ts";
import { type Lots, NO_PRICE, ZERO_LOTS } from "../money/units.ts";
import { futuresAccount } from "../positions/backing.ts";
import { isClosingOrder } from "../positions/closing-order.ts";
import { openedSide } from "../positions/exposure.ts";
import { isAdverse } from "../positions/open-loss.ts";
import { instrumentAt, instrumentOfRow, markAt, type State, userAt } from "../state.ts";
import { closingRefusal } from "./closing-guard.ts";

/** Whether a fill of a resting order can take funds from its user that are not reserved for it. */
export function isFuturesFillGuarded(state: State, slot: number): boolean {
  const { orders, positions } = state;
  const index = orders.instrument(slot);
  const mark = markAt(state, index);
  if (isAdverse(orders.isBuy(slot), orders.price(slot), mark)) return true;
  return mark !== NO_PRICE && positions.isIsolated(orders.positionRow(slot));
}

/** Whether the futures account keeps its maintenance margin after an isolated fill took funds. */
function keepsMaintenance(state: State, row: PositionRow, fill: FillAhead, opened: Lots): boolean {
  const { positions } = state;
  const user = userAt(state, positions.user.get(row));
  const instrument = instrumentOfRow(state, row);
  const { isBuy, price, size } = fill;
  const { equity, maintenance } = accountRisk(state, user, futuresAccount(state, row));
  const taken = marginTaken(state, positionAt(row, openedSide(isBuy)), price, opened);
  const fee = tradingFeeAt(instrument, price, size, instrument.takerRate);
  return equity - taken - fee >= maintenance;
}

/** Sizes that a fill of a resting order closes, opens and leaves in its row. */
function outcomeOfOrder(state: State, row: PositionRow, slot: number, size: Lots): Outcome {
  if (!isClosingOrder(state, slot)) {
    return outcomeOf(state, row, { isBuy: state.orders.isBuy(slot), size });
  }
  return { closed: size, opened: ZERO_LOTS, sizes: [ZERO_LOTS, ZERO_LOTS] };
}

/** Whether equity covers maintenance after a fill that opens. */
function isRiskBorne(state: State, row: PositionRow, fill: FillAhead, outcome: Outcome): boolean {
  const near = nearRiskAfterFill(state, row, fill, outcome);
  if (near !== undefined && near.equity >= near.maintenance) return true;
  const { equity, maintenance } = riskAfterFill(state, row, fill, outcome);
  return equity >= maintenance;
}

/** Whether the user of a resting futures order can bear a fill of `size` at its price now. */
export function bearsFuturesFill(state: State, slot: number, size: Lots): boolean {
  const { orders, positions } = state;
  const index = orders.instrument(slot);
  const instrument = instrumentAt(state, index);
  const user = userAt(state, orders.user(slot));
  const row = orders.positionRow(slot);
  const fill = { isBuy: orders.isBuy(slot), price: orders.price(slot), size };
  assert(size > 0, "a fill of a futures order has a size");
  const outcome = outcomeOfOrder(state, row, slot, size);
  assert(outcome.closed + outcome.opened === size, "a fill closes and opens its whole size");
  if (outcome.closed > 0) {
    const { isBuy } = fill;
    const positionSide = orders.positionSide(slot);
    const order = { user, instrument, row, isBuy, positionSide };
    if (closingRefusal(state, order, fill.price) !== undefined) return false;
  }
  if (outcome.opened === 0) return true;
  if (!isRiskBorne(state, row, fill, outcome)) return false;
  if (!positions.isIsolated(row) || isMaintenanceSurelyKept(state, row, fill, outcome)) return true;
  return keepsMaintenance(state, row, fill, outcome.opened);
}
