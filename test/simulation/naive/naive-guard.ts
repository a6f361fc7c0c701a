/**
 * The prices an order may have. The closing guard from first principles: closing all of a position
 * at a price would leave backing + profit − fee, and no order may close where that is below zero.
 */

import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { PlaceOrder } from "../../../src/core/commands/commands.ts";
import { worthOf } from "./naive-amounts.ts";
import { dueFunding } from "./naive-funding.ts";
import { marginAccount, positionOf, unifiedCoins, unrealisedOf, walletFor } from "./naive-money.ts";
import { referenceOf } from "./naive-prices.ts";
import {
  isHedged,
  type NaiveInstrument,
  type NaivePosition,
  type NaiveUser,
} from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf, unifiedEffective } from "./naive-unified.ts";

const E6 = 1_000_000n;

/** The farthest price a side may be given: within the band around mark or reference (spot). */
export function bandOf(instrument: NaiveInstrument, side: Side): number {
  const reference = BigInt(instrument.isFutures ? instrument.mark : referenceOf(instrument));
  if (side === "buy") return Number((reference * (E6 + BigInt(instrument.buyLimitRatioE6))) / E6);
  const low = reference * (E6 - BigInt(instrument.sellLimitRatioE6));
  return Number((low + E6 - 1n) / E6);
}

type Fraction = readonly [top: bigint, bottom: bigint];

function valueNow(instrument: NaiveInstrument, position: NaivePosition): bigint {
  if (instrument.mark === 0) return position.openNotional;
  return worthOf(instrument, instrument.mark, position.size);
}

/** What a classic account has in the position's coin, over the value of its crossed positions. */
function coinShare(state: NaiveState, user: NaiveUser, own: NaiveInstrument): Fraction {
  const wallet = walletFor(user, own);
  let { balance: equity } = state.account(user.index, wallet, own.settle, undefined);
  let value = 0n;
  for (const position of state.positions) {
    const instrument = state.instrumentAt(position.instrument);
    if (position.user !== user.index || instrument.settle !== own.settle) continue;
    if (walletFor(user, instrument) !== wallet || user.isolated.has(instrument.index)) continue;
    equity += unrealisedOf(state, position) + dueFunding(state, position);
    value += valueNow(instrument, position);
  }
  return [equity, value];
}

/** The same of a unified account in dollars: instrument by instrument rounded up. */
function dollarShare(state: NaiveState, user: NaiveUser): Fraction {
  let value = 0n;
  for (const instrument of state.instruments) {
    const held = state.positions
      .filter((one) => one.user === user.index && one.instrument === instrument.index)
      .reduce((sum, one) => sum + valueNow(instrument, one), 0n);
    const [top, bottom] = dollarsOf(state, user, instrument.settle);
    value += (held * top + bottom - 1n) / bottom;
  }
  return [unifiedEffective(state, user, unifiedCoins(state, user)), value];
}

/**
 * What is left after closing the position at a price, as a fraction over a positive number;
 * `undefined` when nothing is known of what backs it.
 */
export function leftAt(
  state: NaiveState,
  user: NaiveUser,
  position: NaivePosition,
): ((price: number) => bigint) | undefined {
  const instrument = state.instrumentAt(position.instrument);
  const isIsolated = user.isolated.has(instrument.index);
  const reference = isIsolated ? position.openNotional : valueNow(instrument, position);
  const [top, bottom] = isIsolated
    ? ([
        marginAccount(state, user, instrument, position.side).balance + dueFunding(state, position),
        1n,
      ] as const)
    : shareOf(state, user, instrument, reference);
  if (bottom === 0n) return undefined;
  const isReversed = (position.side === "short") !== instrument.isInverse;
  const fee = BigInt(instrument.takerRateE6);
  return (price) => {
    const [worth, per] = instrument.isInverse
      ? [BigInt(position.size) * instrument.scale, BigInt(price)]
      : [BigInt(position.size) * instrument.scale * BigInt(price), 1n];
    const gain = worth - reference * per;
    const profit = isReversed ? -gain : gain;
    return (top * per + profit * bottom) * E6 - worth * fee * bottom;
  };
}

/** The account's backing that falls to a position, by its share of all that is backed. */
function shareOf(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  value: bigint,
): Fraction {
  const isUnified = user.accountKind === "unified";
  const [equity, all] = isUnified ? dollarShare(state, user) : coinShare(state, user, instrument);
  return [equity * value, all];
}

type Guarded = { readonly side: Side; readonly positionSide: string };

/** The position that an order could close. */
function closedBy(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  order: Guarded,
): NaivePosition | undefined {
  const closed = order.side === "buy" ? "short" : "long";
  if (isHedged(user, instrument) && order.positionSide !== closed) return undefined;
  return positionOf(state, user.index, instrument.index, closed);
}

/** Whether an order at a price closes nothing at a price that is beyond bankruptcy. */
function goodPrices(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  order: Guarded,
): (price: number) => boolean {
  const position = closedBy(state, user, instrument, order);
  const left = position === undefined ? undefined : leftAt(state, user, position);
  return (price) => left === undefined || left(price) >= 0n;
}

export function judgeClosing(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  order: Guarded & { readonly price: number },
): Rejection | undefined {
  if (goodPrices(state, user, instrument, order)(order.price)) return undefined;
  return order.side === "buy" ? "price_above_bankruptcy" : "price_below_bankruptcy";
}

/** The farthest price up to `limit` at which a market order closes no more than it may. */
export function closingLimit(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
  order: Guarded & { readonly limit: number },
): number {
  const isGood = goodPrices(state, user, instrument, order);
  let { limit } = order;
  const step = order.side === "buy" ? -1 : 1;
  while (!isGood(limit) && limit > 1 && limit < instrument.priceMax) limit += step;
  return limit;
}

/** The worst price that an order may trade at; orders of the exchange are not guarded. */
export function limitOf(
  state: NaiveState,
  user: NaiveUser,
  command: Omit<PlaceOrder, "kind">,
): number | Rejection {
  const instrument = state.instrumentAt(command.instrument);
  const { orderType, price, source } = command;
  const isMarket = orderType === "market";
  const limit = isMarket ? bandOf(instrument, command.side) : price;
  if (source === "system") return limit;
  if (isMarket) return closingLimit(state, user, instrument, { ...command, limit });
  return judgeClosing(state, user, instrument, command) ?? limit;
}
