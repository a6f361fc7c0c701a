/** The selling of collateral, a step per tick, by the rules as written. */

import {
  INDEX_AGE_MS_MAX,
  LOAN_SWEEP_INTERVAL_MS,
  LOANS_SWEPT_PER_TICK,
  UNWIND_CANCELS_PER_STEP,
  UNWIND_RETRY_MS,
  UNWINDS_PER_TICK,
} from "../../../src/core/base/limits.ts";
import type { CommandOf, PlaceOrder } from "../../../src/core/commands/commands.ts";
import { ceilDiv, least } from "./naive-amounts.ts";
import { bestPrice, isWithin, opposite } from "./naive-book.ts";
import {
  availableAt,
  charge,
  dropLoan,
  figures,
  fundOf,
  isUnwinding,
  loanAt,
  moneyAt,
  type NaiveUnwind,
  type Place,
  payBack,
  placeOf,
  priceOf,
  riskE6,
  termsAt,
  worthIn,
} from "./naive-lending.ts";
import { lose, paymentBound } from "./naive-losses.ts";
import { closeOrder, execute } from "./naive-matching.ts";
import { accept } from "./naive-orders.ts";
import { writeOff } from "./naive-pool.ts";
import type { NaiveInstrument } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { isExecuting } from "./naive-status.ts";
import {
  bought,
  type Coin,
  coinsIn,
  cost,
  grossed,
  limitFor,
  lotsFor,
  priceFor,
  sold,
} from "./naive-unwind-prices.ts";

const E6 = 1_000_000n;

function begin(
  state: NaiveState,
  place: Place,
  terms: { readonly isForced: boolean; readonly currency: number },
): number {
  const { instrument, user, wallet } = place;
  const now = figures(state, place);
  const id = state.nextId();
  const base = { id, user: user.index, wallet, instrument, ...terms };
  state.lending.unwinds.push({ ...base, nextAtMs: state.timeMs, misses: 0 });
  state.emit("unwind_started", {
    unwindId: id,
    user: user.index,
    wallet,
    instrument,
    ...terms,
    riskE6: now === undefined ? 0 : riskE6(now),
    assets: now?.assets ?? 0n,
    debts: now?.debts ?? 0n,
  });
  return id;
}

export function flashRepay(state: NaiveState, command: CommandOf<"flash_repay">): void {
  const { currency, instrument, wallet } = command;
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const place = placeOf(state, user, wallet, instrument);
  if (place === undefined) return state.rejectCommand(user.index, "margin_not_supported");
  if (isUnwinding(state, place)) return state.rejectCommand(user.index, "account_unwinding");
  const asked = state.lending.loans.filter(
    (one) =>
      one.user === user.index &&
      one.wallet === wallet &&
      one.instrument === instrument &&
      (currency === 0 || one.currency === currency - 1),
  );
  if (asked.length === 0) return state.rejectCommand(user.index, "loan_not_found");
  state.outcome.id = begin(state, place, { isForced: false, currency });
}

/** What is held or owed has index prices of late. */
function hasFreshPrices(state: NaiveState, place: Place): boolean {
  return termsAt(state, place.user.realm, place.instrument).every(({ currency, pricedBy }) => {
    const isUsed =
      moneyAt(state, place, currency).balance > 0n || loanAt(state, place, currency) !== undefined;
    if (pricedBy === undefined || !isUsed) return true;
    const { indexedAtMs, indexPrice } = state.instrumentAt(pricedBy);
    return indexPrice > 0 && state.timeMs - indexedAtMs <= INDEX_AGE_MS_MAX;
  });
}

export function sweep(state: NaiveState): void {
  const { lending } = state;
  if (lending.cursor === undefined) {
    if (state.timeMs - lending.sweptAtMs < LOAN_SWEEP_INTERVAL_MS) return;
    lending.sweptAtMs = state.timeMs;
    lending.cursor = lending.loans[0];
  }
  for (let visited = 0; visited < LOANS_SWEPT_PER_TICK; visited++) {
    const loan = lending.cursor;
    if (loan === undefined) return;
    lending.cursor = lending.loans[lending.loans.indexOf(loan) + 1];
    charge(state, loan);
    const user = state.userAt(loan.user);
    const place = { user, wallet: loan.wallet, instrument: loan.instrument };
    const now = figures(state, place);
    if (isUnwinding(state, place) || !hasFreshPrices(state, place) || now === undefined) continue;
    if (riskE6(now) >= lending.liquidationE6) begin(state, place, { isForced: true, currency: 0 });
  }
}

/** The fund takes `take` of one coin and gives of the other, if it can. */
function swap(
  state: NaiveState,
  place: Place,
  ends: { readonly from: Coin; readonly to: Coin },
  terms: { readonly take: bigint; readonly give: bigint },
): boolean {
  const { instrument, user, wallet } = place;
  const fromCurrency = ends.from.terms.currency;
  const toCurrency = ends.to.terms.currency;
  const giver = fundOf(state, user.realm, "insurance_fund", toCurrency);
  if (terms.give === 0n || terms.give > giver.balance) return false;
  const payer = moneyAt(state, place, fromCurrency);
  const payee = moneyAt(state, place, toCurrency);
  giver.balance -= terms.give;
  payee.balance += terms.give;
  payer.balance -= terms.take;
  fundOf(state, user.realm, "insurance_fund", fromCurrency).balance += terms.take;
  state.emit("collateral_swapped", {
    swapId: state.nextId(),
    user: user.index,
    wallet,
    instrument,
    fromCurrency,
    fromAmount: terms.take,
    fromBalance: payer.balance,
    toCurrency,
    toAmount: terms.give,
    toBalance: payee.balance,
  });
  return true;
}

function forcedOrder(
  state: NaiveState,
  place: Place,
  order: { instrument: number; side: "buy" | "sell"; size: number; quoteAmount: bigint },
  limit: bigint,
): "done" {
  const terms = {
    ...order,
    kind: "place_order",
    user: place.user.index,
    orderType: "market",
    timeInForce: "ioc",
    positionSide: "net",
    reduceOnly: false,
    stpMode: "none",
    price: 0,
    clientOrderId: "",
    source: "system",
    exits: undefined,
    margin: { backing: place.wallet, loanType: "normal" },
  } as PlaceOrder;
  execute(state, accept(state, terms, 0), Number(limit));
  state.outcome.id = 0;
  return "done";
}

/** Whether somebody trades at a price no worse. */
function isOffered(
  state: NaiveState,
  instrument: NaiveInstrument,
  side: "buy" | "sell",
  limit: bigint,
): boolean {
  const best = bestPrice(state, instrument.index, opposite(side));
  return isExecuting(instrument) && best !== 0 && isWithin(side, Number(limit), best);
}

type At = { readonly unwind: NaiveUnwind; readonly place: Place };

function sell(
  state: NaiveState,
  at: At,
  coins: readonly Coin[],
  shortage: bigint,
): "done" | "blocked" | "nothing" {
  const { place, unwind } = at;
  const money = coins[coins.length - 1] as Coin;
  let answer: "blocked" | "nothing" = "nothing";
  for (const coin of coins) {
    const { instrument, surplus } = coin;
    if (instrument === undefined || surplus === 0n) continue;
    const owned = surplus / instrument.baseAtomsPerLot;
    const smallest = BigInt(instrument.sizeLotsMin);
    if (owned < smallest) {
      if (swap(state, place, { from: coin, to: money }, sold(state, coin, surplus))) return "done";
      continue;
    }
    const price = priceFor(state, unwind, instrument, "sell");
    const wanted = ceilDiv(grossed(instrument, shortage), price * instrument.scale);
    const lots = least(
      wanted < smallest ? smallest : wanted,
      owned,
      BigInt(instrument.sizeLotsMarketMax),
    );
    const limit = lots < smallest ? 0n : limitFor(state, at, instrument, { size: lots });
    if (limit === 0n || !isOffered(state, instrument, "sell", limit)) {
      answer = "blocked";
      continue;
    }
    const size = Number(lots);
    const order = { instrument: instrument.index, side: "sell", size, quoteAmount: 0n } as const;
    return forcedOrder(state, place, order, limit);
  }
  return answer;
}

function buy(state: NaiveState, at: At, coins: readonly Coin[]): "done" | "blocked" | "nothing" {
  const { place, unwind } = at;
  const money = coins[coins.length - 1] as Coin;
  const spare = money.surplus;
  let answer: "blocked" | "nothing" = "nothing";
  for (const coin of coins) {
    const { instrument } = coin;
    if (instrument === undefined || coin.need === 0n || spare === 0n) continue;
    const whole = cost(state, unwind, coin);
    const perLot = whole / lotsFor(instrument, coin.need);
    let quoteAmount = least(whole, spare);
    if (quoteAmount < instrument.valueMin) quoteAmount = instrument.valueMin;
    if (quoteAmount > spare || quoteAmount < perLot) {
      if (swap(state, place, { from: money, to: coin }, bought(state, coin, spare))) return "done";
      continue;
    }
    const limit = limitFor(state, at, instrument, { money: quoteAmount });
    if (!isOffered(state, instrument, "buy", limit)) {
      answer = "blocked";
      continue;
    }
    const order = { instrument: instrument.index, side: "buy", size: 0, quoteAmount } as const;
    return forcedOrder(state, place, order, limit);
  }
  return answer;
}

/** After the last miss: the fund takes what the book did not. */
function fundTakes(
  state: NaiveState,
  place: Place,
  coins: readonly Coin[],
  shortage: bigint,
): boolean {
  const money = coins[coins.length - 1] as Coin;
  return coins.some((coin) => {
    const { instrument, need, surplus } = coin;
    if (instrument === undefined) return false;
    if (shortage > 0n && surplus > 0n) {
      const price = BigInt(priceOf(instrument)) * instrument.scale;
      const haircut = BigInt(state.lending.haircutE6);
      const enough = ceilDiv(shortage * instrument.baseAtomsPerLot * E6, price * (E6 - haircut));
      const terms = sold(state, coin, least(surplus, enough));
      if (swap(state, place, { from: coin, to: money }, terms)) return true;
    }
    if (money.surplus === 0n || need === 0n) return false;
    return swap(state, place, { from: money, to: coin }, bought(state, coin, money.surplus));
  });
}

function finish(state: NaiveState, unwind: NaiveUnwind, place: Place): void {
  const { instrument, isForced, user, wallet } = unwind;
  const { realm } = place.user;
  let fees = 0n;
  let outcome: "success" | "failed" = "success";
  for (const coin of coinsIn(state, unwind, place)) {
    if (coin.target === 0n) continue;
    const { currency } = coin.terms;
    const loan = loanAt(state, place, currency);
    if (loan === undefined) continue;
    if (coin.available > 0n) {
      payBack(state, loan, coin.available, isForced ? "liquidation" : "flash");
      state.outcome.id = 0;
    }
    const left = availableAt(state, place, currency);
    if (loanAt(state, place, currency) === undefined) {
      const fee = least(coin.fee, left);
      if (fee === 0n) continue;
      fees += worthIn(state, coin.terms, fee, false) ?? 0n;
      takeFee(state, place, currency, fee);
      continue;
    }
    outcome = "failed";
    if (!isForced) continue;
    const fund = fundOf(state, realm, "insurance_fund", currency);
    const { left: mayPay, place: counter } = paymentBound(state, { realm, currency }, undefined);
    const payable = mayPay === undefined ? fund.balance : least(fund.balance, mayPay);
    const fundPaid = least(payable, loan.principal);
    lose(state, counter, fundPaid);
    fund.balance -= fundPaid;
    fundOf(state, realm, "lending_pool", currency).balance += fundPaid;
    state.emit("loan_covered", {
      coverId: state.nextId(),
      user,
      wallet,
      instrument,
      currency,
      fundPaid,
      writtenOff: loan.principal - fundPaid,
      interestDropped: loan.interest,
    });
    writeOff(state, realm, currency, loan.principal - fundPaid);
    dropLoan(state, loan);
  }
  state.lending.unwinds.splice(state.lending.unwinds.indexOf(unwind), 1);
  const rest = { wallet, instrument, isForced, outcome };
  state.emit("unwind_ended", { unwindId: unwind.id, user, ...rest, fee: fees });
}

function takeFee(state: NaiveState, place: Place, currency: number, fee: bigint): void {
  const from = moneyAt(state, place, currency);
  const fund = fundOf(state, place.user.realm, "insurance_fund", currency);
  from.balance -= fee;
  fund.balance += fee;
  state.emit("funds_moved", {
    transferId: state.nextId(),
    reason: "liquidation_fee",
    currency,
    amount: fee,
    fromUser: from.user,
    fromWallet: from.wallet,
    fromBalance: from.balance,
    toUser: fund.user,
    toWallet: fund.wallet,
    toBalance: fund.balance,
    clientTransferId: "",
    fromInstrument: place.instrument,
    toInstrument: 0,
  });
}

function cancelAll(state: NaiveState, place: Place): boolean {
  const orders = state.openOrdersOf(place.user.index).filter((one) => {
    if (one.backing !== place.wallet) return false;
    return place.instrument === 0 || one.instrument === place.instrument - 1;
  });
  const now = orders.slice(0, UNWIND_CANCELS_PER_STEP);
  for (const order of now) closeOrder(state, order, "liquidation");
  return now.length > 0;
}

function step(state: NaiveState, unwind: NaiveUnwind): void {
  const user = state.userAt(unwind.user);
  const place = { user, wallet: unwind.wallet, instrument: unwind.instrument };
  const isFresh = hasFreshPrices(state, place);
  if (unwind.isForced && !isFresh) {
    unwind.nextAtMs = state.timeMs + UNWIND_RETRY_MS;
    return;
  }
  if (unwind.isForced && cancelAll(state, place)) return;
  const coins = coinsIn(state, unwind, place);
  const money = coins[coins.length - 1] as Coin;
  const wanted = coins.reduce((sum, coin) => sum + cost(state, unwind, coin), money.need);
  const shortage = wanted > money.surplus ? wanted - money.surplus : 0n;
  let answer: "done" | "blocked" | "nothing" = isFresh ? "nothing" : "blocked";
  if (isFresh && shortage > 0n) answer = sell(state, { unwind, place }, coins, shortage);
  if (answer === "nothing") answer = buy(state, { unwind, place }, coins);
  if (answer === "done") return;
  const isLast = unwind.misses === 10;
  if (answer === "nothing" || (isLast && !unwind.isForced)) return finish(state, unwind, place);
  if (isLast && fundTakes(state, place, coins, shortage)) return;
  if (!isLast) unwind.misses += 1;
  unwind.nextAtMs = state.timeMs + UNWIND_RETRY_MS;
}

export function stepUnwinds(state: NaiveState): void {
  const due = state.lending.unwinds.filter((one) => one.nextAtMs <= state.timeMs);
  for (const unwind of due.slice(0, UNWINDS_PER_TICK)) step(state, unwind);
}
