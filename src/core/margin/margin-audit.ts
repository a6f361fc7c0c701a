/** Audit of the bounds with which checks of margin are decided. */

import { FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import {
  LONG,
  LONG_AND_SHORT,
  type PositionRow,
  positionAt,
  SHORT,
} from "../base/position-handle.ts";
import { minus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type Lots } from "../money/units.ts";
import { findFuturesAccount } from "../positions/backing.ts";
import { nearValue } from "../positions/near-amounts.ts";
import { increaseAtMost } from "../positions/row-need.ts";
import { instrumentOfRow, type State } from "../state.ts";
import { accountRisk, isolatedRisk, positionNotionalOf } from "./maintenance.ts";
import {
  accountEquity,
  availableMarginOf,
  drawsOn,
  requiredMarginOf,
  transferableMarginOf,
} from "./margin.ts";
import {
  backingAtLeast,
  fundsKeptAtLeast,
  fundsLeftAtLeast,
  isAccountSurelySafe,
  isPositionSurelySafe,
} from "./margin-bounds.ts";

type Report = (finding: string) => void;

/** Size of the orders that are assumed in addition to the present ones. */
const ASSUMED_LOTS = 7 as Lots;

/**
 * Checks that no bound exceeds the exact figure of a classic futures account: its equity, and what
 * is left of it now and with more orders on either side of each row.
 */
export function checkMarginBounds(state: State, report: Report): void {
  const { positions } = state;
  for (const user of state.users.slice(FIRST_ORDINARY_USER)) {
    if (user.isUnified) continue;
    for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
      checkRow(state, user, row, report);
      checkSafety(state, user, row, report);
    }
  }
}

/** Checks that what is taken for safe is not below maintenance. */
function checkSafety(state: State, user: User, row: PositionRow, report: Report): void {
  const { positions } = state;
  const account = findFuturesAccount(state, row);
  if (positions.isIsolated(row)) {
    for (const side of LONG_AND_SHORT) {
      const { equity, maintenance } = isolatedRisk(state, row, side);
      const isSafe = isPositionSurelySafe(state, positionAt(row, side));
      if (isSafe && equity < maintenance)
        report(`row ${row}: an unsafe position is taken for safe`);
    }
  } else if (account !== 0 && isAccountSurelySafe(state, user, account)) {
    const { equity, maintenance } = accountRisk(state, user, account);
    if (equity < maintenance) report(`account ${account}: an unsafe account is taken for safe`);
  }
}

function checkRow(state: State, user: User, row: PositionRow, report: Report): void {
  const account = findFuturesAccount(state, row);
  if (account === 0) return;
  const where = `account ${account} of user ${user.index}`;
  const backing = backingAtLeast(state, user, account);
  const equity = Number(accountEquity(state, user, account));
  const exact = equity / Math.max(1, Number(backedBy(state, user, account)));
  if (backing >= 0 && backing > exact) report(`${where}: the bound of its backing exceeds it`);
  const kept = fundsKeptAtLeast(state, user, account);
  if (kept > Number(availableMarginOf(state, account))) {
    report(`${where}: the bound from the kept needs exceeds its margin`);
  }
  for (const countsProfit of [true, false]) {
    const left = countsProfit
      ? availableMarginOf(state, account)
      : transferableMarginOf(state, account);
    const bound = fundsLeftAtLeast(state, user, account, undefined, countsProfit);
    if (bound > Number(left)) report(`${where}: the bound of its margin exceeds it`);
    for (const side of LONG_AND_SHORT) {
      const more = assumedOrders(state, row, side);
      const exact = minus(left, minus(more.required, requiredMarginOf(state, row)));
      const change = { row, side, lots: ASSUMED_LOTS, value: more.value, openLoss: 0 };
      const after = fundsLeftAtLeast(state, user, account, change, countsProfit);
      if (after > Number(exact)) report(`${where}: the bound with more orders exceeds its margin`);
      if (countsProfit && kept - increaseAtMost(state, change) > Number(exact)) {
        report(`${where}: the bound with more orders exceeds its margin, from the kept needs`);
      }
    }
  }
}

/** Value at mark of the crossed positions that an account backs. */
function backedBy(state: State, user: User, account: number): bigint {
  const { positions } = state;
  let sum = 0n;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (positions.isIsolated(row) || !drawsOn(state, user, row, account)) continue;
    sum += positionNotionalOf(state, row, LONG) + positionNotionalOf(state, row, SHORT);
  }
  return sum;
}

/** Value of assumed orders at the mark price, and the margin of the row with them. */
function assumedOrders(
  state: State,
  row: PositionRow,
  side: 0 | 1,
): { readonly value: number; readonly required: Atoms } {
  const instrument = instrumentOfRow(state, row);
  const mark = state.prices[instrument.index]?.mark ?? 0;
  const value = mark === 0 ? 0 : Math.ceil(nearValue(instrument, mark, ASSUMED_LOTS));
  const orders = { side, lots: ASSUMED_LOTS, value: atoms(BigInt(value)), openLoss: atoms(0n) };
  return { value, required: requiredMarginOf(state, row, { orders, leverage: undefined }) };
}
