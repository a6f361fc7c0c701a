/**
 * The sweep that finds what has fallen below maintenance: users in the order of their creation, in
 * pieces. Orders that an account no longer affords end before anything is liquidated. An isolated
 * position with auto-margin is topped up first; an account below zero without crossed positions is
 * made good by the insurance fund.
 */

import type { User } from "../accounts/user.ts";
import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import {
  CURRENCIES_MAX,
  RISK_ROWS_PER_TICK,
  RISK_SWEEP_INTERVAL_MS,
  RISK_USERS_PER_TICK,
} from "../base/limits.ts";
import { LONG, LONG_AND_SHORT, type PositionRow, positionAt } from "../base/position-handle.ts";
import { countBadDebts } from "../borrowing/bad-debts.ts";
import { areCoinsPriced, canForceRepayment } from "../borrowing/force-repayment.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { topUpMargin } from "../margin/adjust-margin.ts";
import { walletOf } from "../positions/backing.ts";
import { settleRemains } from "../settlement/insurance-fund.ts";
import { type Emit, nextId, type State, userAt } from "../state.ts";
import { cancelUncovered } from "./cancel-uncovered.ts";
import { emitStarted } from "./liquidation-events.ts";
import {
  arePricesKnown,
  heldRows,
  instrumentOfRow,
  isAtRisk,
  type RiskScope,
  scopeRisk,
  tradingRows,
} from "./risk-scope.ts";

function isUnderWay(state: State, scope: RiskScope): boolean {
  return state.liquidations
    .ofUser(scope.user)
    .some(
      (one) =>
        one.wallet === scope.wallet &&
        one.currency === scope.currency &&
        one.instrument === scope.instrument &&
        one.side === scope.side,
    );
}

/** Whether prices are known and something can be done about a scope. */
export function isActionable(
  state: State,
  scope: RiskScope,
  rows: readonly PositionRow[],
): boolean {
  if (rows.length > 0) {
    return arePricesKnown(state, rows) && tradingRows(state, rows).length > 0;
  }
  const user = userAt(state, scope.user);
  if (!areCoinsPriced(state, user)) return false;
  // What orders hold pays debts once they have ended.
  return user.ordersFirst !== 0 || canForceRepayment(state, user);
}

/** What of a scope must be liquidated: at risk for certain, and where something can be done. */
function judge(state: State, scope: RiskScope, emit: Emit): void {
  const { equity, maintenance } = scopeRisk(state, scope);
  if (!isAtRisk({ equity, maintenance }) || isUnderWay(state, scope)) return;
  const rows = heldRows(state, scope);
  if (!isActionable(state, scope, rows)) {
    const user = userAt(state, scope.user);
    if (rows.length === 0 && areCoinsPriced(state, user)) countBadDebts(state, user);
    return;
  }
  const [row] = rows;
  if (scope.instrument !== 0 && row !== undefined && topUpMargin(state, row, scope.side, emit)) {
    return;
  }
  const liquidation = { id: nextId(state), ...scope, equity, maintenance };
  state.liquidations.add(liquidation);
  emitStarted(state, liquidation, emit);
}

function visitIsolated(state: State, user: User, row: PositionRow, emit: Emit): void {
  const { positions } = state;
  const { index, settle } = instrumentOfRow(state, row);
  const wallet = walletOf(user, instrumentOfRow(state, row));
  for (const side of LONG_AND_SHORT) {
    if (positions.size.get(positionAt(row, side)) === 0) continue;
    const scope = { user: user.index, wallet, currency: settle, instrument: index + 1, side };
    judge(state, scope, emit);
  }
}

/** Futures accounts below zero that back no crossed position are made good. */
function coverOverdrafts(state: State, user: User, emit: Emit): void {
  const { currencies, ledger } = state;
  for (const account of ledger.overdraftsOf(user.index, currencies.length)) {
    const place = { wallet: ledger.walletOf(account), currency: ledger.currencyOf(account) };
    const scope = { user: user.index, ...place, instrument: 0, side: LONG };
    if (heldRows(state, scope).length > 0) continue;
    const remains = { left: ledger.balance(account), liquidationId: 0, instrument: undefined };
    settleRemains(state, account, remains, emit);
  }
}

/** The whole account of a unified user. */
export function unifiedScope(user: User): RiskScope {
  const wallet = WALLET_INDEX.unified;
  return { user: user.index, wallet, currency: 0, instrument: 0, side: LONG };
}

/**
 * Looks at all that a user has at risk; answers how many rows that were. Empty rows do not count:
 * a snapshot leaves them out, and the pieces of a sweep must be the same after it.
 */
function visitUser(state: State, user: User, emit: Emit): number {
  const { positions } = state;
  const seen: number[] = [];
  let rows = 0;
  cancelUncovered(state, user, emit);
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (!positions.isHeld(row)) continue;
    rows += 1;
    if (positions.isIsolated(row)) {
      visitIsolated(state, user, row, emit);
      continue;
    }
    const instrument = instrumentOfRow(state, row);
    const wallet = walletOf(user, instrument);
    const currency = user.isUnified ? 0 : instrument.settle;
    const key = wallet * CURRENCIES_MAX + currency;
    if (seen.includes(key)) continue;
    seen.push(key);
    const scope = { user: user.index, wallet, currency, instrument: 0, side: LONG };
    judge(state, scope, emit);
  }
  const isSeen = seen.includes(WALLET_INDEX.unified * CURRENCIES_MAX);
  if (!isSeen && state.debts.table.hasDebt(user.index)) {
    judge(state, unifiedScope(user), emit);
  }
  coverOverdrafts(state, user, emit);
  return rows;
}

/** Carries the sweep on by a piece; it begins when a price has moved, and once a second. */
export function sweepAccounts(state: State, emit: Emit): void {
  const { liquidations, users } = state;
  const isBeginning = liquidations.cursor === 0;
  if (isBeginning) {
    const sinceMs = state.timeMs - liquidations.sweptAtMs;
    if (!liquidations.isPriceMoved && sinceMs < RISK_SWEEP_INTERVAL_MS) return;
    liquidations.isPriceMoved = false;
    liquidations.sweptAtMs = state.timeMs;
    liquidations.cursor = FIRST_ORDINARY_USER;
  }
  const end = Math.min(users.length, liquidations.cursor + RISK_USERS_PER_TICK);
  let rows = 0;
  while (liquidations.cursor < end && rows < RISK_ROWS_PER_TICK) {
    rows += visitUser(state, userAt(state, liquidations.cursor), emit);
    liquidations.cursor += 1;
  }
  if (liquidations.cursor < users.length) return;
  liquidations.cursor = 0;
  if (isBeginning) liquidations.sweptSeq = state.seq;
}
