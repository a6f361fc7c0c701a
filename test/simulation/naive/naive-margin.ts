/** Margin modes, leverage, isolated margin and tiers by the rules as written. */

import {
  OPEN_ORDERS_MAX_DEFAULT,
  POSITION_TIERS_MAX,
  TIER_VALUE_MAX,
} from "../../../src/core/base/limits.ts";
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { MarginMode, MarginMoveReason } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { ceilDiv, feeOf, worthOf } from "./naive-amounts.ts";
import { dueFunding } from "./naive-funding.ts";
import { isLiquidating } from "./naive-liquidation-state.ts";
import {
  availableMargin,
  coversAll,
  leverageOf,
  type MarginOrder,
  marginAccount,
  marginOrdersOf,
  positionOf,
  spendableOf,
  unrealisedOf,
  walletFor,
} from "./naive-money.ts";
import {
  isHedged,
  type NaiveInstrument,
  type NaivePosition,
  type NaiveTier,
  type NaiveUser,
} from "./naive-records.ts";
import { riskOf, scopeOfPosition } from "./naive-risk.ts";
import type { NaiveState } from "./naive-state.ts";

const SIDES = ["long", "short"] as const;
type Side = (typeof SIDES)[number];

export function marginModeOf(user: NaiveUser, instrument: NaiveInstrument): MarginMode {
  return user.isolated.has(instrument.index) ? "isolated" : "crossed";
}

/** The table each contract begins with: 7 steps of leverage and maintenance. */
export function defaultTiers(terms: {
  readonly leverageMin: number;
  readonly leverageMax: number;
}): NaiveTier[] {
  const steps = [
    [150_000, 100, 4_000],
    [1_000_000, 60, 5_000],
    [5_000_000, 40, 10_000],
    [20_000_000, 16, 25_000],
    [50_000_000, 8, 50_000],
    [100_000_000, 4, 100_000],
    [500_000_000, 1, 250_000],
  ] as const;
  return steps.map(([valueMax, percent, rate]) => {
    const share = Math.floor((terms.leverageMax * percent) / 100);
    const leverageMax = Math.max(share, terms.leverageMin);
    const rateE6 = leverageMax * rate > 500_000 ? Math.floor(500_000 / leverageMax) : rate;
    return { valueMax, leverageMax, rateE6 };
  });
}

function move(
  state: NaiveState,
  position: NaivePosition,
  amount: bigint,
  reason: MarginMoveReason,
): void {
  if (amount === 0n) return;
  const user = state.userAt(position.user);
  const instrument = state.instrumentAt(position.instrument);
  const wallet = state.account(
    user.index,
    walletFor(user, instrument),
    instrument.settle,
    undefined,
  );
  const margin = marginAccount(state, user, instrument, position.side);
  wallet.balance -= amount;
  margin.balance += amount;
  state.emit("margin_moved", {
    user: user.index,
    instrument: instrument.index,
    positionSide: position.side,
    reason,
    isAdded: amount > 0n,
    amount: amount > 0n ? amount : -amount,
    walletBalance: wallet.balance,
    margin: margin.balance,
  });
}

function isIsolated(state: NaiveState, position: NaivePosition): boolean {
  return state.userAt(position.user).isolated.has(position.instrument);
}

/** The closed share of the margin comes back. */
export function takeOut(state: NaiveState, position: NaivePosition, closed: number): void {
  if (!isIsolated(state, position)) return;
  const user = state.userAt(position.user);
  const instrument = state.instrumentAt(position.instrument);
  const { balance } = marginAccount(state, user, instrument, position.side);
  const share = (balance * BigInt(closed)) / BigInt(position.size + closed);
  move(state, position, -share, "closed");
}

function initialOf(state: NaiveState, position: NaivePosition, value: bigint): bigint {
  const user = state.userAt(position.user);
  const instrument = state.instrumentAt(position.instrument);
  return ceilDiv(value, BigInt(leverageOf(user, instrument, position.side)));
}

/** What was opened takes initial margin along. */
export function putIn(state: NaiveState, position: NaivePosition, opened: bigint): void {
  if (!isIsolated(state, position)) return;
  const after = initialOf(state, position, position.openNotional);
  const before = initialOf(state, position, position.openNotional - opened);
  move(state, position, after - before, "opened");
}

type Scope = { readonly user: NaiveUser; readonly instrument: NaiveInstrument };

function scopeOf(
  state: NaiveState,
  command: { readonly user: number; readonly instrument: number },
): Scope | Rejection {
  const user = state.ordinary(command.user);
  if (user === undefined) return "user_not_found";
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return "instrument_not_found";
  if (!instrument.isFutures) return "instrument_not_futures";
  if (instrument.realm !== user.realm) return "realm_mismatch";
  return isLiquidating(state, user, instrument) ? "account_liquidating" : { user, instrument };
}

/** The value (linear) or size (inverse) a side may come to, and what one quote coin is there. */
export function reachOfSide(
  state: NaiveState,
  { instrument, user }: Scope,
  side: Side,
  orders: readonly MarginOrder[],
): readonly [reach: bigint, unit: bigint] {
  const { index, isInverse } = instrument;
  const own = positionOf(state, user.index, index, side);
  const other = positionOf(state, user.index, index, side === "long" ? "short" : "long");
  const opening = orders.filter(
    (order) => !order.isClosing && (order.side === "buy") === (side === "long"),
  );
  const lots = BigInt(opening.reduce((sum, order) => sum + order.size, 0));
  const value = opening.reduce(
    (sum, order) => sum + worthOf(instrument, order.price, order.size),
    0n,
  );
  const opposite = isHedged(user, instrument) ? 0n : BigInt(other?.size ?? 0);
  const beyond = lots > opposite ? lots - opposite : 0n;
  if (isInverse) {
    const held = opposite === 0n ? BigInt(own?.size ?? 0) : 0n;
    return [(held + beyond) * BigInt(instrument.lotStep), 10n ** BigInt(instrument.sizeDecimals)];
  }
  const unit = 10n ** BigInt(state.currencies[instrument.settle]?.decimals ?? 0);
  if (opposite === 0n) return [(own?.openNotional ?? 0n) + value, unit];
  return [beyond === 0n ? 0n : ceilDiv(value * beyond, lots), unit];
}

/** What tiers say of a side with its orders; hedged and crossed, of both sides together. */
export function isAboveTier(
  state: NaiveState,
  scope: Scope,
  side: Side,
  orders: readonly MarginOrder[],
): boolean {
  const { instrument, user } = scope;
  if (user.openOrdersMax > OPEN_ORDERS_MAX_DEFAULT) return false;
  const isBoth = isHedged(user, instrument) && !user.isolated.has(instrument.index);
  const [own, unit] = reachOfSide(state, scope, side, orders);
  const other = reachOfSide(state, scope, side === "long" ? "short" : "long", orders)[0];
  const reach = isBoth ? own + other : own;
  const tier = instrument.tiers.find(({ valueMax }) => reach <= BigInt(valueMax) * unit);
  return tier === undefined || leverageOf(user, instrument, side) > tier.leverageMax;
}

function leveragesOf(
  user: NaiveUser,
  instrument: NaiveInstrument,
): { long: number; short: number } {
  const long = leverageOf(user, instrument, "long");
  return { long, short: leverageOf(user, instrument, "short") };
}

function emitLeverage(state: NaiveState, { user, instrument }: Scope): void {
  const { long, short } = leveragesOf(user, instrument);
  const terms = { user: user.index, instrument: instrument.index };
  state.emit("leverage_changed", { ...terms, longLeverage: long, shortLeverage: short });
}

/** Both sides come to the lower leverage of the two. */
export function level(state: NaiveState, user: NaiveUser, instrument: NaiveInstrument): void {
  const { long, short } = leveragesOf(user, instrument);
  if (long === short) return;
  const lower = Math.min(long, short);
  user.leverages.set(instrument.index, { long: lower, short: lower });
  emitLeverage(state, { user, instrument });
}

/** The most that may be taken out of the margin of a position. */
function removableOf(state: NaiveState, position: NaivePosition): bigint {
  const user = state.userAt(position.user);
  const instrument = state.instrumentAt(position.instrument);
  const { balance } = marginAccount(state, user, instrument, position.side);
  const pnl = unrealisedOf(state, position);
  const loss = pnl < 0n ? -pnl : 0n;
  const due = dueFunding(state, position);
  const unpaid = due < 0n ? -due : 0n;
  const rest = balance - initialOf(state, position, position.openNotional) - loss - unpaid;
  return rest > 0n ? rest : 0n;
}

type Change = { readonly position: NaivePosition; readonly more: bigint };

function isCovered(state: NaiveState, scope: Scope, changes: readonly Change[]): boolean {
  const { instrument, user } = scope;
  const place = { wallet: walletFor(user, instrument), currency: instrument.settle };
  const needed = changes.reduce((sum, { more }) => (more > 0n ? sum + more : sum), 0n);
  if (needed === 0n) return coversAll(state, user, place);
  const { free, unrealised } = availableMargin(state, user, place);
  return needed <= (unrealised > 0n ? free - unrealised : free);
}

export function setLeverage(state: NaiveState, command: CommandOf<"set_leverage">): void {
  const scope = scopeOf(state, command);
  if (typeof scope === "string") return state.rejectCommand(command.user, scope);
  const { instrument, user } = scope;
  const { leverage, positionSide } = command;
  const reject = (reason: Rejection): void => state.rejectCommand(user.index, reason);
  if (leverage < instrument.leverageMin || leverage > instrument.leverageMax) {
    return reject("leverage_out_of_range");
  }
  const isPerSide = user.isolated.has(instrument.index) && isHedged(user, instrument);
  if (positionSide !== "net" && !isPerSide) return reject("position_side_not_allowed");
  const before = leveragesOf(user, instrument);
  const known = user.leverages.get(instrument.index);
  const held = user.isolated.has(instrument.index)
    ? state.positions
        .filter((one) => one.user === user.index && one.instrument === instrument.index)
        .sort((a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side))
    : [];
  const initial = held.map((position) => initialOf(state, position, position.openNotional));
  const after = { ...before };
  if (positionSide !== "short") after.long = leverage;
  if (positionSide !== "long") after.short = leverage;
  user.leverages.set(instrument.index, after);
  const undo = (reason: Rejection): void => {
    if (known === undefined) user.leverages.delete(instrument.index);
    else user.leverages.set(instrument.index, known);
    reject(reason);
  };
  const orders = marginOrdersOf(state, user.index, instrument.index);
  if (SIDES.some((side) => isAboveTier(state, scope, side, orders))) {
    return undo("leverage_above_tier");
  }
  const changes = held.map((position, at) => {
    const more = initialOf(state, position, position.openNotional) - (initial[at] ?? 0n);
    return { position, more };
  });
  const isLower = after.long < before.long || after.short < before.short;
  if (isLower && !isCovered(state, scope, changes)) return undo("leverage_margin_insufficient");
  for (const { more, position } of changes) {
    const removable = removableOf(state, position);
    move(state, position, -more > removable ? -removable : more, "leverage_changed");
  }
  emitLeverage(state, scope);
}

/** Whether something of the user stands in the way of another mode. */
export function blocksMode(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
): boolean {
  const isThere = (one: { user: number; instrument: number }): boolean =>
    one.user === user.index && one.instrument === instrument.index;
  return [state.positions, state.orders, state.plans].some((list) => list.some(isThere));
}

export function changeMode(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  marginMode: MarginMode,
): void {
  if (marginModeOf(user, instrument) !== marginMode) {
    if (marginMode === "isolated") user.isolated.add(instrument.index);
    else user.isolated.delete(instrument.index);
    for (const side of SIDES) user.autoMargins.delete(`${instrument.index} ${side}`);
  }
  state.emit("margin_mode_changed", { user: user.index, instrument: instrument.index, marginMode });
  if (marginMode === "crossed") level(state, user, instrument);
}

export function setMarginMode(state: NaiveState, command: CommandOf<"set_margin_mode">): void {
  const scope = scopeOf(state, command);
  if (typeof scope === "string") return state.rejectCommand(command.user, scope);
  const { instrument, user } = scope;
  const { marginMode } = command;
  if (user.accountKind === "unified") {
    return state.rejectCommand(user.index, "margin_mode_not_allowed");
  }
  if (marginModeOf(user, instrument) !== marginMode && blocksMode(state, user, instrument)) {
    return state.rejectCommand(user.index, "margin_mode_blocked");
  }
  changeMode(state, user, instrument, marginMode);
}

export function adjustMargin(state: NaiveState, command: CommandOf<"adjust_margin">): void {
  const reject = (reason: Rejection): void => state.rejectCommand(command.user, reason);
  const scope = scopeOf(state, command);
  if (typeof scope === "string") return reject(scope);
  const { instrument, user } = scope;
  const { amount, positionSide } = command;
  if (!user.isolated.has(instrument.index)) return reject("margin_not_isolated");
  if (positionSide === "net" && isHedged(user, instrument)) {
    return reject("position_side_required");
  }
  const position = SIDES.filter((side) => positionSide === "net" || side === positionSide)
    .map((side) => positionOf(state, user.index, instrument.index, side))
    .find((one) => one !== undefined);
  if (position === undefined) return reject("no_position");
  if (amount === 0n) return reject("amount_not_positive");
  if (amount > spendableOf(state, user, walletFor(user, instrument), instrument.settle)) {
    if (amount > 0n) return reject("insufficient_available");
  }
  if (amount < 0n && -amount > removableOf(state, position)) return reject("margin_not_removable");
  move(state, position, amount, amount > 0n ? "added" : "removed");
}

export function setAutoMargin(state: NaiveState, command: CommandOf<"set_auto_margin">): void {
  const scope = scopeOf(state, command);
  if (typeof scope === "string") return state.rejectCommand(command.user, scope);
  const { instrument, user } = scope;
  const { isAuto, positionSide } = command;
  if (!user.isolated.has(instrument.index)) {
    return state.rejectCommand(user.index, "margin_not_isolated");
  }
  for (const side of SIDES) {
    if (positionSide !== "net" && positionSide !== side) continue;
    if (isAuto) user.autoMargins.add(`${instrument.index} ${side}`);
    else user.autoMargins.delete(`${instrument.index} ${side}`);
  }
  const terms = { user: user.index, instrument: instrument.index, positionSide, isAuto };
  state.emit("auto_margin_changed", terms);
  for (const side of SIDES) {
    const position = positionOf(state, user.index, instrument.index, side);
    if (position !== undefined) topUp(state, scope, position);
  }
}

/** Maintenance of a value at the rate of a tier, with the taker fee. */
export function maintenanceBy(
  state: NaiveState,
  instrument: NaiveInstrument,
  value: bigint,
  measured: { readonly value: bigint; readonly size: number },
): bigint {
  const decimals = state.currencies[instrument.settle]?.decimals ?? 0;
  const [measure, unit] = instrument.isInverse
    ? [BigInt(measured.size) * BigInt(instrument.lotStep), 10n ** BigInt(instrument.sizeDecimals)]
    : [measured.value, 10n ** BigInt(decimals)];
  const { tiers } = instrument;
  const tier =
    tiers.find(({ valueMax }) => measure <= BigInt(valueMax) * unit) ?? tiers[tiers.length - 1];
  return feeOf(value, (tier?.rateE6 ?? 0) + instrument.takerRateE6);
}

/**
 * Money from the wallet, up to initial margin, if that keeps the position from liquidation; answers
 * whether it is safe.
 */
export function topUp(state: NaiveState, scope: Scope, position: NaivePosition): boolean {
  const { instrument, user } = scope;
  if (!user.autoMargins.has(`${instrument.index} ${position.side}`)) return false;
  const { equity, maintenance } = riskOf(state, scopeOfPosition(state, position));
  if (equity >= maintenance) return true;
  const spare = spendableOf(state, user, walletFor(user, instrument), instrument.settle);
  let amount = initialOf(state, position, position.openNotional) - equity;
  if (amount > spare) amount = spare;
  if (amount <= 0n || equity + amount < maintenance) return false;
  move(state, position, amount, "auto_added");
  return true;
}

export function setPositionTiers(
  state: NaiveState,
  command: CommandOf<"set_position_tiers">,
): void {
  const { leverageMaxes, maintenanceRatesE6, valueMaxes } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (!instrument.isFutures) return state.rejectCommand(0, "instrument_not_futures");
  const tiers = valueMaxes.map((valueMax, at) => {
    return { valueMax, leverageMax: leverageMaxes[at] ?? 0, rateE6: maintenanceRatesE6[at] ?? 0 };
  });
  const counts = new Set([valueMaxes.length, leverageMaxes.length, maintenanceRatesE6.length]);
  const isGood = tiers.every(({ leverageMax, rateE6, valueMax }, at) => {
    const before = tiers[at - 1];
    if (leverageMax < instrument.leverageMin || leverageMax > instrument.leverageMax) return false;
    if (valueMax < 1 || valueMax > TIER_VALUE_MAX || rateE6 < 1) return false;
    if (leverageMax * rateE6 > 1_000_000) return false;
    if (before === undefined) return true;
    return (
      valueMax > before.valueMax && leverageMax <= before.leverageMax && rateE6 >= before.rateE6
    );
  });
  if (counts.size > 1 || tiers.length === 0 || tiers.length > POSITION_TIERS_MAX || !isGood) {
    return state.rejectCommand(0, "position_tiers_out_of_bounds");
  }
  instrument.tiers = tiers;
  state.emit("position_tiers_changed", { instrument: instrument.index });
}
