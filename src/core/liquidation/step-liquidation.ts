/**
 * One bounded step of a liquidation (trading-rules.md section 5). For an isolated position: cancels
 * its orders, then closes it. For a crossed or unified account: cancels its orders, nets long and
 * short of an instrument, then reduces the position with the largest maintenance by two tiers at a
 * time and closes it in the lowest tier. Each step first checks that it is still needed.
 */

import { assert } from "../base/assert.ts";
import {
  longOf,
  NO_POSITION,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  shortOf,
  sideOf,
} from "../base/position-handle.ts";
import { indexIn, type LiquidationOutcome, REALMS } from "../base/vocabulary.ts";
import { accountsWithDebt, areCoinsPriced, forceRepayment } from "../borrowing/force-repayment.ts";
import { usdRateOf, usdUp } from "../instruments/usd-price.ts";
import type { Liquidation } from "../margin/liquidations.ts";
import { maintenanceOf, tierOfPosition } from "../margin/maintenance.ts";
import { minus } from "../money/arithmetic.ts";
import { type Lots, lots, type Ticks } from "../money/units.ts";
import { closeOffBook } from "../orders/exchange-order.ts";
import { futuresAccount } from "../positions/backing.ts";
import { settleRemains } from "../settlement/insurance-fund.ts";
import { currencyAt, type Emit, instrumentOfRow, markOfRow, type State } from "../state.ts";
import { endOrders, endPlans, type OrderFilter } from "./cancel-exposure.ts";
import { closeAtBankruptcy } from "./close-at-bankruptcy.ts";
import { emitEnded, emitLiquidated } from "./liquidation-events.ts";
import {
  arePricesKnown,
  heldRows,
  isAtRisk,
  isOfAccount,
  SCOPE_TRAITS,
  scopeRisk,
  scopeWord,
  tradingRows,
  userOf,
} from "./risk-scope.ts";

/** Removes a liquidation. Emits `liquidation_ended` with the risk of what is still held. */
function end(
  state: State,
  liquidation: Liquidation,
  outcome: LiquidationOutcome,
  emit: Emit,
): void {
  assert(state.liquidations.first() === liquidation, "the most endangered liquidation ends");
  state.liquidations.removeFirst();
  const isHeld = heldRows(state, liquidation).length > 0;
  const risk = isHeld ? scopeRisk(state, liquidation) : { equity: 0n, maintenance: 0n };
  emitEnded(liquidation, { outcome, risk }, emit);
}

/** Cancels orders and plans of the scope; returns whether there were any. */
function cancelScope(state: State, liquidation: Liquidation, emit: Emit): boolean {
  const user = userOf(state, liquidation);
  const isEnding: OrderFilter = (instrument, positionSide) => {
    if (liquidation.instrument === 0) return isOfAccount(state, liquidation, instrument);
    if (instrument.index !== liquidation.instrument - 1) return false;
    return positionSide === 0 || positionSide === liquidation.side + 1;
  };
  const orders = endOrders(state, user, { isEnding, reason: "liquidation" }, emit);
  return orders + endPlans(state, user, isEnding, emit) > 0;
}

/** Closes an isolated position; the fund settles its effect on the futures account. */
function closeIsolated(
  state: State,
  liquidation: Liquidation,
  row: PositionRow,
  emit: Emit,
): boolean {
  const { ledger, positions } = state;
  const position = positionAt(row, liquidation.side);
  const account = futuresAccount(state, row);
  const before = ledger.balance(account);
  const { id: liquidationId } = liquidation;
  const closing = { liquidationId, step: "close", size: positions.size.get(position) } as const;
  const isMoving = closeAtBankruptcy(state, position, closing, emit);
  const left = minus(ledger.balance(account), before);
  const instrument = instrumentOfRow(state, row);
  settleRemains(state, account, { left, liquidationId, instrument }, emit);
  return isMoving;
}

/** Nets the long and the short of a row at mark, without a fee. */
function offset(state: State, liquidation: Liquidation, row: PositionRow, emit: Emit): void {
  const { positions } = state;
  const price = markOfRow(state, row);
  const size = lots(Math.min(positions.size.get(longOf(row)), positions.size.get(shortOf(row))));
  assert(size > 0, "long and short are netted while both are held");
  for (const position of [longOf(row), shortOf(row)]) {
    const closing = { price, size, source: "offset", fee: "none" } as const;
    const orderId = closeOffBook(state, position, closing, emit);
    const part = { step: "offset", taker: "own", orderId, price, size } as const;
    emitLiquidated(state, position, { ...part, liquidationId: liquidation.id }, emit);
  }
  assert(!isHeldBoth(state, row), "netting closes the smaller side");
}

/** Size beyond the limit of the tier two below; the whole position in the lowest tier. */
function excessOf(state: State, position: PositionIndex, mark: Ticks): Lots {
  const [row, side] = [rowOf(position), sideOf(position)];
  const instrument = instrumentOfRow(state, row);
  const held = state.positions.size.get(position);
  const { tier } = tierOfPosition(state, row, side);
  if (tier === 1) return held;
  const target = state.tiers[instrument.index]?.[Math.max(tier - 3, 0)];
  if (target === undefined) return held;
  const perLot = instrument.isInverse ? 1n : BigInt(mark) * instrument.atomsPerTickLot;
  assert(perLot > 0n, "a position that is reduced has a mark price");
  const kept = target.measureMax / perLot;
  return kept >= BigInt(held) ? held : lots(held - Number(kept));
}

/** Maintenance of a position in the unit of its scope: settle atoms or US dollars. */
function weightOf(state: State, liquidation: Liquidation, position: PositionIndex): bigint {
  const maintenance = maintenanceOf(state, rowOf(position), sideOf(position));
  if (!SCOPE_TRAITS[scopeWord(liquidation)].isInDollars) return maintenance;
  const { settle } = instrumentOfRow(state, rowOf(position));
  const realm = indexIn(REALMS, userOf(state, liquidation).realm);
  return usdUp(usdRateOf(state, realm, currencyAt(state, settle)), maintenance);
}

/** The open position with the largest maintenance; of equal positions the first. */
function largestOf(
  state: State,
  liquidation: Liquidation,
  rows: readonly PositionRow[],
): PositionIndex {
  let largest = NO_POSITION;
  let most = -1n;
  for (const position of rows.flatMap((row) => [longOf(row), shortOf(row)])) {
    if (state.positions.size.get(position) === 0) continue;
    const weight = weightOf(state, liquidation, position);
    if (weight > most) [largest, most] = [position, weight];
  }
  assert(largest !== NO_POSITION, "a liquidation that reduces holds a position");
  return largest;
}

/** Reduces or closes a position; returns whether the next step may follow in the same tick. */
function reduce(
  state: State,
  liquidation: Liquidation,
  position: PositionIndex,
  emit: Emit,
): boolean {
  const { ledger, positions } = state;
  const mark = markOfRow(state, rowOf(position));
  const size = excessOf(state, position, mark);
  const step = size === positions.size.get(position) ? "close" : "reduce";
  const { id: liquidationId } = liquidation;
  const account = futuresAccount(state, rowOf(position));
  const isMoving = closeAtBankruptcy(state, position, { liquidationId, step, size }, emit);
  const isLast = heldRows(state, liquidation).length === 0;
  if (isLast && SCOPE_TRAITS[scopeWord(liquidation)].settlesBalance) {
    const left = ledger.balance(account);
    const instrument = instrumentOfRow(state, rowOf(position));
    settleRemains(state, account, { left, liquidationId, instrument }, emit);
  }
  return isMoving;
}

function isHeldBoth(state: State, row: PositionRow): boolean {
  const { size } = state.positions;
  return size.get(longOf(row)) > 0 && size.get(shortOf(row)) > 0;
}

/** Reduces the exposure of the scope; returns whether the next step may follow in the same tick. */
function reduceExposure(
  state: State,
  liquidation: Liquidation,
  rows: readonly PositionRow[],
  emit: Emit,
): boolean {
  const [row] = rows;
  if (liquidation.instrument !== 0 && row !== undefined) {
    return closeIsolated(state, liquidation, row, emit);
  }
  const hedged = rows.find((candidate) => isHeldBoth(state, candidate));
  if (hedged === undefined) {
    return reduce(state, liquidation, largestOf(state, liquidation, rows), emit);
  }
  offset(state, liquidation, hedged, emit);
  return true;
}

/**
 * A step on the debts of a unified account without positions: cancels its orders, then repays with
 * its coins, then uses the insurance fund. Returns the outcome, or `ongoing`.
 */
function settleDebts(
  state: State,
  liquidation: Liquidation,
  emit: Emit,
): LiquidationOutcome | "ongoing" {
  const user = userOf(state, liquidation);
  const indebted = accountsWithDebt(state, user);
  if (indebted.length === 0) return "closed";
  if (!areCoinsPriced(state, user)) return "paused";
  if (!isAtRisk(scopeRisk(state, liquidation))) return "recovered";
  if (cancelScope(state, liquidation, emit)) return "ongoing";
  const { id: liquidationId } = liquidation;
  if (forceRepayment(state, user, liquidationId, emit)) return "ongoing";
  for (const account of indebted) {
    const left = state.ledger.balance(account);
    assert(left < 0n, "an account with debt is below zero");
    settleRemains(state, account, { left, liquidationId, instrument: undefined }, emit);
  }
  return "closed";
}

/**
 * Carries the most endangered liquidation one step further; returns whether the next step may
 * follow in the same tick. Emits the events of its orders, and `liquidation_ended` when the scope
 * has recovered, everything is closed, or prices are unknown or no instrument trades (paused).
 */
export function stepLiquidation(state: State, liquidation: Liquidation, emit: Emit): boolean {
  const finish = (outcome: LiquidationOutcome): boolean => {
    end(state, liquidation, outcome, emit);
    return true;
  };
  const rows = heldRows(state, liquidation);
  const { hasDebts } = SCOPE_TRAITS[scopeWord(liquidation)];
  const isIndebted = hasDebts && state.debts.table.hasDebt(liquidation.user);
  if (rows.length === 0) {
    const outcome = isIndebted ? settleDebts(state, liquidation, emit) : "closed";
    return outcome === "ongoing" || finish(outcome);
  }
  if (!arePricesKnown(state, rows)) return finish("paused");
  if (!isAtRisk(scopeRisk(state, liquidation))) return finish("recovered");
  if (cancelScope(state, liquidation, emit)) return true;
  const trading = tradingRows(state, rows);
  if (trading.length === 0) return finish("paused");
  const isMoving = reduceExposure(state, liquidation, trading, emit);
  const isOver = heldRows(state, liquidation).length === 0 && !isIndebted;
  return isOver ? finish("closed") : isMoving;
}
