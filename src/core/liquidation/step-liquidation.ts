/**
 * One bounded step of a liquidation (trading-rules.md section 5). Isolated: the position's orders
 * end, then it is closed whole. Crossed and unified: the account's orders end, long and short of an
 * instrument are netted, the position with the largest maintenance is reduced by two tiers at a
 * time and closed in the lowest. Each step first asks whether it is still needed.
 */

import {
  LONG,
  NO_POSITION,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  SHORT,
  sideOf,
} from "../base/position-handle.ts";
import { indexIn, type LiquidationOutcome, REALMS } from "../base/vocabulary.ts";
import { accountsWithDebt, areCoinsPriced, forceRepayment } from "../borrowing/force-repayment.ts";
import { usdRateOf, usdUp } from "../instruments/usd-price.ts";
import type { Liquidation } from "../margin/liquidations.ts";
import { maintenanceOf, tierOfPosition } from "../margin/maintenance.ts";
import { minus } from "../money/arithmetic.ts";
import { type Lots, lots, NO_PRICE, type Ticks } from "../money/units.ts";
import { closeOffBook } from "../orders/exchange-order.ts";
import { futuresAccount } from "../positions/backing.ts";
import { settleRemains } from "../settlement/insurance-fund.ts";
import { currencyAt, type Emit, type State } from "../state.ts";
import { endOrders, endPlans, type OrderFilter } from "./cancel-exposure.ts";
import { closeAtBankruptcy } from "./close-at-bankruptcy.ts";
import { emitEnded, emitLiquidated } from "./liquidation-events.ts";
import {
  arePricesKnown,
  heldRows,
  instrumentOfRow,
  isAtRisk,
  isOfAccount,
  scopeRisk,
  scopeWord,
  tradingRows,
  userOf,
} from "./risk-scope.ts";

function end(
  state: State,
  liquidation: Liquidation,
  outcome: LiquidationOutcome,
  emit: Emit,
): void {
  state.liquidations.removeFirst();
  const isThere = heldRows(state, liquidation).length > 0;
  const risk = isThere ? scopeRisk(state, liquidation) : { equity: 0n, maintenance: 0n };
  emitEnded(liquidation, { outcome, risk }, emit);
}

/** Ends the orders and plans in the way; answers whether there were any. */
function clearTheWay(state: State, liquidation: Liquidation, emit: Emit): boolean {
  const user = userOf(state, liquidation);
  const isEnding: OrderFilter = (instrument, positionSide) => {
    if (liquidation.instrument === 0) return isOfAccount(state, liquidation, instrument);
    if (instrument.index !== liquidation.instrument - 1) return false;
    return positionSide === 0 || positionSide === liquidation.side + 1;
  };
  const orders = endOrders(state, user, { isEnding, reason: "liquidation" }, emit);
  return orders + endPlans(state, user, isEnding, emit) > 0;
}

/** Closes an isolated position; what that does to the futures account falls to the fund. */
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
  const terms = { liquidationId, step: "close", size: positions.size.get(position) } as const;
  const isMoving = closeAtBankruptcy(state, position, terms, emit);
  const left = minus(ledger.balance(account), before);
  const instrument = instrumentOfRow(state, row);
  settleRemains(state, account, { left, liquidationId, instrument }, emit);
  return isMoving;
}

/** Nets the long and the short of a row at mark, without a fee. */
function offset(state: State, liquidation: Liquidation, row: PositionRow, emit: Emit): void {
  const { positions, prices } = state;
  const price = prices[positions.instrument.get(row)]?.mark ?? NO_PRICE;
  const size = lots(
    Math.min(positions.size.get(positionAt(row, LONG)), positions.size.get(positionAt(row, SHORT))),
  );
  for (const position of [positionAt(row, LONG), positionAt(row, SHORT)]) {
    const closing = { price, size, source: "offset", fee: "none" } as const;
    const orderId = closeOffBook(state, position, closing, emit);
    const told = { step: "offset", taker: "own", orderId, price, size } as const;
    emitLiquidated(state, position, { ...told, liquidationId: liquidation.id }, emit);
  }
}

/** What of a position two tiers down is too much; all of it in the lowest tier. */
function excessOf(state: State, position: PositionIndex, mark: Ticks): Lots {
  const [row, side] = [rowOf(position), sideOf(position)];
  const instrument = instrumentOfRow(state, row);
  const held = state.positions.size.get(position);
  const { tier } = tierOfPosition(state, row, side);
  if (tier === 1) return held;
  const target = state.tiers[instrument.index]?.[Math.max(tier - 3, 0)];
  if (target === undefined) return held;
  const perLot = instrument.isInverse ? 1n : BigInt(mark) * instrument.atomsPerTickLot;
  const kept = target.measureMax / perLot;
  return kept >= BigInt(held) ? held : lots(held - Number(kept));
}

/** Maintenance of a position as its account adds it up: in its coin, or in dollars. */
function weightOf(state: State, liquidation: Liquidation, position: PositionIndex): bigint {
  const maintenance = maintenanceOf(state, rowOf(position), sideOf(position));
  if (scopeWord(liquidation) !== "unified") return maintenance;
  const { settle } = instrumentOfRow(state, rowOf(position));
  const realm = indexIn(REALMS, userOf(state, liquidation).realm);
  return usdUp(usdRateOf(state, realm, currencyAt(state, settle)), maintenance);
}

/** The open position with the largest maintenance; of equal ones the first. */
function largestOf(
  state: State,
  liquidation: Liquidation,
  rows: readonly PositionRow[],
): PositionIndex {
  let largest = NO_POSITION;
  let most = -1n;
  for (const position of rows.flatMap((row) => [positionAt(row, LONG), positionAt(row, SHORT)])) {
    if (state.positions.size.get(position) === 0) continue;
    const weight = weightOf(state, liquidation, position);
    if (weight > most) [largest, most] = [position, weight];
  }
  return largest;
}

/** Reduces or closes the position that weighs most; answers whether the account may go on. */
function lower(
  state: State,
  liquidation: Liquidation,
  position: PositionIndex,
  emit: Emit,
): boolean {
  const { ledger, positions, prices } = state;
  const mark = prices[positions.instrument.get(rowOf(position))]?.mark ?? NO_PRICE;
  const size = excessOf(state, position, mark);
  const step = size === positions.size.get(position) ? "close" : "reduce";
  const { id: liquidationId } = liquidation;
  const account = futuresAccount(state, rowOf(position));
  const isMoving = closeAtBankruptcy(state, position, { liquidationId, step, size }, emit);
  const isLast = heldRows(state, liquidation).length === 0;
  if (isLast && scopeWord(liquidation) === "crossed") {
    const left = ledger.balance(account);
    const instrument = instrumentOfRow(state, rowOf(position));
    settleRemains(state, account, { left, liquidationId, instrument }, emit);
  }
  return isMoving;
}

function isHeldBoth(state: State, row: PositionRow): boolean {
  const { size } = state.positions;
  return size.get(positionAt(row, LONG)) > 0 && size.get(positionAt(row, SHORT)) > 0;
}

/** Lowers what must be lowered; answers whether more can be done before the next tick. */
function lowerExposure(
  state: State,
  liquidation: Liquidation,
  rows: readonly PositionRow[],
  emit: Emit,
): boolean {
  const [row] = rows;
  if (liquidation.instrument !== 0 && row !== undefined) {
    return closeIsolated(state, liquidation, row, emit);
  }
  const doubled = rows.find((one) => isHeldBoth(state, one));
  if (doubled === undefined) {
    return lower(state, liquidation, largestOf(state, liquidation, rows), emit);
  }
  offset(state, liquidation, doubled, emit);
  return true;
}

/**
 * A step for what a unified account owes when it holds no position: its orders end, then its coins
 * pay; answers whether that was all that can be done.
 */
function settleDebts(
  state: State,
  liquidation: Liquidation,
  emit: Emit,
): LiquidationOutcome | "on" {
  const user = userOf(state, liquidation);
  const owing = accountsWithDebt(state, user);
  if (owing.length === 0) return "closed";
  if (!areCoinsPriced(state, user)) return "paused";
  if (!isAtRisk(scopeRisk(state, liquidation))) return "recovered";
  if (clearTheWay(state, liquidation, emit)) return "on";
  const { id: liquidationId } = liquidation;
  if (forceRepayment(state, user, liquidationId, emit)) return "on";
  for (const account of owing) {
    const left = state.ledger.balance(account);
    settleRemains(state, account, { left, liquidationId, instrument: undefined }, emit);
  }
  return "closed";
}

/**
 * Carries the most endangered liquidation a step further; answers whether the next step may follow
 * in the same tick. Emits what the orders and fills of the step bring, and `liquidation_ended` when
 * it is over: recovered, everything closed, or paused until prices are known and markets open.
 */
export function stepLiquidation(state: State, liquidation: Liquidation, emit: Emit): boolean {
  const finish = (outcome: LiquidationOutcome): boolean => {
    end(state, liquidation, outcome, emit);
    return true;
  };
  const rows = heldRows(state, liquidation);
  const owes = state.debts.table.hasDebt(liquidation.user) && scopeWord(liquidation) === "unified";
  if (rows.length === 0) {
    const outcome = owes ? settleDebts(state, liquidation, emit) : "closed";
    return outcome === "on" || finish(outcome);
  }
  if (!arePricesKnown(state, rows)) return finish("paused");
  if (!isAtRisk(scopeRisk(state, liquidation))) return finish("recovered");
  if (clearTheWay(state, liquidation, emit)) return true;
  const trading = tradingRows(state, rows);
  if (trading.length === 0) return finish("paused");
  const isMoving = lowerExposure(state, liquidation, trading, emit);
  const isOver = heldRows(state, liquidation).length === 0 && !owes;
  return isOver ? finish("closed") : isMoving;
}
