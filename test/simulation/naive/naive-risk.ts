/** Risk and bankruptcy by the formulas as written, over all positions at once. */
import { INDEX_AGE_MS_MAX } from "../../../src/core/base/limits.ts";
import { ceilDiv, feeOf, worthOf } from "./naive-amounts.ts";
import { dueFunding } from "./naive-funding.ts";
import { leftAt } from "./naive-guard.ts";
import { termsAt } from "./naive-lending.ts";
import type { NaiveScope } from "./naive-liquidation-state.ts";
import { marginAccount, positionOf, unifiedCoins, unrealisedOf, walletFor } from "./naive-money.ts";
import type { NaiveInstrument, NaivePosition, NaiveTier, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { isExecuting } from "./naive-status.ts";
import { counted, dollarsOf, floorDiv } from "./naive-unified.ts";

export type NaiveRisk = { readonly equity: bigint; readonly maintenance: bigint };

/** Open positions in scope, by instrument, the long before the short. */
export function heldIn(state: NaiveState, scope: NaiveScope): NaivePosition[] {
  const user = state.userAt(scope.user);
  return state.positions
    .filter((one) => {
      if (one.user !== scope.user) return false;
      const instrument = state.instrumentAt(one.instrument);
      const isIsolated = user.isolated.has(one.instrument);
      if (scope.instrument !== 0) {
        return isIsolated && one.instrument + 1 === scope.instrument && one.side === scope.side;
      }
      if (isIsolated || walletFor(user, instrument) !== scope.wallet) return false;
      return scope.wallet === "unified" || instrument.settle === scope.currency;
    })
    .sort((a, b) => a.instrument - b.instrument || (a.side === "long" ? -1 : 1));
}

export function markValueOf(instrument: NaiveInstrument, position: NaivePosition): bigint {
  if (instrument.mark === 0) return position.openNotional;
  return worthOf(instrument, instrument.mark, position.size);
}

/** The tier of a position, counted from 1: crossed by long and short together. */
export function tierOf(
  state: NaiveState,
  position: NaivePosition,
): { readonly number: number; readonly tier: NaiveTier } {
  const instrument = state.instrumentAt(position.instrument);
  const isIsolated = state.userAt(position.user).isolated.has(position.instrument);
  const together = isIsolated
    ? [position]
    : state.positions.filter(
        (one) => one.user === position.user && one.instrument === position.instrument,
      );
  let measure = 0n;
  for (const one of together) {
    measure += instrument.isInverse ? BigInt(one.size) : markValueOf(instrument, one);
  }
  const { tiers } = instrument;
  let at = tiers.findIndex((tier) => measure <= boundOf(state, instrument, tier));
  if (at < 0) at = tiers.length - 1;
  return { number: at + 1, tier: tiers[at] as NaiveTier };
}

/** The upper bound of a tier in what it measures: lots of an inverse contract, else money. */
export function boundOf(state: NaiveState, instrument: NaiveInstrument, tier: NaiveTier): bigint {
  const value = BigInt(tier.valueMax);
  if (instrument.isInverse) {
    return (value * 10n ** BigInt(instrument.sizeDecimals)) / BigInt(instrument.lotStep);
  }
  return value * 10n ** BigInt(state.currencies[instrument.settle]?.decimals ?? 0);
}

export function maintenanceFor(state: NaiveState, position: NaivePosition): bigint {
  const instrument = state.instrumentAt(position.instrument);
  const { tier } = tierOf(state, position);
  return feeOf(markValueOf(instrument, position), tier.rateE6 + instrument.takerRateE6);
}

/** Of long and short of one instrument the larger maintenance. */
function crossedMaintenance(
  state: NaiveState,
  held: readonly NaivePosition[],
): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const instrument of new Set(held.map((one) => one.instrument))) {
    let largest = 0n;
    for (const one of held) {
      if (one.instrument !== instrument) continue;
      const own = maintenanceFor(state, one);
      if (own > largest) largest = own;
    }
    const { settle } = state.instrumentAt(instrument);
    sums.set(settle, (sums.get(settle) ?? 0n) + largest);
  }
  return sums;
}

/** Of a debt, by its tier; nothing where the coin has no terms. */
export function debtMaintenance(
  state: NaiveState,
  user: NaiveUser,
  currency: number,
  debt: bigint,
): bigint {
  const terms = termsAt(state, user.realm, 0).find((one) => one.currency === currency);
  if (terms === undefined || debt <= 0n) return 0n;
  const tier = terms.tiers.find((one) => debt <= one.amountMax) ?? terms.tiers.at(-1);
  return feeOf(debt, tier?.maintenanceE6 ?? 0);
}

export function riskOf(state: NaiveState, scope: NaiveScope): NaiveRisk {
  const user = state.userAt(scope.user);
  const held = heldIn(state, scope);
  const [only] = held;
  if (scope.instrument !== 0 && only !== undefined) {
    const instrument = state.instrumentAt(only.instrument);
    const { balance } = marginAccount(state, user, instrument, only.side);
    const equity = balance + dueFunding(state, only) + unrealisedOf(state, only);
    return { equity, maintenance: maintenanceFor(state, only) };
  }
  const needs = crossedMaintenance(state, held);
  if (scope.wallet === "unified") {
    let equity = 0n;
    let maintenance = 0n;
    for (const coin of unifiedCoins(state, user)) {
      const [top, bottom] = dollarsOf(state, user, coin.currency);
      const whole = coin.balance + coin.due + coin.unrealised;
      equity += floorDiv(counted(state, user, coin.currency, whole) * top, bottom);
      maintenance += ceilDiv((needs.get(coin.currency) ?? 0n) * top, bottom);
      maintenance += ceilDiv(debtMaintenance(state, user, coin.currency, -whole) * top, bottom);
    }
    return { equity, maintenance };
  }
  let equity = state.account(scope.user, scope.wallet, scope.currency, undefined).balance;
  for (const one of held) equity += dueFunding(state, one) + unrealisedOf(state, one);
  return { equity, maintenance: needs.get(scope.currency) ?? 0n };
}

export function isAtRisk({ equity, maintenance }: NaiveRisk): boolean {
  return equity < maintenance;
}

export function isKnown(state: NaiveState, held: readonly NaivePosition[]): boolean {
  return held.every((one) => {
    const { indexedAtMs, indexPrice } = state.instrumentAt(one.instrument);
    return indexPrice !== 0 && state.timeMs - indexedAtMs <= INDEX_AGE_MS_MAX;
  });
}

export function tradingOf(state: NaiveState, held: readonly NaivePosition[]): NaivePosition[] {
  return held.filter((one) => isExecuting(state.instrumentAt(one.instrument)));
}

/** The scope under which a position stands. */
export function scopeOfPosition(state: NaiveState, position: NaivePosition): NaiveScope {
  const user = state.userAt(position.user);
  const instrument = state.instrumentAt(position.instrument);
  const wallet = walletFor(user, instrument);
  const isIsolated = user.isolated.has(position.instrument);
  return {
    user: user.index,
    wallet,
    currency: wallet === "unified" ? 0 : instrument.settle,
    instrument: isIsolated ? position.instrument + 1 : 0,
    side: isIsolated ? position.side : undefined,
  };
}

/** The last price, from good to bad, at which `isGood` holds; the best one where it never does. */
function lastGood(
  instrument: NaiveInstrument,
  position: NaivePosition,
  isGood: (price: number) => boolean,
): number {
  const isLong = position.side === "long";
  const ends = [1, instrument.priceMax] as const;
  let [bad, good] = isLong ? ends : [ends[1], ends[0]];
  if (isGood(bad)) return bad;
  while (Math.abs(good - bad) > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The worst price at which closing a position leaves its account or its margin something. */
export function bankruptcyOf(state: NaiveState, position: NaivePosition): number {
  const instrument = state.instrumentAt(position.instrument);
  const left = leftAt(state, state.userAt(position.user), position);
  return lastGood(instrument, position, (price) => left === undefined || left(price) >= 0n);
}

/** The worst price at which an insurance fund can close a position and not fall below zero. */
export function fundLimit(state: NaiveState, position: NaivePosition, balance: bigint): number {
  const instrument = state.instrumentAt(position.instrument);
  const isReversed = (position.side === "short") !== instrument.isInverse;
  const whole = BigInt(position.size) * instrument.scale;
  return lastGood(instrument, position, (price) => {
    const per = instrument.isInverse ? BigInt(price) : 1n;
    const worth = instrument.isInverse ? whole : whole * BigInt(price);
    const gain = worth - position.openNotional * per;
    return balance * per + (isReversed ? -gain : gain) >= 0n;
  });
}

/** The fund's own position in an instrument of its realm. */
export function fundPosition(
  state: NaiveState,
  instrument: NaiveInstrument,
): NaivePosition | undefined {
  const fund = instrument.realm === "live" ? 0 : 1;
  return (
    positionOf(state, fund, instrument.index, "long") ??
    positionOf(state, fund, instrument.index, "short")
  );
}
