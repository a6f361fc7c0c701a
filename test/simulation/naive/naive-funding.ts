/** Funding by the rules as written: every payment is computed from the settlement it belongs to. */

import {
  FUNDING_IMPACT_MARGIN_UNITS,
  FUNDING_PAYMENTS_PER_TICK,
  FUNDING_RATE_MAX,
  FUNDING_RATE_MAX_DEFAULT,
  FUNDING_SAMPLE_INTERVAL_MS,
  FUNDING_SAMPLE_WEIGHT_MS_MAX,
  FUNDING_USERS_PER_TICK,
  INDEX_AGE_MS_MAX,
} from "../../../src/core/base/limits.ts";
import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { restingOf } from "./naive-book.ts";
import { tellDebt } from "./naive-debts.ts";
import { backstop } from "./naive-fund.ts";
import { marginAccount, walletFor } from "./naive-money.ts";
import { type NaiveInstrument, type NaivePosition, remainingOf } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

const HOUR_MS = 3_600_000;

export type NaiveSettlement = { readonly rate: number; readonly mark: number };

/** Everything about the funding of an instrument; samples are kept for ever. */
export type NaiveFunding = {
  rateMin: number;
  rateMax: number;
  impactLots: number;
  /** Of the running interval: premium and the time it stands for. */
  samples: { readonly premium: number; readonly ms: number }[];
  sampledAtMs: number;
  nextAtMs: number;
  /** All settlements; the first is number 1. */
  readonly settlements: NaiveSettlement[];
};

function nextAfter(timeMs: number, hours: number): number {
  let next = timeMs - (timeMs % HOUR_MS);
  do next += HOUR_MS;
  while (next % (hours * HOUR_MS) !== 0);
  return next;
}

export function newNaiveFunding(timeMs: number, hours: number, isFutures: boolean): NaiveFunding {
  return {
    rateMin: -FUNDING_RATE_MAX_DEFAULT,
    rateMax: FUNDING_RATE_MAX_DEFAULT,
    impactLots: 0,
    samples: [],
    sampledAtMs: timeMs,
    nextAtMs: isFutures ? nextAfter(timeMs, hours) : 0,
    settlements: [],
  };
}

function bounded(value: number, least: number, most: number): number {
  if (value < least) return least;
  return Math.min(value, most);
}

/** The rate of the running interval, from all its samples. */
export function fundingRate(instrument: NaiveInstrument): number {
  if (!instrument.isFutures || instrument.deliveryAtMs !== 0) return 0;
  const { rateMax, rateMin, samples } = instrument.funding;
  let sum = 0n;
  let ms = 0n;
  for (const sample of samples) {
    sum += BigInt(sample.premium) * BigInt(sample.ms);
    ms += BigInt(sample.ms);
  }
  const average = ms === 0n ? 0 : Number(sum / ms);
  const pulled = average + bounded(10_000 - average, -50_000, 50_000);
  const rate = Number((BigInt(pulled) * BigInt(instrument.fundingIntervalHours)) / 8n);
  return bounded(rate, rateMin, rateMax);
}

/** Ticks times lots of an order of this size against one side; undefined if that is too thin. */
export function impactOf(
  state: NaiveState,
  instrument: NaiveInstrument,
  side: Side,
  size: number,
): bigint | undefined {
  let left = size;
  let sum = 0n;
  for (const order of restingOf(state, instrument.index, side)) {
    const part = Math.min(left, remainingOf(order));
    sum += BigInt(order.price) * BigInt(part);
    left -= part;
  }
  return left === 0 ? sum : undefined;
}

function impactSize(state: NaiveState, instrument: NaiveInstrument): number {
  if (instrument.funding.impactLots > 0) return instrument.funding.impactLots;
  return lotsOfValue(state, instrument, FUNDING_IMPACT_MARGIN_UNITS * instrument.leverageMax);
}

/** Lots worth so many whole quote coins at the index price; at least one. */
export function lotsOfValue(state: NaiveState, instrument: NaiveInstrument, whole: number): number {
  const units = BigInt(whole);
  const decimals = state.currencies[instrument.settle]?.decimals ?? 0;
  const size = instrument.isInverse
    ? units * (10n ** BigInt(instrument.sizeDecimals) / BigInt(instrument.lotStep))
    : (units * 10n ** BigInt(decimals)) / (BigInt(instrument.indexPrice) * instrument.scale);
  return size === 0n ? 1 : Number(size);
}

function sample(state: NaiveState, instrument: NaiveInstrument): void {
  const { funding, indexPrice } = instrument;
  const passedMs = state.timeMs - funding.sampledAtMs;
  if (passedMs < FUNDING_SAMPLE_INTERVAL_MS) return;
  funding.sampledAtMs = state.timeMs;
  if (indexPrice === 0 || state.timeMs - instrument.indexedAtMs > INDEX_AGE_MS_MAX) return;
  const size = impactSize(state, instrument);
  const flat = BigInt(indexPrice) * BigInt(size);
  const bids = impactOf(state, instrument, "buy", size);
  const asks = impactOf(state, instrument, "sell", size);
  let premium = 0n;
  if (bids !== undefined && bids > flat) premium += ((bids - flat) * 100_000_000n) / flat;
  if (asks !== undefined && asks < flat) premium -= ((flat - asks) * 100_000_000n) / flat;
  funding.samples.push({
    premium: bounded(Number(premium), -100_000_000, 100_000_000),
    ms: Math.min(passedMs, FUNDING_SAMPLE_WEIGHT_MS_MAX),
  });
}

function fix(state: NaiveState, instrument: NaiveInstrument): void {
  const { funding, mark } = instrument;
  if (state.timeMs < funding.nextAtMs) return;
  const settledAtMs = funding.nextAtMs;
  const rate = fundingRate(instrument);
  funding.samples = [];
  funding.nextAtMs = nextAfter(state.timeMs, instrument.fundingIntervalHours);
  if (mark === 0) return;
  const number = funding.settlements.push({ rate, mark });
  const { nextAtMs } = funding;
  state.emit("funding_fixed", {
    ...{ instrument: instrument.index, number, rate, mark, settledAtMs, nextAtMs },
  });
  state.fundingUser = 2;
}

/** What a position receives in one settlement; what it pays is below zero. */
function amountOf(
  instrument: NaiveInstrument,
  position: NaivePosition,
  { mark, rate }: NaiveSettlement,
): bigint {
  const size = BigInt(position.size) * instrument.scale * BigInt(rate < 0 ? -rate : rate);
  const [top, bottom] = instrument.isInverse
    ? [size, BigInt(mark) * 100_000_000n]
    : [size * BigInt(mark), 100_000_000n];
  const isPaying = position.side === "long" ? rate > 0 : rate < 0;
  if (!isPaying) return top / bottom;
  return top % bottom === 0n ? -(top / bottom) : -(top / bottom) - 1n;
}

/** All that a user's positions in an instrument have still to receive, less what they owe. */
export function dueFunding(state: NaiveState, position: NaivePosition): bigint {
  const instrument = state.instrumentAt(position.instrument);
  return instrument.funding.settlements
    .slice(position.fundingTaken)
    .reduce((sum, one) => sum + amountOf(instrument, position, one), 0n);
}

/** Lets a user's positions in an instrument take what is due, long first; answers the payments. */
export function takeFunding(state: NaiveState, userIndex: number, index: number): number {
  let payments = 0;
  const instrument = state.instrumentAt(index);
  const user = state.userAt(userIndex);
  for (const side of ["long", "short"] as const) {
    const position = state.positions.find(
      (one) => one.user === userIndex && one.instrument === index && one.side === side,
    );
    if (position === undefined) continue;
    while (position.fundingTaken < instrument.funding.settlements.length) {
      const settlement = instrument.funding.settlements[position.fundingTaken];
      position.fundingTaken += 1;
      if (settlement === undefined) continue;
      const amount = amountOf(instrument, position, settlement);
      if (amount === 0n) continue;
      const account = user.isolated.has(index)
        ? marginAccount(state, user, instrument, side)
        : state.account(userIndex, walletFor(user, instrument), instrument.settle, undefined);
      const { wallet } = account;
      const owner = user.realm === "live" ? 0 : 1;
      account.balance += amount;
      state.account(owner, "rounding", instrument.settle, index).balance -= amount;
      position.funding += amount;
      payments += 1;
      state.emit("funding_paid", {
        ...{ paymentId: state.nextId(), user: userIndex, instrument: index },
        ...{ positionId: position.id, positionSide: side, number: position.fundingTaken },
        ...{ rate: settlement.rate, mark: settlement.mark, size: position.size, amount },
        ...{ funding: position.funding, currency: instrument.settle, wallet },
        balance: account.balance,
      });
      tellDebt(state, account);
    }
  }
  return payments;
}

function takePiece(state: NaiveState): void {
  let payments = 0;
  let visits = 0;
  while (state.fundingUser < state.users.length) {
    if (payments >= FUNDING_PAYMENTS_PER_TICK || visits >= FUNDING_USERS_PER_TICK) return;
    for (const { index } of state.instruments) {
      payments += takeFunding(state, state.fundingUser, index);
    }
    visits += 1;
    state.fundingUser += 1;
  }
  for (const { index, realm } of state.users.slice(0, 2)) {
    for (const instrument of state.instruments) {
      takeFunding(state, index, instrument.index);
      backstop(state, realm, instrument.settle);
    }
  }
  state.fundingUser = 0;
}

export function fundingTick(state: NaiveState): void {
  if (state.fundingUser !== 0) takePiece(state);
  for (const instrument of state.instruments) {
    if (!instrument.isFutures || instrument.deliveryAtMs !== 0) continue;
    sample(state, instrument);
    fix(state, instrument);
  }
}

export function setFundingTerms(state: NaiveState, command: CommandOf<"set_funding_terms">): void {
  const { impactLots, intervalHours, rateMax, rateMin } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (!instrument.isFutures || instrument.deliveryAtMs !== 0) {
    return state.rejectCommand(0, "instrument_not_futures");
  }
  const isBad =
    ![1, 2, 4, 8].includes(intervalHours) ||
    rateMin > 0 ||
    rateMax < 0 ||
    rateMin < -FUNDING_RATE_MAX ||
    rateMax > FUNDING_RATE_MAX ||
    impactLots > instrument.sizeLotsMax;
  if (isBad) return state.rejectCommand(0, "funding_terms_out_of_bounds");
  const { funding } = instrument;
  if (instrument.fundingIntervalHours !== intervalHours) {
    funding.nextAtMs = nextAfter(state.timeMs, intervalHours);
  }
  instrument.fundingIntervalHours = intervalHours;
  Object.assign(funding, { rateMin, rateMax, impactLots });
  const terms = { intervalHours, rateMin, rateMax, impactLots };
  state.emit("funding_terms_changed", { instrument: instrument.index, ...terms });
}
