/**
 * One step of unwinding a margin account (trading-rules.md section 6): its orders are cancelled
 * first, then coins beyond their own debts are sold for the money that is missing, then coins that
 * are missing are bought, an order a step. When nothing more can be sold or bought, everything is
 * repaid that can be; what a liquidation leaves unpaid falls to the insurance fund and the pool.
 */
import { exchangeUserOf } from "../accounts/user.ts";
import { EVENT_INDEX } from "../event-buffer.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { UNWIND_CANCELS_PER_STEP, UNWIND_RETRY_MS } from "../limits.ts";
import { marginWalletIndex } from "../loans/loan-place.ts";
import { arePricesFresh, keyOfAccount, ledgerAccountOf, worthOf } from "../loans/margin-account.ts";
import { coverLoan, repayLoan } from "../loans/repay.ts";
import { minAtoms, plus } from "../money/arithmetic.ts";
import {
  type Atoms,
  NO_PRICE,
  type Seq,
  type TimeMs,
  ZERO_ATOMS,
  ZERO_LOTS,
} from "../money/units.ts";
import type { OrderBook } from "../order-book/order-book.ts";
import { closeOrder } from "../orders/close-order.ts";
import { placeMarginOrder } from "../orders/place-order.ts";
import { type Emit, nextId, type State } from "../state.ts";
import { indexIn, MOVE_REASONS, ORDER_BACKINGS, UNWIND_OUTCOMES } from "../vocabulary.ts";
import {
  type Coin,
  coinsToUnwind,
  costOf,
  lotsToBuy,
  lotsToSell,
  lotsWithin,
  needOf,
  surplusOf,
  toLots,
  type Unwinding,
  unwindFee,
} from "./collateral.ts";
import { swapCollateral } from "./swap-collateral.ts";

/** What came of trying to trade: done, nothing to do, or nobody to trade with for now. */
type Attempt = "done" | "nothing" | "blocked";

/** Cancels open orders of the account, up to the bound of a step; answers whether any were. */
function cancelOrders(state: State, unwinding: Unwinding, emit: Emit): boolean {
  const { orders } = state;
  const { instrument, user, wallet } = unwinding.account;
  const backing = wallet === WALLET_INDEX.crossed_margin ? 1 : 2;
  let cancelled = 0;
  let slot = user.ordersFirst;
  while (slot !== 0 && cancelled < UNWIND_CANCELS_PER_STEP) {
    const next = orders.userNext(slot);
    const isHere = instrument === 0 || orders.instrument(slot) === instrument - 1;
    if (isHere && orders.backing(slot) === backing) {
      closeOrder(state, slot, "liquidation", emit);
      cancelled += 1;
    }
    slot = next;
  }
  return cancelled > 0;
}

/**
 * A market order of the exchange for the account, by size or, when buying, by amount. One that is
 * refused (an instrument may have no market orders at all) leaves the step blocked.
 */
function order(
  state: State,
  unwinding: Unwinding,
  terms: {
    readonly instrument: Instrument;
    readonly side: "buy" | "sell";
    readonly lots: bigint;
    readonly amount: Atoms;
  },
  emit: Emit,
): Attempt {
  const { user, wallet } = unwinding.account;
  placeMarginOrder(
    state,
    {
      kind: "place_margin_order",
      seq: state.seq as Seq,
      timeMs: state.timeMs as TimeMs,
      user: user.index,
      instrument: terms.instrument.index,
      side: terms.side,
      orderType: "market",
      timeInForce: "ioc",
      stpMode: "none",
      price: NO_PRICE,
      size: terms.side === "sell" ? toLots(terms.lots) : ZERO_LOTS,
      quoteAmount: terms.side === "buy" ? terms.amount : ZERO_ATOMS,
      clientOrderId: "",
      source: "system",
      backing: ORDER_BACKINGS[1 + marginWalletIndex(wallet)] ?? "crossed_margin",
      loanType: "normal",
    },
    emit,
  );
  const isRefused = state.outcome.rejection !== undefined;
  state.outcome.rejection = undefined;
  state.outcome.id = 0;
  return isRefused ? "blocked" : "done";
}

function hasDepth(state: State, instrument: Instrument, isBuy: boolean): boolean {
  if (instrument.status !== "online") return false;
  return (state.books[instrument.index] as OrderBook).bestPrice(!isBuy) !== 0;
}

/** Sells of the first coin with a surplus what brings the missing money. */
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
      const money = plan.coins[plan.coins.length - 1] as Coin;
      if (swapCollateral(state, unwinding, { from: coin, to: money, amount: surplus }, emit)) {
        return "done";
      }
      continue;
    }
    if (!hasDepth(state, instrument, false)) {
      isBlocked = true;
      continue;
    }
    let lots = lotsToSell(state, instrument, plan.shortage);
    if (lots < smallest) lots = smallest;
    if (lots > owned) lots = owned;
    const largest = BigInt(instrument.sizeLotsMarketMax);
    if (lots > largest) lots = largest;
    const sale = { instrument, side: "sell", lots, amount: ZERO_ATOMS } as const;
    return order(state, unwinding, sale, emit);
  }
  return isBlocked ? "blocked" : "nothing";
}

/** Buys of the first coin that is missing what the spare money pays. */
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
    if (instrument === undefined || needOf(coin) === 0n) continue;
    const cost = costOf(state, coin);
    const lotCost = cost / lotsToBuy(instrument, needOf(coin));
    let amount = minAtoms(cost, plan.spare);
    if (amount < instrument.valueMin) amount = instrument.valueMin;
    if (amount > plan.spare || amount < lotCost) {
      const money = plan.coins[plan.coins.length - 1] as Coin;
      const swap = { from: money, to: coin, amount: plan.spare };
      if (swapCollateral(state, unwinding, swap, emit)) return "done";
      continue;
    }
    if (!hasDepth(state, instrument, true)) {
      isBlocked = true;
      continue;
    }
    return order(state, unwinding, { instrument, side: "buy", lots: 0n, amount }, emit);
  }
  return isBlocked ? "blocked" : "nothing";
}

/** Sells or buys once. */
function trade(state: State, unwinding: Unwinding, emit: Emit): Attempt {
  const coins = coinsToUnwind(state, unwinding);
  const money = coins[coins.length - 1] as Coin;
  let costs = ZERO_ATOMS;
  for (const coin of coins) costs = plus(costs, costOf(state, coin));
  const wanted = plus(needOf(money), costs);
  const spare = surplusOf(money);
  if (wanted > spare) {
    const shortage = (wanted - spare) as Atoms;
    const sold = sellSurplus(state, unwinding, { coins, shortage }, emit);
    if (sold !== "nothing") return sold;
  }
  return buyMissing(state, unwinding, { coins, spare }, emit);
}

/** Takes the fee of a forced repayment into the insurance fund; answers it. */
function takeFee(state: State, unwinding: Unwinding, coin: Coin, emit: Emit): Atoms {
  const { ledger } = state;
  const { account, unwind } = unwinding;
  const { currency } = coin.terms;
  const from = ledgerAccountOf(state, account, currency);
  const available = ledger.available(from);
  const fee = minAtoms(unwindFee(state, unwind, coin.owed), available);
  if (fee === 0n) return fee;
  const owner = exchangeUserOf(account.user.realm);
  const fund = ledger.account(owner, WALLET_INDEX.insurance_fund, currency);
  ledger.post(from, fund, fee);
  emit.begin(EVENT_INDEX.funds_moved);
  emit.num(nextId(state));
  emit.num(indexIn(MOVE_REASONS, "liquidation_fee"));
  emit.num(currency);
  emit.money(fee);
  for (const end of [from, fund]) {
    emit.num(ledger.userOf(end));
    emit.num(ledger.walletOf(end));
    emit.money(ledger.balance(end));
  }
  emit.num(ledger.instrumentOf(from));
  emit.num(ledger.instrumentOf(fund));
  emit.text("");
  emit.end();
  return fee;
}

/** Repays what can be, takes fees, covers what a liquidation leaves, and ends the unwinding. */
function finish(state: State, unwinding: Unwinding, emit: Emit): void {
  const { account, unwind } = unwinding;
  const { ledger, lending } = state;
  let feeValue = ZERO_ATOMS;
  let isRepaid = true;
  for (const coin of coinsToUnwind(state, unwinding)) {
    if (coin.target === 0n) continue;
    const money = ledgerAccountOf(state, account, coin.terms.currency);
    const most = ledger.available(money);
    const kind = unwind.isForced ? "liquidation" : "flash";
    const row = lending.loans.find(money);
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
  emit.begin(EVENT_INDEX.unwind_ended);
  emit.num(unwind.id);
  emit.num(unwind.user);
  emit.num(marginWalletIndex(unwind.wallet));
  emit.num(unwind.instrument);
  emit.flag(unwind.isForced);
  emit.num(indexIn(UNWIND_OUTCOMES, isRepaid ? "success" : "failed"));
  emit.money(feeValue);
  emit.end();
}

/**
 * Carries an unwinding one step further. A liquidation that finds nobody to trade with, or no fresh
 * price, looks again after a while; a flash repayment then ends with what it has.
 */
export function stepUnwind(state: State, unwinding: Unwinding, emit: Emit): void {
  const { account, unwind } = unwinding;
  if (unwind.isForced && !arePricesFresh(state, account)) {
    unwind.nextAtMs = state.timeMs + UNWIND_RETRY_MS;
    return;
  }
  if (unwind.isForced && cancelOrders(state, unwinding, emit)) return;
  const attempt = trade(state, unwinding, emit);
  if (attempt === "done") return;
  if (attempt === "blocked" && unwind.isForced) {
    unwind.nextAtMs = state.timeMs + UNWIND_RETRY_MS;
    return;
  }
  finish(state, unwinding, emit);
}
