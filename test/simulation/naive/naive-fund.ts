/** The insurance funds: what they are paid, what they pay, what they hold and sell. */
import {
  DELEVERAGE_RANKING_AGE_MS_MAX,
  DELEVERAGE_RANKING_MAX,
  DELEVERAGES_PER_STEP,
  FEE_SHARE_INTERVAL_MS,
  FUND_SALE_INTERVAL_MS,
  FUND_SALES_PER_TICK,
  LIQUIDATION_CANCELS_PER_STEP,
  LIQUIDATION_MATCHES_PER_STEP,
} from "../../../src/core/base/limits.ts";
import type { DeleverageReason, FundMoveReason, Realm } from "../../../src/core/base/vocabulary.ts";
import { feeOf, least, worthOf } from "./naive-amounts.ts";
import { isWithin, opposite, restingOf } from "./naive-book.ts";
import { familiesOf, meet, recentlyMet } from "./naive-counterparties.ts";
import { closeInside, closeOutside, openOutside } from "./naive-exchange-orders.ts";
import { bandOf } from "./naive-guard.ts";
import type { NaiveRanking } from "./naive-liquidation-state.ts";
import {
  fundProfit,
  fundTerms,
  leftInHour,
  lose,
  paymentBound,
  takeResult,
} from "./naive-losses.ts";
import { closeOrder } from "./naive-matching.ts";
import { positionOf, unrealisedOf } from "./naive-money.ts";
import {
  type NaiveAccount,
  type NaiveInstrument,
  type NaivePosition,
  remainingOf,
} from "./naive-records.ts";
import {
  bankruptcyOf,
  fundLimit,
  fundPosition,
  isAtRisk,
  isKnown,
  type NaiveRisk,
  riskOf,
  scopeOfPosition,
  tierOf,
} from "./naive-risk.ts";
import type { NaiveState } from "./naive-state.ts";
import { isExecuting } from "./naive-status.ts";

function ownerOf(realm: Realm): number {
  return realm === "live" ? 0 : 1;
}

function fundAccount(state: NaiveState, realm: Realm, currency: number): NaiveAccount {
  return state.account(ownerOf(realm), "insurance_fund", currency, undefined);
}

function pay(
  state: NaiveState,
  terms: {
    readonly reason: FundMoveReason;
    readonly account: NaiveAccount;
    readonly fund: NaiveAccount;
    readonly amount: bigint;
    readonly liquidationId: number;
  },
): void {
  const { account, amount, fund, liquidationId, reason } = terms;
  const isPaidIn = reason !== "shortfall";
  fund.balance += isPaidIn ? amount : -amount;
  account.balance -= isPaidIn ? amount : -amount;
  state.emit("fund_moved", {
    moveId: state.nextId(),
    reason,
    isPaidIn,
    liquidationId,
    user: account.user,
    wallet: account.wallet,
    currency: account.currency,
    amount,
    balance: account.balance,
    fundBalance: fund.balance,
  });
}

/**
 * What a liquidation leaves over, or an account is short of: as far as the fund has money, and may
 * pay this hour for the instrument whose position was closed or for accounts without positions.
 */
export function remains(
  state: NaiveState,
  account: NaiveAccount,
  terms: {
    readonly left: bigint;
    readonly liquidationId: number;
    readonly instrument?: NaiveInstrument;
  },
): void {
  const { instrument, left, liquidationId } = terms;
  const { realm } = state.userAt(account.user);
  const fund = fundAccount(state, realm, account.currency);
  if (left > 0n)
    return pay(state, { reason: "surplus", account, fund, amount: left, liquidationId });
  const bound = paymentBound(state, { realm, currency: account.currency }, instrument);
  const payable = least(-left, fund.balance);
  const amount = bound.left === undefined ? payable : least(payable, bound.left);
  if (amount <= 0n) return;
  lose(state, bound.place, amount);
  pay(state, { reason: "shortfall", account, fund, amount, liquidationId });
}

/** Once a minute each fund with terms gets its share of the fees that came in. */
export function feesTick(state: NaiveState): void {
  const { losses } = state;
  if (losses.terms.length === 0) return;
  if (state.timeMs - losses.sharedAtMs < FEE_SHARE_INTERVAL_MS) return;
  losses.sharedAtMs = state.timeMs;
  for (const realm of ["live", "demo"] as const) {
    for (let currency = 0; currency < state.currencies.length; currency++) {
      const terms = fundTerms(state, realm, currency);
      if (terms === undefined) continue;
      const account = state.account(ownerOf(realm), "fees", currency, undefined);
      const amount = ((account.balance - terms.feesSeen) * BigInt(terms.feeShareE6)) / 1_000_000n;
      if (amount > 0n) {
        const fund = fundAccount(state, realm, currency);
        pay(state, { reason: "fees", account, fund, amount, liquidationId: 0 });
      }
      terms.feesSeen = account.balance;
    }
  }
}

/** The exchange pays what a fund is below zero. */
export function backstop(state: NaiveState, realm: Realm, currency: number): void {
  const fund = fundAccount(state, realm, currency);
  if (fund.balance >= 0n) return;
  const account = state.account(ownerOf(realm), "house", currency, undefined);
  pay(state, { reason: "backstop", account, fund, amount: -fund.balance, liquidationId: 0 });
}

function fundRisk(state: NaiveState, instrument: NaiveInstrument): NaiveRisk {
  return riskOf(state, {
    user: ownerOf(instrument.realm),
    wallet: "insurance_fund",
    currency: instrument.settle,
    instrument: 0,
    side: undefined,
  });
}

/** Whether the fund has the margin for a part of a position, and stays above zero. */
export function canBear(
  state: NaiveState,
  position: NaivePosition,
  price: number,
  size: number,
): boolean {
  const instrument = state.instrumentAt(position.instrument);
  const isReversed = (position.side === "short") !== instrument.isInverse;
  const value = worthOf(instrument, instrument.mark, size);
  const more = value - worthOf(instrument, price, size);
  const rate = tierOf(state, position).tier.rateE6 + instrument.takerRateE6;
  const risk = fundRisk(state, instrument);
  const equity = risk.equity + (isReversed ? -more : more);
  if (equity < risk.maintenance + feeOf(value, rate)) return false;
  const left = leftInHour(state, instrument);
  const lost = isReversed ? more : -more;
  if (left !== undefined && (left === 0n || lost > left)) return false;
  const { balance } = fundAccount(state, instrument.realm, instrument.settle);
  const own = fundPosition(state, instrument);
  if (own === undefined || own.side === position.side) return balance >= 0n;
  const netted = Math.min(own.size, size);
  const entry = (own.openNotional * BigInt(netted)) / BigInt(own.size);
  const gain = worthOf(instrument, price, netted) - entry;
  return balance + (isReversed ? gain : -gain) >= 0n;
}

export function takeOver(
  state: NaiveState,
  instrument: NaiveInstrument,
  part: {
    readonly side: "long" | "short";
    readonly price: number;
    readonly size: number;
    /** The user whose position it was, and those it was opened against. */
    readonly origin: readonly { readonly user: number; readonly size: number }[];
  },
): void {
  const fund = fundAccount(state, instrument.realm, instrument.settle);
  const before = fund.balance;
  const { origin, ...opening } = part;
  openOutside(state, ownerOf(instrument.realm), { ...opening, instrument: instrument.index });
  const holding = positionOf(state, fund.user, instrument.index, part.side);
  for (const { size, user } of holding === undefined ? [] : origin) {
    if (holding !== undefined) meet(state, holding, user, size);
  }
  takeResult(state, instrument, fund.balance - before);
  backstop(state, instrument.realm, instrument.settle);
}

/** What an order of one step meets: its size there, and whether the bound cut it short. */
export function reachOf(
  state: NaiveState,
  position: NaivePosition,
  limit: number,
  size: number,
): { readonly size: number; readonly isCut: boolean } {
  const side = position.side === "long" ? "sell" : "buy";
  const there = restingOf(state, position.instrument, opposite(side)).filter((one) =>
    isWithin(side, limit, one.price),
  );
  let met = 0;
  for (const [at, order] of there.entries()) {
    if (met >= size) break;
    if (at === LIQUIDATION_MATCHES_PER_STEP) return { size: met, isCut: true };
    met += remainingOf(order);
  }
  return { size: Math.min(met, size), isCut: false };
}

type Score = readonly [bigint, bigint] | undefined;

function scoreOf(state: NaiveState, position: NaivePosition): Score {
  const { equity, maintenance } = riskOf(state, scopeOfPosition(state, position));
  if (equity <= 0n || maintenance <= 0n) return undefined;
  const profit = unrealisedOf(state, position);
  const entry = position.openNotional;
  return profit >= 0n
    ? [profit * maintenance, entry * equity]
    : [profit * equity, entry * maintenance];
}

function isHigher(one: Score, other: Score): boolean {
  if (one === undefined) return false;
  if (other === undefined) return true;
  return one[0] * other[1] > other[0] * one[1];
}

type Holder = { readonly user: number; readonly reason: DeleverageReason };

/** Users who hold a side of an instrument, those to be deleveraged first at the beginning. */
function holdersOf(
  state: NaiveState,
  place: { readonly instrument: number; readonly side: "long" | "short" },
  isAsked: (user: number) => boolean,
): number[] {
  return state.positions
    .filter((one) => one.instrument === place.instrument && one.side === place.side)
    .filter((one) => isAsked(one.user))
    .map((one) => ({ user: one.user, score: scoreOf(state, one) }))
    .sort((a, b) => {
      if (isHigher(a.score, b.score)) return -1;
      return isHigher(b.score, a.score) ? 1 : a.user - b.user;
    })
    .map(({ user }) => user);
}

/** Accounts of the same parent, then counterparties of the opening and the accounts beside them. */
function preferredFor(state: NaiveState, position: NaivePosition): Holder[] {
  const { instrument, user: owner } = position;
  const place = { instrument, side: position.side === "long" ? "short" : "long" } as const;
  const family = owner < 2 ? [] : familiesOf(state, [owner]);
  const met = recentlyMet(state, position).map(({ user }) => user);
  const others = familiesOf(state, met).filter((user) => !family.includes(user));
  const isRelated = (user: number): boolean => family.includes(user) && user !== owner;
  const related = holdersOf(state, place, isRelated);
  const counterparties = holdersOf(state, place, (user) => others.includes(user));
  return [
    ...related.map((user) => ({ user, reason: "related" }) as const),
    ...counterparties.map((user) => ({ user, reason: "counterparty" }) as const),
  ];
}

function rankingOf(state: NaiveState, instrument: number, side: "long" | "short"): NaiveRanking {
  const known = state.liquidations.ranking;
  const isUsable =
    known?.instrument === instrument &&
    known.side === side &&
    known.users.length > 0 &&
    state.timeMs - known.beganAtMs <= DELEVERAGE_RANKING_AGE_MS_MAX;
  if (known !== undefined && isUsable) return known;
  const users = holdersOf(state, { instrument, side }, () => true).slice(0, DELEVERAGE_RANKING_MAX);
  const ranking = { instrument, side, beganAtMs: state.timeMs, users };
  state.liquidations.ranking = ranking;
  return ranking;
}

/** Closes the first holders against a position; answers the sizes they took. */
export function deleverage(
  state: NaiveState,
  position: NaivePosition,
  terms: { readonly liquidationId: number; readonly price: number; readonly size: number },
): number[] {
  const parts: number[] = [];
  const instrument = state.instrumentAt(position.instrument);
  const side = position.side === "long" ? "short" : "long";
  const preferred = preferredFor(state, position);
  let ranked: number[] | undefined;
  let taken = 0;
  let cancelled = 0;
  for (let count = 0; count < DELEVERAGES_PER_STEP && taken < terms.size; count++) {
    if (preferred.length === 0) ranked ??= rankingOf(state, instrument.index, side).users;
    const others = ranked?.filter((one) => one !== position.user);
    const user = preferred[0]?.user ?? others?.[0] ?? ranked?.[0];
    if (user === undefined || cancelled >= LIQUIDATION_CANCELS_PER_STEP) break;
    const reason = preferred[0]?.reason ?? "ranked";
    const orders = state.orders
      .filter((one) => one.user === user && one.instrument === instrument.index)
      .slice(0, LIQUIDATION_CANCELS_PER_STEP);
    for (const order of orders) closeOrder(state, order, "deleveraging");
    cancelled += orders.length;
    if (orders.length === LIQUIDATION_CANCELS_PER_STEP) break;
    const held = positionOf(state, user, instrument.index, side);
    const deficit = terms.size - taken;
    const size = Math.min(held?.size ?? 0, deficit);
    if (size === (held?.size ?? 0)) {
      if (ranked === undefined) preferred.shift();
      else ranked.splice(ranked.indexOf(user), 1);
    }
    if (held === undefined) continue;
    closeHolder(state, held, { ...terms, size, deficit, reason });
    parts.push(size);
    taken += size;
  }
  if (taken > 0) backstop(state, instrument.realm, instrument.settle);
  return parts;
}

function closeHolder(
  state: NaiveState,
  held: NaivePosition,
  terms: {
    readonly liquidationId: number;
    readonly price: number;
    readonly size: number;
    readonly deficit: number;
    readonly reason: DeleverageReason;
  },
): void {
  const { deficit, liquidationId, price, reason, size } = terms;
  const { side, user } = held;
  const instrument = state.instrumentAt(held.instrument);
  const fund = fundAccount(state, instrument.realm, instrument.settle);
  const before = fund.balance;
  const closing = { price, size, source: "deleveraging", paysAs: "maker" } as const;
  const { orderId } = closeOutside(state, held, closing);
  if (user < 2) takeResult(state, instrument, fund.balance - before);
  state.emit("position_deleveraged", {
    ...{ liquidationId, user, instrument: instrument.index, positionSide: side, orderId },
    ...{ mark: instrument.mark, price, size, deficit, reason },
  });
}

function stricter(position: NaivePosition, one: number, other: number): number {
  return position.side === "long" ? Math.max(one, other) : Math.min(one, other);
}

/** Lowers what a fund holds in an instrument; true when it must go on with it. */
function lowerHolding(state: NaiveState, instrument: NaiveInstrument): boolean {
  const position = fundPosition(state, instrument);
  if (position === undefined) state.losses.marked.delete(instrument.index);
  if (position === undefined || !isExecuting(instrument)) return false;
  if (!isKnown(state, [position]) || instrument.mark === 0) return false;
  const { realm, settle } = instrument;
  takeResult(state, instrument, 0n);
  const fund = fundAccount(state, realm, settle);
  const before = fund.balance;
  const limit = fundLimit(state, position, before);
  const left = leftInHour(state, instrument);
  if (left === 0n || isAtRisk(fundRisk(state, instrument))) {
    const worst = left === 0n ? instrument.mark : bankruptcyOf(state, position);
    const price = stricter(position, limit, worst);
    const terms = { liquidationId: 0, price, size: position.size };
    for (const size of deleverage(state, position, terms)) {
      closeOutside(state, position, { price, size, source: "deleveraging", paysAs: "maker" });
    }
    takeResult(state, instrument, fund.balance - before);
    backstop(state, realm, settle);
    return fundPosition(state, instrument) !== undefined;
  }
  const allowed =
    left === undefined ? limit : fundLimit(state, position, left - fundProfit(state, instrument));
  const price = stricter(
    position,
    stricter(position, limit, allowed),
    bandOf(instrument, position.side === "long" ? "sell" : "buy"),
  );
  const { size } = reachOf(state, position, price, position.size);
  if (size > 0) closeInside(state, position, { price, size, source: "system" });
  takeResult(state, instrument, fund.balance - before);
  backstop(state, realm, settle);
  return false;
}

/** A round of sales over all instruments each second, a few sales per tick. */
export function sellHoldings(state: NaiveState): void {
  const { liquidations } = state;
  if (liquidations.fundsNext === undefined) {
    if (state.timeMs < liquidations.fundsActAtMs) return;
    liquidations.fundsActAtMs = state.timeMs + FUND_SALE_INTERVAL_MS;
    liquidations.fundsNext = 0;
  }
  let sales = 0;
  while (sales < FUND_SALES_PER_TICK) {
    const instrument = state.instruments[liquidations.fundsNext];
    if (instrument === undefined) {
      liquidations.fundsNext = undefined;
      return;
    }
    const before = state.lastId;
    if (lowerHolding(state, instrument)) return;
    liquidations.fundsNext += 1;
    if (state.lastId !== before) sales += 1;
  }
}
