/**
 * Open loss of spot orders that may trade on credit (decision 0035): the loss of their fills at the
 * order's price, measured at the prices of collateral.
 *
 *   loss of an order = value paid, rounded up − value received, rounded down, where above zero
 *   open loss        = Σ loss of the account's resting orders
 *
 * In atoms of the account's money; of unified accounts in US dollars. Fees are not included.
 */

import type { User } from "../accounts/user.ts";
import { assert } from "../base/assert.ts";
import { indexIn, REALMS } from "../base/vocabulary.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { usdDown, usdRateOf, usdUp } from "../instruments/usd-price.ts";
import { minus, plus } from "../money/arithmetic.ts";
import { type Atoms, atoms, type Lots, type Ticks, ZERO_ATOMS } from "../money/units.ts";
import { spotHold } from "../order-book/spot-amounts.ts";
import { currencyAt, instrumentAt, type State } from "../state.ts";
import { backingOfWallet, type MarginAccount, termsOf } from "./margin-account.ts";
import {
  figuresOf,
  type RiskFigures,
  riskE6Of,
  type TentativeChange,
  worthOf,
} from "./margin-account-risk.ts";

/** Amounts that an order pays and receives when it fills completely at one price. */
export type Exchanged = { readonly paid: Atoms; readonly received: Atoms };

/** Amounts of an order of a size that fills at a price. */
export function exchangedBySize(
  instrument: Instrument,
  isBuy: boolean,
  price: Ticks,
  size: Lots,
): Exchanged {
  const paid = spotHold(instrument, isBuy, price, size);
  return { paid, received: spotHold(instrument, !isBuy, price, size) };
}

/** Amounts of a buy of a quote amount that fills at a price, the received one rounded down. */
export function exchangedByQuote(instrument: Instrument, price: Ticks, amount: Atoms): Exchanged {
  assert(price > 0, "an order fills at a price above zero");
  const perLot = BigInt(price) * instrument.atomsPerTickLot;
  return { paid: amount, received: atoms((amount * instrument.baseAtomsPerLot) / perLot) };
}

/** Loss of an order, or `undefined` while a price is missing. */
export function orderLossOf(
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

/** Open loss of a margin account, or `undefined` while a price is missing. */
export function accountOpenLoss(state: State, account: MarginAccount): Atoms | undefined {
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
    const loss = orderLossOf(state, account, { instrument, isBuy, ...exchanged });
    if (loss === undefined) return undefined;
    sum = plus(sum, loss);
  }
  return sum;
}

/**
 * Figures of an account after a change and after all of its orders have filled at their prices:
 * assets are lowered by the open loss and by `orderLoss`, the loss of an order that is not in the
 * book yet. Assets may be below zero. `undefined` while a price is missing.
 */
export function committedFiguresOf(
  state: State,
  account: MarginAccount,
  change?: TentativeChange,
  orderLoss: Atoms = ZERO_ATOMS,
): RiskFigures | undefined {
  const figures = figuresOf(state, account, change);
  const openLoss = accountOpenLoss(state, account);
  if (figures === undefined || openLoss === undefined) return undefined;
  figures.assets = minus(figures.assets, plus(openLoss, orderLoss));
  return figures;
}

/** Whether an account stays below the liquidation level after its open loss and `orderLoss`. */
export function isLossBorne(state: State, account: MarginAccount, orderLoss: Atoms): boolean {
  const figures = committedFiguresOf(state, account, undefined, orderLoss);
  return figures !== undefined && riskE6Of(figures) < state.lending.rules.liquidationRisk;
}

/** Open loss of the resting MARGIN orders of a unified account, in 10^-8 US dollars. */
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
