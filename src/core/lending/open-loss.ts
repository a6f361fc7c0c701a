/**
 * Open loss of orders on margin (decision 0035): what a fill at the order's price loses against the
 * prices that collateral counts at.
 *
 *   loss of an order = value paid, rounded up − value received, rounded down, where above zero
 *   open loss        = Σ loss of the account's resting orders
 *
 * All in the coin that the account's values are told in. Fees are not part of it.
 */

import type { User } from "../accounts/user.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { usdDown, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { minus, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type Lots, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { spotHold } from "../order-book/spot-amounts.ts";
import { currencyAt, instrumentAt, type State } from "../state.ts";
import {
  backingOfWallet,
  figuresOf,
  type MarginAccount,
  type RiskFigures,
  riskE6Of,
  type TentativeChange,
  termsOf,
  worthOf,
} from "./margin-account.ts";

/** What an order pays and receives when all of it fills at one price. */
export type Exchanged = { readonly paid: Atoms; readonly received: Atoms };

/** An order of a size that fills at a price. */
export function exchangedBySize(
  instrument: Instrument,
  isBuy: boolean,
  price: Ticks,
  size: Lots,
): Exchanged {
  const paid = spotHold(instrument, isBuy, price, size);
  return { paid, received: spotHold(instrument, !isBuy, price, size) };
}

/** A buy of a quote amount that fills at a price; what it receives is rounded down. */
export function exchangedByQuote(instrument: Instrument, price: Ticks, amount: Atoms): Exchanged {
  const perLot = BigInt(price) * instrument.atomsPerTickLot;
  return { paid: amount, received: atoms((amount * instrument.baseAtomsPerLot) / perLot) };
}

/** The loss of an order, or `undefined` while a price is missing. */
export function lossOf(
  state: State,
  account: MarginAccount,
  order: { readonly instrument: Instrument; readonly isBuy: boolean } & Exchanged,
): Atoms | undefined {
  const { base, quote } = order.instrument;
  const paidTerms = termsOf(state, account, order.isBuy ? quote : base);
  const receivedTerms = termsOf(state, account, order.isBuy ? base : quote);
  if (paidTerms === undefined || receivedTerms === undefined) return undefined;
  const paid = worthOf(state, paidTerms, order.paid, "up");
  const received = worthOf(state, receivedTerms, order.received, "down");
  if (paid === undefined || received === undefined) return undefined;
  return paid > received ? minus(paid, received) : ZERO_ATOMS;
}

/** The open loss of an account, or `undefined` while a price is missing. */
export function openLossOf(state: State, account: MarginAccount): Atoms | undefined {
  const { orders } = state;
  const { user, wallet } = account;
  const backing = backingOfWallet(wallet);
  let sum = ZERO_ATOMS;
  if (user.openSpotOrders === 0) return sum;
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (orders.backing(slot) !== backing || orders.level(slot) === 0) continue;
    const instrument = instrumentAt(state, orders.instrument(slot));
    if (account.instrument !== 0 && instrument.index !== account.instrument - 1) continue;
    const isBuy = orders.isBuy(slot);
    const { price, remaining } = { price: orders.price(slot), remaining: orders.remaining(slot) };
    const exchanged = exchangedBySize(instrument, isBuy, price, remaining);
    const loss = lossOf(state, account, { instrument, isBuy, ...exchanged });
    if (loss === undefined) return undefined;
    sum = plus(sum, loss);
  }
  return sum;
}

/**
 * The figures of an account after a change, with its assets lowered by its open loss and by
 * `orderLoss`, the loss of an order that is not in the book yet: how the account stands when all of
 * its orders have filled at their prices. Assets may come out below zero. `undefined` while a price
 * is missing.
 */
export function committedFiguresOf(
  state: State,
  account: MarginAccount,
  change?: TentativeChange,
  orderLoss: Atoms = ZERO_ATOMS,
): RiskFigures | undefined {
  const figures = figuresOf(state, account, change);
  const openLoss = openLossOf(state, account);
  if (figures === undefined || openLoss === undefined) return undefined;
  figures.assets = minus(figures.assets, plus(openLoss, orderLoss));
  return figures;
}

/** Whether an account stays below the liquidation level after its open loss and `orderLoss`. */
export function isLossBorne(state: State, account: MarginAccount, orderLoss: Atoms): boolean {
  const figures = committedFiguresOf(state, account, undefined, orderLoss);
  return figures !== undefined && riskE6Of(figures) < state.lending.rules.liquidationRisk;
}

/** The open loss of the resting MARGIN orders of a unified account, in 10^-8 US dollars. */
export function unifiedOpenLossUsd(state: State, user: User): bigint {
  const { orders } = state;
  const realm = indexIn(REALMS, user.realm);
  const rateOf = (coin: number) => usdRateOf(state, realm, currencyAt(state, coin));
  let sum = 0n;
  for (let slot = user.ordersFirst; slot !== 0; slot = orders.userNext(slot)) {
    if (!orders.isOnUnifiedMargin(slot) || orders.level(slot) === 0) continue;
    const instrument = instrumentAt(state, orders.instrument(slot));
    const isBuy = orders.isBuy(slot);
    const { base, quote } = instrument;
    const remaining = orders.remaining(slot);
    const { paid, received } = exchangedBySize(instrument, isBuy, orders.price(slot), remaining);
    const paidUsd = usdUp(rateOf(isBuy ? quote : base), paid);
    const loss = paidUsd - usdDown(rateOf(isBuy ? base : quote), received);
    if (loss > 0n) sum += loss;
  }
  return sum;
}
