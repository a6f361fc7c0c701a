/** Debts of unified accounts from first principles: every sum is taken over all accounts. */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv, least } from "./naive-amounts.ts";
import { dueFunding } from "./naive-funding.ts";
import { fundOf, type NaiveTerms, priceOf, termsAt } from "./naive-lending.ts";
import { isAccountLiquidating } from "./naive-liquidation-state.ts";
import { unifiedCoins, unrealisedAtPrice } from "./naive-money.ts";
import { isPaused, judgePoolShare } from "./naive-pool.ts";
import type { NaiveAccount, NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import {
  type CoinFigures,
  dollarsOf,
  freeWithout,
  type Purchase,
  rateAt,
  unifiedFree,
} from "./naive-unified.ts";

const HOUR_MS = 3_600_000;
const USERS_PER_TICK = 512;
const E6 = 1_000_000n;

/** The hour that is being charged. */
export class NaiveInterest {
  hour = 0;
  hours = 0;
  /** Users still to be charged, by index, lowest first. */
  waiting: number[] = [];
  marks = new Map<number, number>();
  terms: readonly NaiveTerms[] = [];
  /** What was repaid with other coins: [hour, parent, dollars × 10^8]. */
  repaid: (readonly [number, number, bigint])[] = [];
}

function owedBy({ balance }: NaiveAccount): bigint {
  return balance < 0n ? -balance : 0n;
}

/** Emits the change of a debt since the last event about it. */
export function tellDebt(state: NaiveState, account: NaiveAccount): void {
  if (account.wallet !== "unified") return;
  const { balance, currency, user } = account;
  const before = state.reportedDebts.get(account) ?? 0n;
  const debt = owedBy(account);
  if (debt === before) return;
  state.reportedDebts.set(account, debt);
  if ((state.lending.badDebts.get(account) ?? 0n) > debt) {
    state.lending.badDebts.set(account, debt);
  }
  const isBorrowed = debt > before;
  const amount = isBorrowed ? debt - before : before - debt;
  const changeId = state.nextId();
  state.emit("debt_changed", { changeId, user, currency, isBorrowed, amount, debt, balance });
}

/** Balance with funding due, and profit at the marks of the hour. */
function atHour(state: NaiveState, user: NaiveUser, currency: number): readonly [bigint, bigint] {
  let { balance } = state.account(user.index, "unified", currency, undefined);
  let profit = 0n;
  for (const position of state.positions) {
    const instrument = state.instrumentAt(position.instrument);
    if (position.user !== user.index || instrument.settle !== currency) continue;
    balance += dueFunding(state, position);
    const mark = state.interest.marks.get(instrument.index) ?? 0;
    profit += unrealisedAtPrice(state, position, mark);
  }
  return [balance, profit];
}

function chargeCoin(state: NaiveState, user: NaiveUser, terms: NaiveTerms): void {
  const { currency, dailyRateE8, interestFree } = terms;
  const { hours } = state.interest;
  const [balance, profit] = atHour(state, user, currency);
  const debt = balance + profit < 0n ? -(balance + profit) : 0n;
  const free = least(profit < 0n ? -profit : 0n, interestFree);
  const base = debt > free ? debt - free : 0n;
  const hourly = ceilDiv(base * BigInt(dailyRateE8), 24n * 100_000_000n);
  const amount = hourly * BigInt(hours);
  if (amount === 0n) return;
  const account = state.account(user.index, "unified", currency, undefined);
  account.balance -= amount;
  fundOf(state, user.realm, "interest_income", currency).balance += amount;
  state.reportedDebts.set(account, owedBy(account));
  state.emit("debt_interest_charged", {
    ...{ interestId: state.nextId(), user: user.index, currency, base, hours, dailyRateE8 },
    ...{ amount, debt: owedBy(account), balance: account.balance },
  });
}

/** Charges a user the hour, unless that is done or there is none. */
export function chargeHour(state: NaiveState, userIndex: number): void {
  const { interest } = state;
  const user = state.userAt(userIndex);
  if (!interest.waiting.includes(userIndex)) return;
  interest.waiting = interest.waiting.filter((one) => one !== userIndex);
  if (user.accountKind === "classic") return;
  for (const terms of interest.terms) {
    if (terms.realm === user.realm) chargeCoin(state, user, terms);
  }
}

/** A tick charges so many; at a full hour everybody has to be charged with the next ones. */
export function interestTick(state: NaiveState): void {
  const { interest } = state;
  const first = interest.waiting[0] ?? 0;
  for (const index of [...interest.waiting]) {
    if (index < first + USERS_PER_TICK) chargeHour(state, index);
  }
  if (interest.waiting.length > 0) return;
  const hour = Math.floor(state.timeMs / HOUR_MS);
  if (hour <= interest.hour) return;
  const isFirst = interest.hour === 0;
  interest.hours = hour - interest.hour;
  interest.hour = hour;
  if (isFirst) return;
  interest.marks = new Map(state.instruments.map(({ index, mark }) => [index, mark]));
  interest.terms = (["live", "demo"] as const).flatMap((realm) => termsAt(state, realm, 0));
  interest.waiting = state.users.map(({ index }) => index).filter((index) => index > 1);
}

function termsFor(state: NaiveState, user: NaiveUser, currency: number): NaiveTerms | undefined {
  return termsAt(state, user.realm, 0).find((one) => one.currency === currency);
}

function coinIn(coins: readonly CoinFigures[], currency: number): CoinFigures {
  const coin = coins.find((one) => one.currency === currency);
  if (coin === undefined) throw new Error("every coin has figures");
  return coin;
}

function equityOf({ balance, due, unrealised }: CoinFigures): bigint {
  return balance + due + unrealised;
}

/** What the user's orders and debts borrow of a coin. */
function borrowed(coin: CoinFigures): bigint {
  const missing = coin.hold - equityOf(coin);
  return missing > 0n ? missing : 0n;
}

export type PurchaseRequest = Purchase & {
  readonly side: "buy" | "sell";
  /** The worst price. */
  readonly price: number;
  /** What a buy by size buys. */
  readonly gain?: bigint;
};

/** The worst price of a MARGIN order. */
export function collateralBand(instrument: NaiveInstrument, side: "buy" | "sell"): number {
  const reference = BigInt(priceOf(instrument));
  if (side === "buy") return Number((reference * (E6 + BigInt(instrument.buyLimitRatioE6))) / E6);
  return Number(ceilDiv(reference * (E6 - BigInt(instrument.sellLimitRatioE6)), E6));
}

/** Whether a price lies within that band. */
export function judgeCollateralPrice(
  instrument: NaiveInstrument,
  side: "buy" | "sell",
  price: number,
): Rejection | undefined {
  if (priceOf(instrument) === 0) return "collateral_price_missing";
  const band = collateralBand(instrument, side);
  if (side === "buy" && price > band) return "price_above_band";
  return side === "sell" && price < band ? "price_below_band" : undefined;
}

/** What all users of a realm owe of a coin. */
function allDebts(state: NaiveState, user: NaiveUser, currency: number): bigint {
  return state.accounts
    .filter((one) => one.wallet === "unified" && one.currency === currency)
    .filter((one) => state.userAt(one.user).realm === user.realm)
    .reduce((sum, one) => sum + owedBy(one), 0n);
}

function judgeLimits(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  wanted: bigint,
): Rejection | undefined {
  if (wanted <= 0n) return undefined;
  const most = termsFor(state, user, currency)?.tiers.at(-1)?.amountMax ?? 0n;
  if (wanted > most) return "loan_limit_reached";
  if (isPaused(state, user.realm, currency)) return "lending_paused";
  const pool = fundOf(state, user.realm, "lending_pool", currency).balance;
  const left = pool - allDebts(state, user, currency);
  const owed = owedBy(state.account(user.index, "unified", currency, undefined));
  if (wanted - owed > (left < 0n ? 0n : left)) return "lending_pool_exhausted";
  const shared = judgePoolShare(state, user, currency, wanted);
  if (shared !== undefined) return shared;
  return dollarsOf(state, user, currency)[0] === 0n ? "collateral_price_missing" : undefined;
}

/** Whether an order turns what is there into what is owed, or into what counts no less. */
function isRepaying(
  state: NaiveState,
  user: NaiveUser,
  coins: readonly CoinFigures[],
  request: PurchaseRequest,
): boolean {
  const owed = -equityOf(coinIn(coins, request.bought));
  if (owed <= 0n || borrowed(coinIn(coins, request.paid)) > 0n) return false;
  if (request.gain !== undefined && request.gain <= owed) return true;
  const [paidTop, paidBottom] = dollarsOf(state, user, request.paid);
  const [top, bottom] = dollarsOf(state, user, request.bought);
  const rest = ceilDiv(request.more * paidTop, paidBottom) - ceilDiv(owed * top, bottom);
  if (rest <= 0n || top === 0n) return rest <= 0n;
  const countsAt = rateAt(state, user, request.bought, (rest * bottom) / top);
  return countsAt >= rateAt(state, user, request.paid, 0n);
}

/** What of a coin the user has that no order holds. */
export function unborrowedOf(state: NaiveState, user: NaiveUser, currency: number): bigint {
  const coin = coinIn(unifiedCoins(state, user), currency);
  const left = equityOf(coin) - coin.hold;
  return left < 0n ? 0n : left;
}

/** Why a user may not trade an instrument on margin. */
export function judgeAccess(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
): Rejection | undefined {
  if (user.accountKind === "classic") return "account_not_unified";
  if (user.level === "basic") return "account_level_too_low";
  for (const coin of [instrument.base, instrument.quote]) {
    if (termsFor(state, user, coin) === undefined) return "margin_not_supported";
  }
  return undefined;
}

/** Why an order of category MARGIN may not hold what it asks for. */
export function judgeBorrowing(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  request: PurchaseRequest,
): Rejection | undefined {
  const barred = judgeAccess(state, user, instrument);
  if (barred !== undefined) return barred;
  const coins = unifiedCoins(state, user).map((coin) =>
    coin.currency === request.paid ? { ...coin, hold: coin.hold + request.more } : coin,
  );
  const refusal = judgeLimits(state, user, request.paid, borrowed(coinIn(coins, request.paid)));
  if (refusal !== undefined || isRepaying(state, user, coins, request)) return refusal;
  return unifiedFree(state, user, unifiedCoins(state, user), request).free < 0n
    ? "insufficient_margin"
    : undefined;
}

export function setCoinLeverage(state: NaiveState, command: CommandOf<"set_coin_leverage">): void {
  const { currency, leverage, user: index } = command;
  const user = state.ordinary(index);
  if (user === undefined) return state.rejectCommand(index, "user_not_found");
  if (user.accountKind === "classic") return state.rejectCommand(index, "account_not_unified");
  if (state.currencies[currency] === undefined) {
    return state.rejectCommand(index, "currency_not_found");
  }
  const terms = termsFor(state, user, currency);
  if (terms === undefined) return state.rejectCommand(index, "margin_not_supported");
  if (isAccountLiquidating(state, index, "unified", 0)) {
    return state.rejectCommand(index, "account_liquidating");
  }
  if (leverage < 1 || leverage > (terms.tiers[0]?.leverage ?? 0)) {
    return state.rejectCommand(index, "leverage_out_of_range");
  }
  const changed = { ...user, coinLeverages: new Map(user.coinLeverages).set(currency, leverage) };
  const coins = unifiedCoins(state, user);
  const hasDebt = borrowed(coinIn(coins, currency)) > 0n;
  if (hasDebt && unifiedFree(state, changed, coins).free < 0n) {
    return state.rejectCommand(index, "leverage_margin_insufficient");
  }
  user.coinLeverages.set(currency, leverage);
  state.emit("coin_leverage_changed", { user: index, currency, leverage });
}

/** Whether a coin has an index price of late, or is a dollar without a price. */
export function isPriced(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  ageMs = 30_000,
): boolean {
  const pricing = state.instruments.filter(
    (one) =>
      one.realm === user.realm &&
      one.base === currency &&
      state.collaterals.get(one.quote)?.isDollar === true &&
      priceOf(one) !== 0,
  );
  const first = pricing.find((one) => !one.isFutures) ?? pricing[0];
  if (first === undefined) return state.collaterals.get(currency)?.isDollar === true;
  return first.indexPrice !== 0 && state.timeMs - first.indexedAtMs <= ageMs;
}

/** What of a coin is neither held nor needed to cover a loss. */
function spareOf(state: NaiveState, user: NaiveUser, currency: number): bigint {
  const coin = coinIn(unifiedCoins(state, user), currency);
  const loss = coin.unrealised < 0n ? coin.unrealised : 0n;
  const unheld = coin.balance - coin.hold;
  return least(unheld, unheld + coin.due + loss);
}

/** What the pool gives of the debt's coin and takes of the other, with a fee in millionths. */
function dealOf(
  state: NaiveState,
  user: NaiveUser,
  [debt, payment]: readonly [number, number],
  feeE6: number,
  dollars?: bigint,
): { readonly give: bigint; readonly take: bigint } | undefined {
  if (state.isPlayMoney(debt) !== state.isPlayMoney(payment)) return undefined;
  const spare = spareOf(state, user, payment);
  const [perDebt, owedBottom] = dollarsOf(state, user, debt);
  const [perPayment, paidBottom] = dollarsOf(state, user, payment);
  const owedTop = perDebt * BigInt(1_000_000 + feeE6);
  const paidTop = perPayment * 1_000_000n;
  if (spare <= 0n || owedTop === 0n || paidTop === 0n) return undefined;
  const affordable = (spare * paidTop * owedBottom) / (paidBottom * owedTop);
  const pool = fundOf(state, user.realm, "lending_pool", debt).balance;
  const owed = owedBy(state.account(user.index, "unified", debt, undefined));
  const most = dollars === undefined ? owed : (dollars * owedBottom) / perDebt;
  const give = least(affordable, pool, owed, most);
  if (give <= 0n) return undefined;
  return { give, take: ceilDiv(give * owedTop * paidBottom, owedBottom * paidTop) };
}

function judgeRepayment(
  state: NaiveState,
  user: NaiveUser,
  { debts, payments }: CommandOf<"repay_debts">,
): Rejection | undefined {
  if (user.accountKind === "classic") return "account_not_unified";
  for (const list of [debts, payments]) {
    const isGood = list.length >= 1 && list.length <= 10 && new Set(list).size === list.length;
    if (!isGood) return "repayment_coins_out_of_bounds";
    if (list.some((coin) => coin >= state.currencies.length)) return "currency_not_found";
  }
  if (isAccountLiquidating(state, user.index, "unified", 0)) return "account_liquidating";
  const hasDebt = (coin: number): boolean =>
    state.account(user.index, "unified", coin, undefined).balance < 0n;
  if (!debts.some(hasDebt)) return "loan_not_found";
  if (![...debts, ...payments].every((coin) => isPriced(state, user, coin, 5_000))) {
    return "collateral_price_missing";
  }
  const left = leftInHour(state, user);
  if (left <= 0n) return "repayment_limit_reached";
  const { spreadE6 } = state.lending;
  const canPay = debts.some((debt) =>
    payments.some((payment) => dealOf(state, user, [debt, payment], spreadE6, left) !== undefined),
  );
  return canPay ? undefined : "insufficient_available";
}

/** What a parent account may still repay with other coins before the next full hour. */
export function leftInHour(state: NaiveState, user: NaiveUser): bigint {
  const now = Math.floor(state.timeMs / HOUR_MS);
  const own = state.interest.repaid.filter(([hour, of]) => hour === now && of === user.parent);
  const done = own.reduce((sum, [, , dollars]) => sum + dollars, 0n);
  return BigInt(state.lending.hourlyUsd) * 100_000_000n - done;
}

/** Counts what was repaid with other coins, in dollars × 10^8. */
export function noteRepayment(state: NaiveState, user: NaiveUser, dollars: bigint): void {
  state.interest.repaid.push([Math.floor(state.timeMs / HOUR_MS), user.parent, dollars]);
}

/** Pays a debt with another coin; answers what was repaid in dollars × 10^8. */
function exchange(
  state: NaiveState,
  user: NaiveUser,
  [debt, payment]: readonly [number, number],
  terms: {
    readonly feeE6: number;
    readonly liquidationId: number;
    readonly dollars?: bigint;
  },
): bigint | undefined {
  const deal = dealOf(state, user, [debt, payment], terms.feeE6, terms.dollars);
  if (deal === undefined) return undefined;
  const { liquidationId } = terms;
  const from = state.account(user.index, "unified", payment, undefined);
  const to = state.account(user.index, "unified", debt, undefined);
  from.balance -= deal.take;
  fundOf(state, user.realm, "lending_pool", payment).balance += deal.take;
  fundOf(state, user.realm, "lending_pool", debt).balance -= deal.give;
  to.balance += deal.give;
  state.emit("debt_exchanged", {
    ...{ exchangeId: state.nextId(), user: user.index, liquidationId, fromCurrency: payment },
    ...{ fromAmount: deal.take, fromBalance: from.balance, toCurrency: debt },
    ...{ toAmount: deal.give, toBalance: to.balance },
  });
  tellDebt(state, to);
  const [top, bottom] = dollarsOf(state, user, debt);
  if (terms.dollars !== undefined) noteRepayment(state, user, ceilDiv(deal.give * top, bottom));
  return (deal.give * top) / bottom;
}

/** Why so much of a coin may not leave a unified account on credit. */
export function judgeCredit(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  amount: bigint,
): Rejection | undefined {
  if (user.level === "basic") return "account_level_too_low";
  if (termsFor(state, user, currency) === undefined) return "margin_not_supported";
  const missing = amount - spareOf(state, user, currency);
  const refusal = judgeLimits(state, user, currency, missing);
  if (refusal !== undefined) return refusal;
  if (!isPriced(state, user, currency) || !areCoinsPriced(state, user)) {
    return "collateral_price_missing";
  }
  const free = freeWithout(state, user, unifiedCoins(state, user), { currency, amount });
  return free < 0n ? "insufficient_margin" : undefined;
}

export function repayDebts(state: NaiveState, command: CommandOf<"repay_debts">): void {
  const user = state.ordinary(command.user);
  if (user === undefined) return state.rejectCommand(command.user, "user_not_found");
  const refusal = judgeRepayment(state, user, command);
  if (refusal !== undefined) return state.rejectCommand(user.index, refusal);
  chargeHour(state, user.index);
  for (const debt of command.debts) {
    for (const payment of command.payments) {
      const terms = { feeE6: state.lending.spreadE6, liquidationId: 0 };
      const dollars = leftInHour(state, user);
      const repaid = exchange(state, user, [debt, payment], { ...terms, dollars });
      state.outcome.repaidUsd += repaid ?? 0n;
    }
  }
  state.outcome.id = state.lastId;
}

/** The accounts of the coins in which a user has debt. */
export function owingOf(state: NaiveState, user: number): NaiveAccount[] {
  return state.currencies
    .map((_, currency) => state.account(user, "unified", currency, undefined))
    .filter((account) => account.balance < 0n);
}

/** Whether what is owed and what is collateral has a fresh price. */
export function areCoinsPriced(state: NaiveState, user: NaiveUser): boolean {
  return state.currencies.every((_, currency) => {
    const { balance } = state.account(user.index, "unified", currency, undefined);
    const isCollateral = (state.collaterals.get(currency)?.tiers.length ?? 0) > 0;
    if (balance === 0n || (balance > 0n && !isCollateral)) return true;
    return isPriced(state, user, currency);
  });
}

/** The coin worth most by a measure, of play money or of the others. */
function dearest(
  state: NaiveState,
  user: NaiveUser,
  isPlayMoney: boolean,
  measure: (currency: number) => bigint,
): number | undefined {
  let best: number | undefined;
  let most = 0n;
  state.currencies.forEach((_, currency) => {
    if (state.isPlayMoney(currency) !== isPlayMoney) return;
    const [top, bottom] = dollarsOf(state, user, currency);
    const amount = measure(currency);
    const worth = amount > 0n ? (amount * top) / bottom : 0n;
    if (worth <= most) return;
    [best, most] = [currency, worth];
  });
  return best;
}

/** The largest debt and the coin that is to pay it, where it can. */
export function forcedPair(
  state: NaiveState,
  user: NaiveUser,
): readonly [number, number] | undefined {
  const own = (coin: number) => state.account(user.index, "unified", coin, undefined).balance;
  const pairs = [false, true].flatMap((isPlay) => {
    const debt = dearest(state, user, isPlay, (coin) => -own(coin));
    const payment = dearest(state, user, isPlay, (coin) => spareOf(state, user, coin));
    return debt === undefined || payment === undefined ? [] : [[debt, payment] as const];
  });
  const [pair] = pairs;
  if (pair === undefined || pair[0] === pair[1]) return undefined;
  return dealOf(state, user, pair, state.lending.feeE6) === undefined ? undefined : pair;
}

/** Pays the largest debt by force; answers whether anything was paid. */
export function forceRepayment(state: NaiveState, user: NaiveUser, liquidationId: number): boolean {
  chargeHour(state, user.index);
  const pair = forcedPair(state, user);
  if (pair === undefined) return false;
  exchange(state, user, pair, { feeE6: state.lending.feeE6, liquidationId });
  return true;
}
