/**
 * Whether an account that was refused for lack of money would have had enough without the rules of
 * decisions 0034 and 0035: without open loss on futures, and at the index price on credit. Where
 * only an estimate is possible, the answer is yes, which counts as a false alarm.
 */

import type { User } from "../../../src/core/accounts/user.ts";
import { positionAt } from "../../../src/core/base/position-handle.ts";
import type { OrderBacking } from "../../../src/core/base/vocabulary.ts";
import { loanRefusal } from "../../../src/core/borrowing/borrow.ts";
import { debtRefusal } from "../../../src/core/borrowing/debt-refusal.ts";
import { type Instrument, notionalAt } from "../../../src/core/instruments/instrument.ts";
import { raisedToMinimum } from "../../../src/core/lending/check-loan.ts";
import { accountForOrder, ledgerAccountOf } from "../../../src/core/lending/margin-account.ts";
import { collateralPriceOf } from "../../../src/core/lending/margin-account-risk.ts";
import { accountOpenLoss as openLossOnCredit } from "../../../src/core/lending/spot-open-loss.ts";
import { coversMore } from "../../../src/core/margin/coverage.ts";
import { requiredMarginOf } from "../../../src/core/margin/margin.ts";
import { minus, negated } from "../../../src/core/money/arithmetic.ts";
import { atoms, type Lots, type Ticks, ticks, ZERO_ATOMS } from "../../../src/core/money/units.ts";
import { spotHold } from "../../../src/core/order-book/spot-amounts.ts";
import {
  farthestPriceInBook,
  marginPriceOf,
  marketLimit,
} from "../../../src/core/orders/order-checks.ts";
import { openedSide } from "../../../src/core/positions/exposure.ts";
import { isAdverse, openLossOf } from "../../../src/core/positions/open-loss.ts";
import type { State } from "../../../src/core/state.ts";

/** An order that was refused; price 0 is a market order. */
export type Refused = {
  readonly user: number;
  readonly instrument: number;
  readonly isBuy: boolean;
  readonly price: number;
  readonly size: number;
  readonly backing: OrderBacking;
  /** Whether it rests already and its change was refused. */
  readonly isResting: boolean;
};

/** Open loss of the resting orders of an account in one settlement coin. */
function restingLossOf(state: State, user: User, settle: number): bigint {
  const { positions } = state;
  let sum = 0n;
  for (let row = user.positionsFirst; row !== 0; row = positions.userNext.get(row)) {
    if (state.instruments[positions.instrument.get(row)]?.settle !== settle) continue;
    sum += openLossOf(state, row, 0) + openLossOf(state, row, 1);
  }
  return sum;
}

function isFuturesCovered(state: State, user: User, instrument: Instrument, order: Refused) {
  const { isBuy } = order;
  const size = order.size as Lots;
  const price = ticks(order.price);
  const mark = (state.prices[instrument.index]?.mark ?? 0) as Ticks;
  const limit = price === 0 ? marketLimit(state, instrument, isBuy) : price;
  const reached = farthestPriceInBook(state, instrument, isBuy, limit, size);
  const resting = restingLossOf(state, user, instrument.settle);
  if (resting === 0n && !isAdverse(isBuy, price === 0 ? reached : price, mark)) return false;
  if (order.isResting) return true;
  const row = state.positions.find(user.index, instrument.index);
  const side = openedSide(isBuy);
  const leverage = state.positions.leverage.get(positionAt(row, side));
  if (row === 0 || leverage === 0) return false;
  const value = notionalAt(
    instrument,
    marginPriceOf(state, instrument, isBuy, price, reached),
    size,
  );
  const orders = { side, lots: size, value, openLoss: ZERO_ATOMS };
  const required = requiredMarginOf(state, row);
  const after = requiredMarginOf(state, row, { orders, leverage: undefined });
  const more = atoms(after - required - resting);
  const isMoved = state.positions.isIsolated(row);
  const needed = { more, beside: ZERO_ATOMS, isMoved, known: { row, required } };
  return coversMore(state, user, instrument, needed);
}

function isCreditCovered(state: State, user: User, instrument: Instrument, order: Refused) {
  const { backing, isBuy } = order;
  const index = collateralPriceOf(state, instrument);
  const size = order.size as Lots;
  const [paid, bought] = isBuy
    ? [instrument.quote, instrument.base]
    : [instrument.base, instrument.quote];
  const hold = spotHold(instrument, isBuy, index, size);
  if (backing === "unified_margin") {
    const gain = spotHold(instrument, !isBuy, index, size);
    return debtRefusal(state, user, instrument, { paid, bought, more: hold, gain }) === undefined;
  }
  if (backing === "default") return false;
  const account = accountForOrder(state, user, backing, instrument);
  if (account === undefined) return false;
  const missing = minus(hold, state.ledger.available(ledgerAccountOf(state, account, paid)));
  // An order that needs no loan is refused for its loss alone.
  if (missing <= 0n) return true;
  const orderLoss = negated(openLossOnCredit(state, account) ?? ZERO_ATOMS);
  const loan = raisedToMinimum(state, { account, currency: paid, amount: missing, orderLoss });
  return loanRefusal(state, loan) === undefined;
}

/** Whether the rules are what was missing: true where the account could afford initial margin. */
export function isCoveredWithoutRules(state: State, order: Refused): boolean {
  const user = state.users[order.user];
  const instrument = state.instruments[order.instrument];
  if (user === undefined || instrument === undefined) return false;
  const isCovered = instrument.isFutures ? isFuturesCovered : isCreditCovered;
  return isCovered(state, user, instrument, order);
}
