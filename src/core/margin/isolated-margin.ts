/**
 * Moves money between a futures account and the margin of an isolated position (decision 0019).
 * Over the life of a position, the returned margin equals the margin taken, added and removed,
 * exactly.
 */

import { assert } from "../base/assert.ts";
import {
  type LongOrShort,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
  sideOf,
} from "../base/position-handle.ts";
import { indexIn, MARGIN_MOVE_REASONS, type MarginMoveReason } from "../base/vocabulary.ts";
import { eventLayout } from "../events/event-layout.ts";
import {
  dividedRoundedUp,
  maxAtoms,
  minus,
  negated,
  plus,
  proportionRoundedDown,
} from "../money/arithmetic.ts";
import { type Atoms, type Lots, lots, ZERO_ATOMS } from "../money/units.ts";
import { futuresAccount, isolatedAccount, isolatedMarginOf } from "../positions/backing.ts";
import { dueFundingAt } from "../positions/due-funding.ts";
import type { Emit, State } from "../state.ts";
import { initialMarginOf, unrealisedOf } from "./margin.ts";

const MOVED = eventLayout("margin_moved");

/** Posts into (`amount` > 0) or out of a margin account. Emits `margin_moved`; nothing for zero. */
export function moveMargin(
  state: State,
  position: PositionIndex,
  move: { readonly amount: Atoms; readonly reason: MarginMoveReason },
  emit: Emit,
): void {
  const { amount, reason } = move;
  if (amount === 0n) return;
  const { ledger, positions } = state;
  const row = rowOf(position);
  const wallet = futuresAccount(state, row);
  const margin = isolatedAccount(state, row, sideOf(position));
  const isAdded = amount > 0n;
  if (isAdded) ledger.post(wallet, margin, amount);
  else ledger.post(margin, wallet, negated(amount));
  assert(isAdded || ledger.balance(margin) >= 0n, "isolated margin gives out no more than it has");
  const place = emit.open(MOVED.header);
  const { moneyWords, numberWords } = emit;
  numberWords[place + MOVED.user] = positions.user.get(row);
  numberWords[place + MOVED.instrument] = positions.instrument.get(row);
  numberWords[place + MOVED.positionSide] = sideOf(position) + 1;
  numberWords[place + MOVED.reason] = indexIn(MARGIN_MOVE_REASONS, reason);
  numberWords[place + MOVED.isAdded] = isAdded ? 1 : 0;
  moneyWords[place + MOVED.amount] = isAdded ? amount : negated(amount);
  moneyWords[place + MOVED.walletBalance] = ledger.balance(wallet);
  moneyWords[place + MOVED.margin] = ledger.balance(margin);
}

/**
 * Returns the closed share of the margin after a fill, floor(margin × closed ÷ size before), all of
 * it with the last lot. A negative margin, caused by funding, is paid by the futures account in the
 * same way. The position has its new size already.
 */
export function releaseMargin(
  state: State,
  position: PositionIndex,
  closed: Lots,
  emit: Emit,
): void {
  assert(closed > 0, "margin is released for a size that was closed");
  const held = lots(state.positions.size.get(position) + closed);
  const margin = isolatedMarginOf(state, rowOf(position), sideOf(position));
  const share = proportionRoundedDown(margin, closed, held);
  moveMargin(state, position, { amount: negated(share), reason: "closed" }, emit);
}

/**
 * Takes margin after a fill increased the entry notional of a position by `opened`. The sum over
 * the fills of a position is ceil(entry notional ÷ leverage), the amount that its orders were
 * checked for.
 */
export function takeMargin(state: State, position: PositionIndex, opened: Atoms, emit: Emit): void {
  const { leverage, openNotional } = state.positions;
  const by = leverage.get(position);
  const value = openNotional.get(position);
  assert(opened >= 0n && opened <= value, "what a fill opened is part of the position");
  const before = dividedRoundedUp(minus(value, opened), by);
  const amount = minus(dividedRoundedUp(value, by), before);
  moveMargin(state, position, { amount, reason: "opened" }, emit);
}

/**
 * Margin that may be removed: the part above initial margin, unrealised loss and unpaid funding, in
 * settle atoms; zero if there is none.
 */
export function removableMarginOf(state: State, row: PositionRow, side: LongOrShort): Atoms {
  const loss = maxAtoms(negated(unrealisedOf(state, row, side)), ZERO_ATOMS);
  const unpaid = maxAtoms(negated(dueFundingAt(state, positionAt(row, side))), ZERO_ATOMS);
  const needed = plus(plus(initialMarginOf(state, row, side), loss), unpaid);
  return maxAtoms(minus(isolatedMarginOf(state, row, side), needed), ZERO_ATOMS);
}
