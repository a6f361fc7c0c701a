/**
 * Open loss of orders on margin, from the rule as written: what is paid, less what is received for
 * it, both at the prices that collateral counts at.
 */
import type { Rejection } from "../../../src/core/base/rejections.ts";
import type { OrderBacking } from "../../../src/core/base/vocabulary.ts";
import { ceilDiv, worthOf } from "./naive-amounts.ts";
import {
  availableAt,
  type Extra,
  type Figures,
  figures,
  loanAt,
  type Place,
  riskE6,
  termsAt,
  termsFor,
  worthIn,
} from "./naive-lending.ts";
import {
  type NaiveInstrument,
  type NaiveOrder,
  type NaiveUser,
  remainingOf,
} from "./naive-records.ts";
import { isAtRisk, riskOf } from "./naive-risk.ts";
import type { NaiveState } from "./naive-state.ts";
import { dollarsOf, floorDiv } from "./naive-unified.ts";

const E6 = 1_000_000n;

export type Bargain = {
  readonly side: "buy" | "sell";
  readonly paid: bigint;
  readonly received: bigint;
};

/** What an order gives and gets when it fills at a price. */
export function bargainAt(
  instrument: NaiveInstrument,
  side: "buy" | "sell",
  price: number,
  size: number,
): Bargain {
  const money = worthOf(instrument, price, size);
  const goods = BigInt(size) * instrument.baseAtomsPerLot;
  return side === "buy"
    ? { side, paid: money, received: goods }
    : { side, paid: goods, received: money };
}

/** What a bargain loses in the money of a place; undefined without a price. */
export function lossIn(
  state: NaiveState,
  place: Place,
  instrument: NaiveInstrument,
  { paid, received, side }: Bargain,
): bigint | undefined {
  const { base, quote } = instrument;
  const [given, got] = side === "buy" ? [quote, base] : [base, quote];
  const givenTerms = termsFor(state, place, given);
  const gotTerms = termsFor(state, place, got);
  if (givenTerms === undefined || gotTerms === undefined) return undefined;
  const out = worthIn(state, givenTerms, paid, true);
  const back = worthIn(state, gotTerms, received, false);
  if (out === undefined || back === undefined) return undefined;
  return out < back ? 0n : out - back;
}

function restingAt(state: NaiveState, place: Place): NaiveOrder[] {
  return state.openOrdersOf(place.user.index).filter((one) => {
    if (one.backing !== place.wallet || one.place === undefined) return false;
    return place.instrument === 0 || place.instrument === one.instrument + 1;
  });
}

/** Figures with all orders filled; the loss of one that is weighed is added. */
export function committed(
  state: NaiveState,
  place: Place,
  extra?: Extra,
  orderLoss = 0n,
): Figures | undefined {
  const now = figures(state, place, extra);
  if (now === undefined) return undefined;
  let { assets } = now;
  assets -= orderLoss;
  for (const order of restingAt(state, place)) {
    const instrument = state.instrumentAt(order.instrument);
    const bargain = bargainAt(instrument, order.side, order.price, remainingOf(order));
    const loss = lossIn(state, place, instrument, bargain);
    if (loss === undefined) return undefined;
    assets -= loss;
  }
  return { ...now, assets };
}

export function hasDebtAt(state: NaiveState, place: Place): boolean {
  const coins = termsAt(state, place.user.realm, place.instrument);
  return coins.some(({ currency }) => loanAt(state, place, currency) !== undefined);
}

/** Whether the account would not have to be liquidated after all that. */
export function isBorne(state: NaiveState, place: Place, orderLoss: bigint): boolean {
  const after = committed(state, place, undefined, orderLoss);
  return after !== undefined && riskE6(after) < state.lending.liquidationE6;
}

/** Why an amount cannot leave a margin account. */
export function judgeLeaving(
  state: NaiveState,
  place: Place,
  terms: { readonly currency: number; readonly amount: bigint },
): Rejection | undefined {
  if (!hasDebtAt(state, place)) return undefined;
  const { amount, currency } = terms;
  if (amount > availableAt(state, place, currency)) return "insufficient_available";
  const extra = { currency, balance: -amount, principal: 0n, interest: 0n };
  const after = committed(state, place, extra);
  if (after === undefined) return "collateral_price_missing";
  const isSafe =
    (after.debts + after.maintenance) * E6 <= after.assets * BigInt(state.lending.warningE6);
  return isSafe ? undefined : "collateral_insufficient";
}

/** What the resting MARGIN orders of a unified account lose, in dollars × 10^8. */
function unifiedLoss(state: NaiveState, user: NaiveUser): bigint {
  let sum = 0n;
  for (const order of state.openOrdersOf(user.index)) {
    if (order.backing !== "unified_margin" || order.place === undefined) continue;
    const instrument = state.instrumentAt(order.instrument);
    const { base, quote } = instrument;
    const { paid, received } = bargainAt(instrument, order.side, order.price, remainingOf(order));
    const [given, got] = order.side === "buy" ? [quote, base] : [base, quote];
    const [givenTop, givenBottom] = dollarsOf(state, user, given);
    const [gotTop, gotBottom] = dollarsOf(state, user, got);
    const loss = ceilDiv(paid * givenTop, givenBottom) - floorDiv(received * gotTop, gotBottom);
    if (loss > 0n) sum += loss;
  }
  return sum;
}

const BORROWING: readonly OrderBacking[] = ["crossed_margin", "isolated_margin", "unified_margin"];

/** Whether a resting order on margin trades, or ends because its account could not bear it. */
export function canTrade(state: NaiveState, order: NaiveOrder): boolean {
  if (!BORROWING.includes(order.backing)) return true;
  const { indexPrice } = state.instrumentAt(order.instrument);
  const isWorse = order.side === "buy" ? order.price > indexPrice : order.price < indexPrice;
  if (indexPrice === 0 || !isWorse) return true;
  const user = state.userAt(order.user);
  if (order.backing === "unified_margin") {
    const whole = { user: user.index, wallet: "unified", currency: 0, instrument: 0 } as const;
    const { equity, maintenance } = riskOf(state, { ...whole, side: undefined });
    return !isAtRisk({ equity: equity - unifiedLoss(state, user), maintenance });
  }
  const isCrossed = order.backing === "crossed_margin";
  const wallet = isCrossed ? "crossed_margin" : "isolated_margin";
  const place: Place = { user, wallet, instrument: isCrossed ? 0 : order.instrument + 1 };
  return !hasDebtAt(state, place) || isBorne(state, place, 0n);
}
