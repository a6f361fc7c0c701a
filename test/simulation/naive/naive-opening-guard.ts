/** The opening guard from first principles: the risk rate if the order were filled now. */
import type { Side } from "../../../src/core/base/vocabulary.ts";
import { ceilDiv, tradingFeeOf, worthOf } from "./naive-amounts.ts";
import { metBy } from "./naive-book.ts";
import { dueFunding } from "./naive-funding.ts";
import { isWorse } from "./naive-futures-loss.ts";
import { maintenanceBy } from "./naive-margin.ts";
import {
  leverageOf,
  marginAccount,
  positionOf,
  unifiedCoins,
  unrealisedOf,
  walletFor,
} from "./naive-money.ts";
import { isHedged, type NaiveInstrument, type NaiveUser, remainingOf } from "./naive-records.ts";
import { debtMaintenance } from "./naive-risk.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf, unifiedEffective } from "./naive-unified.ts";

type Opening = {
  readonly side: Side;
  readonly limit: number;
  /** 0 of a market order. */
  readonly price: number;
  readonly size: number;
  /** The parent whose orders it cancels in its way, if it does. */
  readonly passing?: number | undefined;
};
type Sizes = { long: number; short: number };
type Fill = { readonly side: Side; readonly price: number; readonly size: number };

/** The last price that filling the size would take, 0 when nothing is within the limit. */
export function farthest(
  state: NaiveState,
  instrument: NaiveInstrument,
  order: Omit<Opening, "price">,
): number {
  let [wanted, price] = [order.size, 0];
  for (const maker of metBy(state, { ...order, instrument: instrument.index })) {
    if (wanted <= 0) break;
    price = maker.price;
    wanted -= remainingOf(maker);
  }
  return price;
}

function sizesOf(state: NaiveState, user: NaiveUser, instrument: NaiveInstrument): Sizes {
  const of = (side: "long" | "short"): number =>
    positionOf(state, user.index, instrument.index, side)?.size ?? 0;
  return { long: of("long"), short: of("short") };
}

/** Maintenance of a crossed instrument: the larger side, at the tier of both. */
function crossedUpkeep(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  sizes: Sizes,
): bigint {
  const worthAt = (side: "long" | "short"): bigint => {
    if (instrument.mark !== 0) return worthOf(instrument, instrument.mark, sizes[side]);
    return positionOf(state, user.index, instrument.index, side)?.openNotional ?? 0n;
  };
  const [long, short] = [worthAt("long"), worthAt("short")];
  const measured = { value: long + short, size: sizes.long + sizes.short };
  const larger = [long, short].sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
  return larger === 0n ? 0n : maintenanceBy(state, instrument, larger, measured);
}

type Risk = { readonly equity: bigint; readonly maintenance: bigint };

function isolatedRisk(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  terms: { side: "long" | "short"; size: number; opened: number; price: number; gain: bigint },
): Risk {
  const { opened, price, side, size } = terms;
  const held = positionOf(state, user.index, instrument.index, side);
  const leverage = BigInt(leverageOf(user, instrument, side));
  const before = held?.openNotional ?? 0n;
  const after = before + worthOf(instrument, price, opened);
  let equity = marginAccount(state, user, instrument, side).balance + terms.gain;
  equity += ceilDiv(after, leverage) - ceilDiv(before, leverage);
  if (held !== undefined) equity += unrealisedOf(state, held) + dueFunding(state, held);
  const value = worthOf(instrument, instrument.mark, size);
  return { equity, maintenance: maintenanceBy(state, instrument, value, { value, size }) };
}

function crossedRisk(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  change: { readonly sizes: Sizes; readonly gain: bigint },
): Risk {
  const wallet = walletFor(user, instrument);
  const { settle } = instrument;
  const isUnified = user.accountKind === "unified";
  const upkeeps = new Map<number, bigint>();
  let { balance: equity } = state.account(user.index, wallet, settle, undefined);
  equity += change.gain;
  for (const one of state.instruments) {
    if (!one.isFutures || user.isolated.has(one.index)) continue;
    if (walletFor(user, one) !== wallet || (!isUnified && one.settle !== settle)) continue;
    const sizes = one === instrument ? change.sizes : sizesOf(state, user, one);
    const upkeep = crossedUpkeep(state, user, one, sizes);
    upkeeps.set(one.settle, (upkeeps.get(one.settle) ?? 0n) + upkeep);
    for (const position of state.positions) {
      if (position.user !== user.index || position.instrument !== one.index) continue;
      equity += unrealisedOf(state, position) + dueFunding(state, position);
    }
  }
  if (!isUnified) return { equity, maintenance: upkeeps.get(settle) ?? 0n };
  let maintenance = 0n;
  for (const [coin, upkeep] of upkeeps) {
    const [dollars, per] = dollarsOf(state, user, coin);
    maintenance += ceilDiv(upkeep * dollars, per);
  }
  const [top, bottom] = dollarsOf(state, user, settle);
  const worth = change.gain * top;
  const gained = worth >= 0n ? worth / bottom : -ceilDiv(-worth, bottom);
  const coins = unifiedCoins(state, user);
  for (const { balance, currency, due, unrealised } of coins) {
    const [dollars, per] = dollarsOf(state, user, currency);
    const debt = -(balance + due + unrealised);
    maintenance += ceilDiv(debtMaintenance(state, user, currency, debt) * dollars, per);
  }
  const counted = unifiedEffective(state, user, coins);
  return { equity: counted + gained, maintenance };
}

/** How much of a fill closes what is held, and how much opens. */
export function partsOf(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  fill: Omit<Fill, "price">,
): { readonly closed: number; readonly opened: number } {
  const other = fill.side === "buy" ? "short" : "long";
  const held = sizesOf(state, user, instrument)[other];
  const closed = isHedged(user, instrument) ? 0 : Math.min(held, fill.size);
  return { closed, opened: fill.size - closed };
}

/** Equity and maintenance when an order that may open has been filled at a price. */
export function riskAfter(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  fill: Fill,
): Risk {
  const { price, side, size: filled } = fill;
  const [own, other] = side === "buy" ? (["long", "short"] as const) : (["short", "long"] as const);
  const { closed, opened } = partsOf(state, user, instrument, fill);
  const sizes = sizesOf(state, user, instrument);
  sizes[own] += opened;
  sizes[other] -= closed;
  const gainOf = (size: number): bigint => {
    const gain = worthOf(instrument, instrument.mark, size) - worthOf(instrument, price, size);
    return (own === "long") !== instrument.isInverse ? gain : -gain;
  };
  const fee = tradingFeeOf(instrument, price, filled, instrument.takerRateE6);
  const isolated = { side: own, size: sizes[own], opened, price, gain: gainOf(opened) };
  return user.isolated.has(instrument.index)
    ? isolatedRisk(state, user, instrument, isolated)
    : crossedRisk(state, user, instrument, { sizes, gain: gainOf(filled) - fee });
}

/** What the futures account has beyond its maintenance when an isolated fill has taken its part. */
export function leftBeside(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  fill: Fill,
): bigint {
  const side = fill.side === "buy" ? "long" : "short";
  const leverage = BigInt(leverageOf(user, instrument, side));
  const held = positionOf(state, user.index, instrument.index, side)?.openNotional ?? 0n;
  const { opened } = partsOf(state, user, instrument, fill);
  const value = held + worthOf(instrument, fill.price, opened);
  const taken = ceilDiv(value, leverage) - ceilDiv(held, leverage);
  const fee = tradingFeeOf(instrument, fill.price, fill.size, instrument.takerRateE6);
  const change = { sizes: sizesOf(state, user, instrument), gain: -taken - fee };
  const { equity, maintenance } = crossedRisk(state, user, instrument, change);
  return equity - maintenance;
}

export function isTooRisky(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  order: Opening,
): boolean {
  const { mark } = instrument;
  const { side, size } = order;
  const isLimitWorse = isWorse(side, order.price, mark);
  const price = isLimitWorse ? order.price : farthest(state, instrument, order);
  if (mark === 0 || price === 0) return false;
  const isFar = Math.abs(price - mark) * 100 > mark;
  const { closed, opened } = partsOf(state, user, instrument, order);
  if (opened === 0) return false;
  const isIsolated = user.isolated.has(instrument.index);
  if (!isFar && (!isWorse(side, price, mark) || (closed === 0 && !isIsolated))) return false;
  const { equity, maintenance } = riskAfter(state, user, instrument, { side, price, size });
  return isFar ? maintenance * 10n > equity * 9n : maintenance > equity;
}
