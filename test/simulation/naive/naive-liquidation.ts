/** Liquidation by the rules as written: who is found, in which order, and what each step does. */
import {
  LIQUIDATION_CANCELS_PER_STEP,
  LIQUIDATION_STEPS_PER_TICK,
  RISK_SWEEP_INTERVAL_MS,
} from "../../../src/core/base/limits.ts";
import type {
  LiquidationOutcome,
  LiquidationStep,
  LiquidationTaker,
  OrderSource,
} from "../../../src/core/base/vocabulary.ts";
import { ceilDiv } from "./naive-amounts.ts";
import { recentlyMet } from "./naive-counterparties.ts";
import { areCoinsPriced, forcedPair, forceRepayment, owingOf, tellDebt } from "./naive-debts.ts";
import { closeInside, closeOutside } from "./naive-exchange-orders.ts";
import { canBear, deleverage, reachOf, remains, sellHoldings, takeOver } from "./naive-fund.ts";
import type { NaiveLiquidation, NaiveScope } from "./naive-liquidation-state.ts";
import { topUp } from "./naive-margin.ts";
import { closeOrder } from "./naive-matching.ts";
import { walletFor } from "./naive-money.ts";
import { cancel } from "./naive-plans.ts";
import { loseDebts } from "./naive-pool.ts";
import type { NaiveInstrument, NaivePosition } from "./naive-records.ts";
import {
  bankruptcyOf,
  boundOf,
  heldIn,
  isAtRisk,
  isKnown,
  maintenanceFor,
  riskOf,
  scopeOfPosition,
  tierOf,
  tradingOf,
} from "./naive-risk.ts";
import type { NaiveState } from "./naive-state.ts";
import { endUncovered } from "./naive-uncovered.ts";
import { dollarsOf } from "./naive-unified.ts";

function scopeWord(scope: NaiveScope): "isolated" | "crossed" | "unified" {
  if (scope.instrument !== 0) return "isolated";
  return scope.wallet === "unified" ? "unified" : "crossed";
}

function isSame(one: NaiveScope, other: NaiveScope): boolean {
  const names = ["user", "wallet", "currency", "instrument", "side"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Everything a user has at stake, by instrument, the long before the short. */
function scopesOf(state: NaiveState, index: number): NaiveScope[] {
  const scopes: NaiveScope[] = [];
  const own = state.positions
    .filter((one) => one.user === index)
    .sort((a, b) => a.instrument - b.instrument || (a.side === "long" ? -1 : 1));
  for (const position of own) {
    const scope = scopeOfPosition(state, position);
    if (!scopes.some((one) => isSame(one, scope))) scopes.push(scope);
  }
  return scopes;
}

/** Accounts below zero that no position stands on are made good. */
function coverOverdrafts(state: NaiveState, user: number): void {
  for (const wallet of ["usdt_futures", "usdc_futures", "coin_futures"] as const) {
    for (let currency = 0; currency < state.currencies.length; currency++) {
      const account = state.account(user, wallet, currency, undefined);
      const scope = { user, wallet, currency, instrument: 0, side: undefined };
      if (account.balance >= 0n || heldIn(state, scope).length > 0) continue;
      remains(state, account, { left: account.balance, liquidationId: 0 });
    }
  }
}

/** A unified account that has debt and holds no position is judged by its coins. */
function judgeDebts(state: NaiveState, index: number): void {
  const user = state.userAt(index);
  const place = { user: index, wallet: "unified", currency: 0, instrument: 0 } as const;
  const scope: NaiveScope = { ...place, side: undefined };
  const risk = riskOf(state, scope);
  if (state.liquidations.queue.some((one) => isSame(one, scope)) || !isAtRisk(risk)) return;
  if (!areCoinsPriced(state, user)) return;
  const hasOrders = state.openOrdersOf(index).length > 0;
  if (!hasOrders && forcedPair(state, user) === undefined) {
    return loseDebts(state, owingOf(state, index));
  }
  const id = state.nextId();
  state.liquidations.queue.push({ ...scope, ...risk, id });
  state.emit("liquidation_started", {
    ...{ liquidationId: id, ...place, scope: "unified", positionSide: "net", mark: 0, ...risk },
  });
}

function judge(state: NaiveState, scope: NaiveScope): void {
  const held = heldIn(state, scope);
  const [first] = held;
  if (first === undefined) return;
  if (state.liquidations.queue.some((one) => isSame(one, scope))) return;
  const risk = riskOf(state, scope);
  if (!isAtRisk(risk) || !isKnown(state, held)) return;
  if (tradingOf(state, held).length === 0) return;
  const instrument = state.instrumentAt(first.instrument);
  const user = state.userAt(scope.user);
  if (scope.instrument !== 0 && topUp(state, { user, instrument }, first)) return;
  const id = state.nextId();
  state.liquidations.queue.push({ ...scope, ...risk, id });
  state.emit("liquidation_started", {
    liquidationId: id,
    user: scope.user,
    scope: scopeWord(scope),
    wallet: scope.wallet,
    currency: scope.currency,
    instrument: scope.instrument,
    positionSide: scope.side ?? "net",
    mark: scope.instrument === 0 ? 0 : instrument.mark,
    ...risk,
  });
}

function sweep(state: NaiveState): void {
  const { liquidations } = state;
  const isDue = state.timeMs - liquidations.sweptAtMs >= RISK_SWEEP_INTERVAL_MS;
  if (!liquidations.isPriceMoved && !isDue) return;
  liquidations.isPriceMoved = false;
  liquidations.sweptAtMs = state.timeMs;
  for (let user = 2; user < state.users.length; user++) {
    endUncovered(state, user);
    const scopes = scopesOf(state, user);
    for (const scope of scopes) judge(state, scope);
    const hasUnified = scopes.some(({ wallet }) => wallet === "unified");
    if (!hasUnified && owingOf(state, user).length > 0) judgeDebts(state, user);
    if (state.userAt(user).accountKind === "classic") coverOverdrafts(state, user);
  }
}

/** The liquidation with the largest maintenance ÷ equity; those without equity before all. */
function mostEndangered(state: NaiveState): NaiveLiquidation | undefined {
  let worst: NaiveLiquidation | undefined;
  for (const one of state.liquidations.queue) {
    if (worst === undefined) {
      worst = one;
      continue;
    }
    if (worst.equity <= 0n) continue;
    const gap = one.maintenance * worst.equity - worst.maintenance * one.equity;
    if (one.equity <= 0n || gap > 0n) worst = one;
  }
  return worst;
}

function finish(state: NaiveState, one: NaiveLiquidation, outcome: LiquidationOutcome): void {
  const { queue } = state.liquidations;
  queue.splice(queue.indexOf(one), 1);
  const isHeld = heldIn(state, one).length > 0;
  const risk = isHeld ? riskOf(state, one) : { equity: 0n, maintenance: 0n };
  state.emit("liquidation_ended", { liquidationId: one.id, user: one.user, outcome, ...risk });
}

/** Whether an order or plan of the user is in the way. */
function isInTheWay(
  state: NaiveState,
  one: NaiveLiquidation,
  other: { readonly user: number; readonly instrument: number; readonly positionSide: string },
): boolean {
  if (other.user !== one.user) return false;
  if (one.instrument !== 0) {
    const isThis = other.positionSide === "net" || other.positionSide === one.side;
    return other.instrument === one.instrument - 1 && isThis;
  }
  const instrument = state.instrumentAt(other.instrument);
  if (walletFor(state.userAt(one.user), instrument) !== one.wallet) return false;
  return one.wallet === "unified" || instrument.settle === one.currency;
}

function clearTheWay(state: NaiveState, one: NaiveLiquidation): boolean {
  const orders = state.orders
    .filter(
      (order) =>
        ["default", "unified_margin"].includes(order.backing) && isInTheWay(state, one, order),
    )
    .slice(0, LIQUIDATION_CANCELS_PER_STEP);
  for (const order of orders) closeOrder(state, order, "liquidation");
  const plans = state.plans
    .filter((plan) => isInTheWay(state, one, plan))
    .slice(0, LIQUIDATION_CANCELS_PER_STEP);
  for (const plan of plans) cancel(state, plan, "liquidation");
  return orders.length + plans.length > 0;
}

const SOURCES: Readonly<Record<LiquidationStep, OrderSource>> = {
  offset: "offset",
  reduce: "reduction",
  close: "liquidation",
};

/** The fields of `position_liquidated` that differ between steps. */
type LiquidatedPart = {
  readonly step: LiquidationStep;
  readonly taker: LiquidationTaker;
  readonly orderId: number;
  readonly price: number;
  readonly size: number;
};

function tell(
  state: NaiveState,
  one: NaiveLiquidation,
  place: { readonly instrument: NaiveInstrument; readonly side: "long" | "short" },
  part: LiquidatedPart,
): void {
  state.emit("position_liquidated", {
    liquidationId: one.id,
    user: one.user,
    instrument: place.instrument.index,
    positionSide: place.side,
    mark: place.instrument.mark,
    ...part,
  });
}

/** Book, then fund, then ranking. */
function closePart(
  state: NaiveState,
  one: NaiveLiquidation,
  position: NaivePosition,
  part: { readonly step: LiquidationStep; readonly size: number },
): void {
  const { side } = position;
  const { size, step } = part;
  const instrument = state.instrumentAt(position.instrument);
  const place = { instrument, side };
  const price = bankruptcyOf(state, position);
  const source = SOURCES[step];
  const reach = reachOf(state, position, price, size);
  let filled = 0;
  if (reach.size > 0) {
    const before = position.size;
    const orderId = closeInside(state, position, { price, size: reach.size, source });
    filled = before - position.size;
    if (filled > 0) tell(state, one, place, { step, taker: "book", orderId, price, size: filled });
  }
  const rest = size - filled;
  if (reach.isCut || rest === 0) return;
  const isFund = canBear(state, position, price, rest);
  const parts = isFund
    ? [rest]
    : deleverage(state, position, { liquidationId: one.id, price, size: rest });
  const taker = isFund ? "fund" : "deleveraged";
  const owner = { user: one.user, size: rest };
  const origin = [owner, ...recentlyMet(state, position)];
  for (const part of parts) {
    const closing = { price, size: part, source, paysAs: "taker" } as const;
    const { orderId } = closeOutside(state, position, closing);
    if (isFund) takeOver(state, instrument, { side, price, size: part, origin });
    tell(state, one, place, { step, taker, orderId, price, size: part });
  }
}

function closeIsolated(state: NaiveState, one: NaiveLiquidation, position: NaivePosition): void {
  const account = state.account(one.user, one.wallet, one.currency, undefined);
  const before = account.balance;
  closePart(state, one, position, { step: "close", size: position.size });
  const instrument = state.instrumentAt(position.instrument);
  remains(state, account, { left: account.balance - before, liquidationId: one.id, instrument });
}

function net(
  state: NaiveState,
  one: NaiveLiquidation,
  long: NaivePosition,
  short: NaivePosition,
): void {
  const instrument = state.instrumentAt(long.instrument);
  const price = instrument.mark;
  const size = Math.min(long.size, short.size);
  for (const position of [long, short]) {
    const { side } = position;
    const terms = { price, size, source: "offset", paysAs: "maker" } as const;
    const { orderId } = closeOutside(state, position, terms);
    const part = { step: "offset", taker: "own", orderId, price, size } as const;
    tell(state, one, { instrument, side }, part);
  }
}

/** What is above the bound two tiers down; everything in the lowest tier. */
function excess(state: NaiveState, position: NaivePosition): number {
  const instrument = state.instrumentAt(position.instrument);
  const { number } = tierOf(state, position);
  if (number === 1) return position.size;
  const lower = instrument.tiers[number > 2 ? number - 3 : 0];
  if (lower === undefined) return position.size;
  const bound = boundOf(state, instrument, lower);
  const perLot = instrument.isInverse ? 1n : BigInt(instrument.mark) * instrument.scale;
  const kept = bound / perLot;
  return kept >= BigInt(position.size) ? position.size : position.size - Number(kept);
}

function lowerAccount(
  state: NaiveState,
  one: NaiveLiquidation,
  trading: readonly NaivePosition[],
): void {
  for (const long of trading) {
    const short = trading.find(
      (other) => other.side === "short" && other.instrument === long.instrument,
    );
    if (long.side === "long" && short !== undefined) return net(state, one, long, short);
  }
  const weigh = (position: NaivePosition): bigint => {
    const maintenance = maintenanceFor(state, position);
    if (one.wallet !== "unified") return maintenance;
    const { settle } = state.instrumentAt(position.instrument);
    const [top, bottom] = dollarsOf(state, state.userAt(one.user), settle);
    return ceilDiv(maintenance * top, bottom);
  };
  let [largest] = trading;
  for (const other of trading) {
    if (largest === undefined || weigh(other) > weigh(largest)) largest = other;
  }
  if (largest === undefined) return;
  const instrument = state.instrumentAt(largest.instrument);
  const size = excess(state, largest);
  closePart(state, one, largest, { step: size === largest.size ? "close" : "reduce", size });
  if (heldIn(state, one).length > 0 || one.wallet === "unified") return;
  const account = state.account(one.user, one.wallet, instrument.settle, undefined);
  remains(state, account, { left: account.balance, liquidationId: one.id, instrument });
}

/** Without positions: what is owed is paid by force, then made good by the fund. */
function settleDebts(state: NaiveState, one: NaiveLiquidation): void {
  const user = state.userAt(one.user);
  const owing = one.wallet === "unified" ? owingOf(state, one.user) : [];
  if (owing.length === 0) return finish(state, one, "closed");
  if (!areCoinsPriced(state, user)) return finish(state, one, "paused");
  if (!isAtRisk(riskOf(state, one))) return finish(state, one, "recovered");
  if (clearTheWay(state, one)) return;
  if (forceRepayment(state, user, one.id)) return;
  for (const account of owing) {
    remains(state, account, { left: account.balance, liquidationId: one.id });
    tellDebt(state, account);
  }
  finish(state, one, "closed");
}

function step(state: NaiveState, one: NaiveLiquidation): void {
  const held = heldIn(state, one);
  const hasDebt = owingOf(state, one.user).length > 0;
  if (held.length === 0) return settleDebts(state, one);
  if (!isKnown(state, held)) return finish(state, one, "paused");
  if (!isAtRisk(riskOf(state, one))) return finish(state, one, "recovered");
  if (clearTheWay(state, one)) return;
  const trading = tradingOf(state, held);
  const [first] = trading;
  if (first === undefined) return finish(state, one, "paused");
  if (one.instrument !== 0) closeIsolated(state, one, first);
  else lowerAccount(state, one, trading);
  const isOwing = one.wallet === "unified" && hasDebt;
  if (heldIn(state, one).length === 0 && !isOwing) finish(state, one, "closed");
}

export function liquidationTick(state: NaiveState): void {
  for (let steps = 0; steps < LIQUIDATION_STEPS_PER_TICK; steps++) {
    const one = mostEndangered(state);
    if (one === undefined) break;
    step(state, one);
  }
  sellHoldings(state);
  sweep(state);
}
