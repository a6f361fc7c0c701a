/** Ledger effects of a fill: fees, exchange of base and quote, realised profit and loss. */

import { FIRST_ORDINARY_USER, type User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import {
  isLongPosition,
  oppositeOf,
  type PositionIndex,
  type PositionRow,
  positionAt,
  rowOf,
} from "../base/position-handle.ts";
import { chargedRate } from "../fees/charged-rate.ts";
import { type Instrument, tradingFeeAt } from "../instruments/instrument.ts";
import { accountInstrumentOf, walletOfBacking } from "../lending/margin-account.ts";
import {
  feeRoundedUp,
  minus,
  negated,
  notional,
  proportionRoundedDown,
} from "../money/arithmetic.ts";
import { type Atoms, type Lots, lots, type TimeMs, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { baseAtoms } from "../order-book/spot-amounts.ts";
import { futuresAccount, walletOf } from "../positions/backing.ts";
import { isHedgeClose } from "../positions/closing-order.ts";
import { changeOpenInterest, closedSide, isHedgeIn, openedSide } from "../positions/exposure.ts";
import { forgetNeed } from "../positions/row-need.ts";
import { nextId, type State, userAt } from "../state.ts";
import type { Fill } from "./fill.ts";

/**
 * Releases the part of the hold that a fill takes: its share at the order's price, or what it
 * spends.
 */
function releaseHold(state: State, instrument: Instrument, fill: Fill): void {
  const { ledger, orders } = state;
  const { size, slot, value } = fill;
  if (orders.isByQuote(slot)) {
    orders.quote.spend(slot, value);
    fill.released = value;
  } else if (orders.isBuy(slot)) {
    fill.released = notional(orders.price(slot), size, instrument.atomsPerTickLot);
  } else {
    fill.released = fill.paid(false);
  }
  ledger.release(orders.payAccount(slot), fill.released);
}

/** Returns the account that receives the fills of a spot order; found once per order. */
function receivingAccount(state: State, instrument: Instrument, slot: number): number {
  const { ledger, orders } = state;
  const known = orders.receiveAccount(slot);
  if (known !== 0) return known;
  const user = userAt(state, orders.user(slot));
  const coin = orders.isBuy(slot) ? instrument.base : instrument.quote;
  const backing = orders.backing(slot);
  const wallet = orders.isOnMargin(slot) ? walletOfBacking(backing) : walletOf(user, instrument);
  const place = accountInstrumentOf(backing, instrument);
  const account = ledger.account(user.index, wallet, coin, place);
  orders.setReceiveAccount(slot, account);
  return account;
}

/** Posts the fee of a fill from the account that it is charged to. */
function chargeFee(
  { house, ledger }: State,
  instrument: Instrument,
  fill: Fill,
  account: number,
  coin: number,
): void {
  ledger.post(account, house.fees(instrument, coin), fill.fee);
  fill.feeCurrency = coin;
}

/**
 * Settles one side of a spot trade: releases the fill's share of the hold, posts the paid amount to
 * the instrument's clearing account and the received amount from it, and charges the fee in the
 * received coin. The two sides of a trade leave the balance of the clearing account unchanged.
 */
export function settleSpotFill(state: State, instrument: Instrument, fill: Fill): void {
  const { house, ledger, orders } = state;
  const { size, slot } = fill;
  const { base, quote } = instrument;
  assert(
    size > 0 && (orders.isByQuote(slot) || size <= orders.remaining(slot)),
    "a fill never exceeds what remains of its order",
  );
  const isBuy = orders.isBuy(slot);
  const payer = orders.payAccount(slot);
  const payee = receivingAccount(state, instrument, slot);
  fill.baseAmount = baseAtoms(instrument, size);
  const received = fill.received(isBuy);
  const receivedCoin = isBuy ? base : quote;
  const user = userAt(state, orders.user(slot));
  fill.fee = feeRoundedUp(received, chargedRate(state, user, instrument, fill.isTaker));
  assert(fill.fee <= received, "a fee never exceeds what the order receives");
  releaseHold(state, instrument, fill);
  ledger.post(payer, house.clearing(instrument, isBuy ? quote : base), fill.paid(isBuy));
  ledger.post(house.clearing(instrument, receivedCoin), payee, received);
  chargeFee(state, instrument, fill, payee, receivedCoin);
  fill.realisedPnl = ZERO_ATOMS;
  fill.closesPosition = false;
  fill.opensPosition = false;
  fill.openedSize = size;
  fill.payee = payee;
  fill.netReceived = minus(received, fill.fee);
  fill.baseAccount = isBuy ? payee : payer;
  fill.quoteAccount = isBuy ? payer : payee;
}

/** Size of a futures fill that closes the opposite (one-way) or named (hedge) position. */
function closingSize(state: State, row: PositionRow, fill: Fill, isHedged: boolean): Lots {
  const { orders, positions } = state;
  const isBuy = orders.isBuy(fill.slot);
  const held = positions.size.get(positionAt(row, closedSide(isBuy)));
  if (isHedged) {
    return isHedgeClose(orders.positionSide(fill.slot), isBuy) ? fill.size : ZERO_LOTS;
  }
  return lots(Math.min(fill.size, held));
}

/** Closes a part of a position; returns the realised profit or loss, in settle atoms. */
function closePart(
  state: State,
  position: PositionIndex,
  size: Lots,
  value: Atoms,
  isInverse: boolean,
): Atoms {
  const positions = state.positions;
  const held = positions.size.get(position);
  const entry = proportionRoundedDown(positions.openNotional.get(position), size, held);
  const isLong = isLongPosition(position);
  const pnl = isLong !== isInverse ? minus(value, entry) : minus(entry, value);
  positions.size.set(position, lots(held - size));
  const row = rowOf(position);
  if (isLong) changeOpenInterest(state, positions.instrument.get(row), -size);
  positions.openNotional.add(position, negated(entry));
  assert(
    positions.openNotional.get(position) >= 0n,
    "a position has an entry notional of 0 or more",
  );
  positions.closedSize.set(position, lots(positions.closedSize.get(position) + size));
  positions.closedNotional.add(position, value);
  positions.realisedPnl.add(position, pnl);
  return pnl;
}

function openPart(state: State, position: PositionIndex, size: Lots, value: Atoms): void {
  const positions = state.positions;
  const row = rowOf(position);
  assert(size > 0 && value >= 0n, "a fill opens a position of some size");
  if (positions.size.get(position) === 0) {
    positions.clear(position);
    positions.id.set(position, nextId(state));
    positions.openedAtMs.set(position, state.timeMs as TimeMs);
    const funding = state.funding[positions.instrument.get(row)];
    positions.fundingTaken.set(position, funding?.count ?? 0);
  }
  positions.size.set(position, lots(positions.size.get(position) + size));
  if (isLongPosition(position)) changeOpenInterest(state, positions.instrument.get(row), size);
  positions.openNotional.add(position, value);
  positions.openedSize.set(position, lots(positions.openedSize.get(position) + size));
  positions.openedNotional.add(position, value);
}

/** Fee of a futures fill; zero for the insurance fund and for fills without a fee (`isFree`). */
function futuresFee(state: State, instrument: Instrument, fill: Fill, user: User): Atoms {
  if (fill.isFree || user.index < FIRST_ORDINARY_USER) return ZERO_ATOMS;
  const rate = chargedRate(state, user, instrument, fill.isTaker || fill.paysAsTaker);
  if (!instrument.isInverse) return feeRoundedUp(fill.value, rate);
  return tradingFeeAt(instrument, fill.price, fill.size, rate);
}

/**
 * Settles one side of a futures trade: closes the opposite position (one-way) or the named one
 * (hedge) as far as it goes, posts the realised profit or loss against the clearing account, and
 * opens a position with the rest. A fill that flips a position splits value and fee by size; the
 * opening part takes the remainder. Isolated margin is moved after the event of the fill is
 * emitted.
 */
export function settleFuturesFill(state: State, instrument: Instrument, fill: Fill): void {
  const { house, ledger, orders, positions } = state;
  const { slot, size, value } = fill;
  const user = userAt(state, orders.user(slot));
  assert(
    size > 0 && size <= orders.remaining(slot),
    "a fill never exceeds what remains of its order",
  );
  const row = orders.positionRow(slot);
  assert(positions.user.get(row) === user.index, "a futures order has the row of its user");
  forgetNeed(state, row);
  const isHedged = isHedgeIn(user, instrument);
  const isBuy = orders.isBuy(slot);
  const account = futuresAccount(state, row);
  fill.fee = futuresFee(state, instrument, fill, user);
  const { fee } = fill;
  const closing = closingSize(state, row, fill, isHedged);
  const closedNotional = closing === 0 ? ZERO_ATOMS : proportionRoundedDown(value, closing, size);
  const closedFee = closing === 0 ? ZERO_ATOMS : proportionRoundedDown(fee, closing, size);
  let pnl = ZERO_ATOMS;
  if (closing > 0) {
    const position = positionAt(row, closedSide(isBuy));
    pnl = closePart(state, position, closing, closedNotional, instrument.isInverse);
    if (instrument.isInverse) positions.closePrices.widen(position, fill.price);
    positions.closeFee.add(position, closedFee);
  }
  if (closing < size) {
    const position = positionAt(row, openedSide(isBuy));
    const opened = lots(size - closing);
    assert(
      isHedged || positions.size.get(oppositeOf(position)) === 0,
      "one-way mode holds a position on one side only",
    );
    openPart(state, position, opened, minus(value, closedNotional));
    if (instrument.isInverse) positions.openPrices.widen(position, fill.price);
    const { counterparty } = fill;
    if (counterparty >= FIRST_ORDINARY_USER) {
      positions.counterparties.add(position, counterparty, opened, state.timeMs);
    }
    positions.openFee.add(position, minus(fee, closedFee));
  }
  const clearing = house.clearing(instrument, instrument.settle);
  if (pnl >= 0n) ledger.post(clearing, account, pnl);
  else ledger.post(account, clearing, negated(pnl));
  chargeFee(state, instrument, fill, account, instrument.settle);
  fill.realisedPnl = pnl;
  fill.closesPosition = closing > 0;
  fill.opensPosition = closing < size;
  fill.openedSize = lots(size - closing);
  fill.openedNotional = minus(value, closedNotional);
  fill.baseAccount = 0;
  fill.quoteAccount = account;
}
