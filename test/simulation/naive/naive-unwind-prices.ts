/** What an account being unwound has and misses, and at which prices it may trade. */

import { ceilDiv, feeOf, least } from "./naive-amounts.ts";
import { bestPrice } from "./naive-book.ts";
import {
  availableAt,
  figures,
  fundOf,
  loanAt,
  type NaiveTerms,
  type NaiveUnwind,
  owed,
  type Place,
  priceOf,
  termsAt,
  worthIn,
} from "./naive-lending.ts";
import type { NaiveInstrument } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const E6 = 1_000_000n;

export type Coin = {
  readonly terms: NaiveTerms;
  readonly instrument: NaiveInstrument | undefined;
  readonly available: bigint;
  readonly owed: bigint;
  readonly fee: bigint;
  readonly target: bigint;
  readonly need: bigint;
  readonly surplus: bigint;
};

export function coinsIn(state: NaiveState, unwind: NaiveUnwind, place: Place): Coin[] {
  return termsAt(state, place.user.realm, place.instrument).map((terms) => {
    const loan = loanAt(state, place, terms.currency);
    const debt = loan === undefined ? 0n : owed(state, loan);
    const isAsked = unwind.currency === 0 || unwind.currency - 1 === terms.currency;
    const fee = unwind.isForced ? feeOf(debt, state.lending.feeE6) : 0n;
    const target = isAsked && loan !== undefined ? debt + fee : 0n;
    const available = availableAt(state, place, terms.currency);
    const kept = target > debt ? target : debt;
    return {
      terms,
      instrument: terms.pricedBy === undefined ? undefined : state.instrumentAt(terms.pricedBy),
      available,
      owed: debt,
      fee,
      target,
      need: target > available ? target - available : 0n,
      surplus: available > kept ? available - kept : 0n,
    };
  });
}

export function grossed(instrument: NaiveInstrument, amount: bigint): bigint {
  return ceilDiv(amount * E6, E6 - BigInt(instrument.takerRateE6));
}

export function lotsFor(instrument: NaiveInstrument, amount: bigint): bigint {
  return ceilDiv(grossed(instrument, amount), instrument.baseAtomsPerLot);
}

/** The worst price that the misses so far allow: a tenth of the haircut more with each. */
function edgeOf(
  state: NaiveState,
  unwind: NaiveUnwind,
  instrument: NaiveInstrument,
  side: "buy" | "sell",
): bigint {
  const parts = unwind.misses >= 10 ? 10n : BigInt(unwind.misses + 1);
  const share = (BigInt(state.lending.haircutE6) * parts) / 10n;
  const price = BigInt(priceOf(instrument));
  return side === "buy" ? (price * (E6 + share)) / E6 : ceilDiv(price * (E6 - share), E6);
}

/** The price that a step counts on: the best one of the other side, if it is not too bad. */
export function priceFor(
  state: NaiveState,
  unwind: NaiveUnwind,
  instrument: NaiveInstrument,
  side: "buy" | "sell",
): bigint {
  const edge = edgeOf(state, unwind, instrument, side);
  const best = BigInt(bestPrice(state, instrument.index, side === "buy" ? "sell" : "buy"));
  if (best === 0n) return edge;
  const isWorse = side === "buy" ? best > edge : best < edge;
  return isWorse ? edge : best;
}

/** What may be lost before debts and fees are not paid; undefined when that is so already. */
function slackOf(state: NaiveState, unwind: NaiveUnwind, place: Place): bigint | undefined {
  const now = figures(state, place);
  if (now === undefined || now.assets < now.debts) return undefined;
  let slack = now.assets - now.debts;
  for (const { owed: debt, target, terms } of coinsIn(state, unwind, place)) {
    if (target > debt) slack -= worthIn(state, terms, target - debt, true) ?? 0n;
  }
  return slack > 0n ? slack : 0n;
}

/** The worst price of an order: all of it at that price loses no more than the slack. */
export function limitFor(
  state: NaiveState,
  at: { readonly unwind: NaiveUnwind; readonly place: Place },
  instrument: NaiveInstrument,
  order: { readonly size: bigint } | { readonly money: bigint },
): bigint {
  const edge = edgeOf(state, at.unwind, instrument, "size" in order ? "sell" : "buy");
  const slack = slackOf(state, at.unwind, at.place);
  if (slack === undefined) return edge;
  const price = BigInt(priceOf(instrument));
  if ("size" in order) {
    const perTick = order.size * instrument.scale;
    const left = slack - feeOf(price * perTick, instrument.takerRateE6);
    const lowest = price - (left > 0n ? left : 0n) / perTick;
    return lowest > edge ? lowest : edge;
  }
  const left = slack - feeOf(order.money, instrument.takerRateE6);
  const loses = left > 0n ? left : 0n;
  if (loses >= order.money) return edge;
  const highest = (price * order.money) / (order.money - loses);
  return highest < edge ? highest : edge;
}

export function cost(state: NaiveState, unwind: NaiveUnwind, coin: Coin): bigint {
  const { instrument } = coin;
  if (instrument === undefined) return 0n;
  const price = priceFor(state, unwind, instrument, "buy");
  return lotsFor(instrument, coin.need) * price * instrument.scale;
}

type Terms = { readonly take: bigint; readonly give: bigint };

/** What the fund gives for collateral: its worth less the haircut, as far as it has so much. */
export function sold(state: NaiveState, coin: Coin, amount: bigint): Terms {
  const { instrument } = coin;
  if (instrument === undefined) return { take: 0n, give: 0n };
  const top =
    BigInt(priceOf(instrument)) * instrument.scale * (E6 - BigInt(state.lending.haircutE6));
  const bottom = instrument.baseAtomsPerLot * E6;
  const fund = fundOf(state, instrument.realm, "insurance_fund", instrument.quote).balance;
  const give = (amount * top) / bottom;
  return give > fund ? { give: fund, take: ceilDiv(fund * bottom, top) } : { give, take: amount };
}

/** What it gives for money: as much as that pays, is missing, and is there. */
export function bought(state: NaiveState, coin: Coin, spare: bigint): Terms {
  const { instrument, need } = coin;
  if (instrument === undefined) return { take: 0n, give: 0n };
  const top =
    BigInt(priceOf(instrument)) * instrument.scale * (E6 + BigInt(state.lending.haircutE6));
  const bottom = instrument.baseAtomsPerLot * E6;
  const fund = fundOf(state, instrument.realm, "insurance_fund", instrument.base).balance;
  const give = least((spare * bottom) / top, need, fund);
  return { give, take: ceilDiv(give * top, bottom) };
}
