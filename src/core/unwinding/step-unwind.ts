/**
 * One step of unwinding a margin account (trading-rules.md section 6). The first steps cancel its
 * orders, the next sell coins that exceed their own loans for the missing money, the next buy
 * missing coins, one order per step, each with a price limit (decision 0035). When nothing more can
 * be sold or bought, the account repays what it can; the insurance fund and the pool bear what a
 * liquidation leaves unpaid.
 */

import { exchangeUserOf } from "../accounts/user.ts";
import { assert, unreachable } from "../base/assert.ts";
import { UNWIND_CANCELS_PER_STEP, UNWIND_MISSES_MAX, UNWIND_RETRY_MS } from "../base/limits.ts";
import { elementAt } from "../base/list.ts";
import { isTrading } from "../base/word-traits.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { emitFundsMoved } from "../ledger/funds-moved.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { coverLoan } from "../lending/cover-loan.ts";
import { marginWalletAt } from "../lending/loan-account.ts";
import { backingOfWallet, keyOfAccount, ledgerAccountOf } from "../lending/margin-account.ts";
import { arePricesFresh, worthOf } from "../lending/margin-account-risk.ts";
import { repayLoan } from "../lending/repay-loan.ts";
import { crosses } from "../matching/crossing.ts";
import { maxAtoms, minAtoms, minus, plus } from "../money/arithmetic.ts";
import { type Atoms, NO_PRICE, type Ticks, ZERO_ATOMS, ZERO_LOTS } from "../money/units.ts";
import { closeOrder } from "../orders/close-order.ts";
import { placeForcedOrder } from "../orders/forced-order.ts";
import { bookAt, type Emit, type State } from "../state.ts";
import {
  type Coin,
  coinsToUnwind,
  costOf,
  lotsToBuy,
  lotsToSell,
  lotsWithin,
  purchaseLimit,
  saleLimit,
  shortageOf,
  surplusOf,
  toLots,
  type Unwinding,
  unwindFee,
} from "./collateral.ts";
import { collateralFor, swapCollateral } from "./swap-collateral.ts";

/** Result of a step: an order or swap was made, there is nothing to trade, or no depth now. */
type Attempt = "done" | "nothing" | "blocked";

/** Cancels open orders of the account, up to the limit of a step; returns whether any were. */
function cancelOrders(state: State, unwinding: Unwinding, emit: Emit): boolean {
  const { orders } = state;
  const { instrument, user, wallet } = unwinding.account;
  const backing = backingOfWallet(wallet);
  let cancelled = 0;
  let slot = user.ordersFirst;
  while (slot !== 0 && cancelled < UNWIND_CANCELS_PER_STEP) {
    const next = orders.userNext(slot);
    const isOfInstrument = instrument === 0 || orders.instrument(slot) === instrument - 1;
    if (isOfInstrument && orders.backing(slot) === backing) {
      closeOrder(state, slot, "liquidation", emit);
      cancelled += 1;
    }
    slot = next;
  }
  return cancelled > 0;
}

/** Whether the book of an instrument that trades offers a price within a limit. */
function hasDepth(state: State, instrument: Instrument, isBuy: boolean, limit: Ticks): boolean {
  if (!isTrading(instrument.status)) return false;
  return crosses(bookAt(state, instrument.index), isBuy, limit);
}

/** Sells as much of the first coin with a surplus as brings the missing money. */
function sellSurplus(
  state: State,
  unwinding: Unwinding,
  plan: { readonly coins: readonly Coin[]; readonly shortage: Atoms },
  emit: Emit,
): Attempt {
  let isBlocked = false;
  for (const coin of plan.coins) {
    const instrument = coin.terms.pricedBy;
    const surplus = surplusOf(coin);
    if (instrument === undefined || surplus === 0n) continue;
    const smallest = BigInt(instrument.sizeLotsMin);
    const owned = lotsWithin(instrument, surplus);
    if (owned < smallest) {
      const money = elementAt(plan.coins, plan.coins.length - 1);
      if (swapCollateral(state, unwinding, { from: coin, to: money, amount: surplus }, emit)) {
        return "done";
      }
      continue;
    }
    let lots = lotsToSell(state, unwinding.unwind, instrument, plan.shortage);
    if (lots < smallest) lots = smallest;
    if (lots > owned) lots = owned;
    const largest = BigInt(instrument.sizeLotsMarketMax);
    if (lots > largest) lots = largest;
    const limit = lots < smallest ? NO_PRICE : saleLimit(state, unwinding, instrument, lots);
    if (limit === NO_PRICE || !hasDepth(state, instrument, false, limit)) {
      isBlocked = true;
      continue;
    }
    const { account } = unwinding;
    const sold = { size: toLots(lots), quoteAmount: ZERO_ATOMS };
    placeForcedOrder(state, { account, instrument, side: "sell", ...sold, limit }, emit);
    return "done";
  }
  return isBlocked ? "blocked" : "nothing";
}

/** Buys as much of the first missing coin as the spare money pays. */
function buyMissing(
  state: State,
  unwinding: Unwinding,
  plan: { readonly coins: readonly Coin[]; readonly spare: Atoms },
  emit: Emit,
): Attempt {
  let isBlocked = false;
  if (plan.spare === 0n) return "nothing";
  for (const coin of plan.coins) {
    const instrument = coin.terms.pricedBy;
    if (instrument === undefined || shortageOf(coin) === 0n) continue;
    const cost = costOf(state, unwinding.unwind, coin);
    const lotCost = cost / lotsToBuy(instrument, shortageOf(coin));
    let amount = minAtoms(cost, plan.spare);
    if (amount < instrument.valueMin) amount = instrument.valueMin;
    if (amount > plan.spare || amount < lotCost) {
      const money = elementAt(plan.coins, plan.coins.length - 1);
      const swap = { from: money, to: coin, amount: plan.spare };
      if (swapCollateral(state, unwinding, swap, emit)) return "done";
      continue;
    }
    const limit = purchaseLimit(state, unwinding, instrument, amount);
    if (!hasDepth(state, instrument, true, limit)) {
      isBlocked = true;
      continue;
    }
    const { account } = unwinding;
    const bought = { size: ZERO_LOTS, quoteAmount: amount };
    placeForcedOrder(state, { account, instrument, side: "buy", ...bought, limit }, emit);
    return "done";
  }
  return isBlocked ? "blocked" : "nothing";
}

/** Coins of the account, the money that sales must bring, and the money that purchases can use. */
type Plan = { readonly coins: readonly Coin[]; readonly shortage: Atoms; readonly spare: Atoms };

function planOf(state: State, unwinding: Unwinding): Plan {
  const coins = coinsToUnwind(state, unwinding);
  const money = elementAt(coins, coins.length - 1);
  let required = shortageOf(money);
  for (const coin of coins) required = plus(required, costOf(state, unwinding.unwind, coin));
  const spare = surplusOf(money);
  return { coins, shortage: maxAtoms(minus(required, spare), ZERO_ATOMS), spare };
}

/** Sells while money is missing and something can be sold; buys otherwise. */
function trade(state: State, unwinding: Unwinding, emit: Emit): Attempt {
  const plan = planOf(state, unwinding);
  if (plan.shortage > 0n) {
    const sold = sellSurplus(state, unwinding, plan, emit);
    if (sold !== "nothing") return sold;
  }
  return buyMissing(state, unwinding, plan, emit);
}

/** Swaps collateral with the insurance fund; returns whether anything was swapped. */
function takeOver(state: State, unwinding: Unwinding, emit: Emit): boolean {
  const { coins, shortage, spare } = planOf(state, unwinding);
  const money = elementAt(coins, coins.length - 1);
  for (const coin of coins) {
    if (coin.terms.pricedBy === undefined) continue;
    if (shortage > 0n && surplusOf(coin) > 0n) {
      const amount = minAtoms(surplusOf(coin), collateralFor(state, coin, shortage));
      if (swapCollateral(state, unwinding, { from: coin, to: money, amount }, emit)) return true;
    }
    if (spare > 0n && shortageOf(coin) > 0n) {
      const swap = { from: money, to: coin, amount: spare };
      if (swapCollateral(state, unwinding, swap, emit)) return true;
    }
  }
  return false;
}

/**
 * Takes the fee of a forced repayment into the insurance fund and returns it. Emits `funds_moved`
 * when it is above zero.
 */
function takeFee(state: State, unwinding: Unwinding, coin: Coin, emit: Emit): Atoms {
  const { ledger } = state;
  const { account, unwind } = unwinding;
  const { currency } = coin.terms;
  const from = ledgerAccountOf(state, account, currency);
  const available = ledger.available(from);
  const fee = minAtoms(unwindFee(state, unwind, coin.owed), available);
  if (fee === 0n) return fee;
  assert(unwind.isForced, "only liquidations take a fee");
  const owner = exchangeUserOf(account.user.realm);
  const fund = ledger.account(owner, WALLET_INDEX.insurance_fund, currency);
  ledger.post(from, fund, fee);
  const move = { from, to: fund, amount: fee, clientTransferId: "" };
  emitFundsMoved(state, { ...move, reason: "liquidation_fee" }, emit);
  return fee;
}

/**
 * Repays what the account can, takes fees, covers the loans that a liquidation leaves, and ends the
 * unwinding. Emits `unwind_ended` after the events of the repayments.
 */
function finish(state: State, unwinding: Unwinding, emit: Emit): void {
  const { account, unwind } = unwinding;
  const { ledger, lending } = state;
  assert(lending.unwinds.get(keyOfAccount(unwind)) === unwind, "an unwinding ends once");
  let feeValue = ZERO_ATOMS;
  let isRepaid = true;
  for (const coin of coinsToUnwind(state, unwinding)) {
    if (coin.target === 0n) continue;
    const money = ledgerAccountOf(state, account, coin.terms.currency);
    const most = ledger.available(money);
    const kind = unwind.isForced ? "liquidation" : "flash";
    const row = lending.loans.find(money);
    assert(row !== 0, "a coin to be repaid has a loan");
    if (most > 0n) repayLoan(state, row, { most, kind }, emit);
    if (lending.loans.find(money) === 0) {
      const fee = takeFee(state, unwinding, coin, emit);
      feeValue = plus(feeValue, worthOf(state, coin.terms, fee, "down") ?? ZERO_ATOMS);
      continue;
    }
    isRepaid = false;
    if (unwind.isForced) coverLoan(state, row, emit);
  }
  lending.unwinds.delete(keyOfAccount(unwind));
  emit.write("unwind_ended", {
    unwindId: unwind.id,
    user: unwind.user,
    wallet: marginWalletAt(unwind.wallet),
    instrument: unwind.instrument,
    isForced: unwind.isForced,
    outcome: isRepaid ? "success" : "failed",
    fee: feeValue,
  });
}

/**
 * Carries an unwinding one step further. A step that finds no depth within the price bound retries
 * after `UNWIND_RETRY_MS` with a wider bound. At the widest bound the insurance fund takes over
 * what it can of a liquidation, which otherwise keeps waiting, and a flash repayment ends with what
 * it has. A stale price pauses a liquidation and counts as a miss of a flash repayment.
 */
export function stepUnwind(state: State, unwinding: Unwinding, emit: Emit): void {
  const { account, unwind } = unwinding;
  const isFresh = arePricesFresh(state, account);
  if (unwind.isForced && !isFresh) {
    unwind.nextAtMs = state.timeMs + UNWIND_RETRY_MS;
    return;
  }
  if (unwind.isForced && cancelOrders(state, unwinding, emit)) return;
  const attempt = isFresh ? trade(state, unwinding, emit) : "blocked";
  switch (attempt) {
    case "done":
      return;
    case "nothing":
      return finish(state, unwinding, emit);
    case "blocked":
      return handleMiss(state, unwinding, emit);
    default:
      unreachable(attempt);
  }
}

/** Widens the price bound; at the widest, ends a flash repayment or uses the insurance fund. */
function handleMiss(state: State, unwinding: Unwinding, emit: Emit): void {
  const { unwind } = unwinding;
  const isAtWidest = unwind.misses >= UNWIND_MISSES_MAX;
  if (isAtWidest && !unwind.isForced) return finish(state, unwinding, emit);
  if (isAtWidest && takeOver(state, unwinding, emit)) return;
  if (!isAtWidest) unwind.misses += 1;
  unwind.nextAtMs = state.timeMs + UNWIND_RETRY_MS;
}
