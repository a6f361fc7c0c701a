/**
 * The sweep that finds what has fallen below maintenance: users in the order of their creation, in
 * pieces. An isolated position with auto-margin is topped up first; an account below zero without
 * crossed positions is made good by the insurance fund.
 */
import type { User } from "../accounts/user.ts";
import { FIRST_ORDINARY_USER } from "../accounts/user.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { RISK_ROWS_PER_TICK, RISK_SWEEP_INTERVAL_MS, RISK_USERS_PER_TICK } from "../limits.ts";
import { topUpMargin } from "../margin/adjust-margin.ts";
import { walletOf } from "../positions/backing.ts";
import { LONG, SHORT } from "../positions/position-table.ts";
import { settleRemains } from "../settlement/insurance-fund.ts";
import { type Emit, nextId, type State } from "../state.ts";
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

/** What of a scope must be liquidated: at risk for certain, and where something can be done. */
function judge(state: State, scope: RiskScope, rows: readonly number[], emit: Emit): void {
  if (isUnderWay(state, scope)) return;
  const { equity, maintenance } = scopeRisk(state, scope);
  if (!isAtRisk({ equity, maintenance })) return;
  if (!arePricesKnown(state, rows) || tradingRows(state, rows).length === 0) return;
  const [row] = rows;
  if (scope.instrument !== 0 && row !== undefined && topUpMargin(state, row, scope.side, emit)) {
    return;
  }
  const liquidation = { id: nextId(state), ...scope, equity, maintenance };
  state.liquidations.add(liquidation);
  emitStarted(state, liquidation, emit);
}

function visitIsolated(state: State, user: User, row: number, emit: Emit): void {
  const { positions } = state;
  const { index, settle } = instrumentOfRow(state, row);
  const wallet = walletOf(user, instrumentOfRow(state, row));
  for (const side of [LONG, SHORT]) {
    if (positions.size.get(row * 2 + side) === 0) continue;
    const scope = { user: user.index, wallet, currency: settle, instrument: index + 1, side };
    judge(state, scope, [row], emit);
  }
}

function visitAccount(state: State, scope: RiskScope, emit: Emit): void {
  const rows = heldRows(state, scope);
  if (rows.length > 0) return judge(state, scope, rows, emit);
  if (scope.wallet === WALLET_INDEX.unified) return;
  const { ledger } = state;
  const account = ledger.find(scope.user, scope.wallet, scope.currency);
  const left = ledger.balance(account);
  if (left < 0n) settleRemains(state, account, { left, liquidationId: 0 }, emit);
}

/** Looks at all that a user has at risk; answers how many rows that were. */
function visitUser(state: State, user: User, emit: Emit): number {
  const { positions } = state;
  const isUnified = user.accountKind === "unified";
  const seen: number[] = [];
  let rows = 0;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    rows += 1;
    if (positions.isIsolated(row)) {
      visitIsolated(state, user, row, emit);
      continue;
    }
    const instrument = instrumentOfRow(state, row);
    const wallet = walletOf(user, instrument);
    const currency = isUnified ? 0 : instrument.settle;
    // A classic wallet and its coin name each other, but for those that are common to two wallets.
    const key = wallet * state.currencies.length + currency;
    if (seen.includes(key)) continue;
    seen.push(key);
    visitAccount(state, { user: user.index, wallet, currency, instrument: 0, side: 0 }, emit);
  }
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
    rows += visitUser(state, users[liquidations.cursor] as User, emit);
    liquidations.cursor += 1;
  }
  if (liquidations.cursor < users.length) return;
  liquidations.cursor = 0;
  if (isBeginning) liquidations.sweptSeq = state.seq;
}
