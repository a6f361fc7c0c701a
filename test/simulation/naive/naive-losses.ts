/** What bounds the losses of the house, by the rules as written. */

import type { Realm } from "../../../src/core/base/vocabulary.ts";
import type { CommandOf } from "../../../src/core/commands/commands.ts";
import { unrealisedOf } from "./naive-money.ts";
import type { NaiveInstrument } from "./naive-records.ts";
import { fundPosition } from "./naive-risk.ts";
import type { NaiveState } from "./naive-state.ts";

export type NaiveFundTerms = {
  readonly realm: Realm;
  readonly currency: number;
  feeShareE6: number;
  drawMax: bigint;
  /** Fees that the share has been taken of. */
  feesSeen: bigint;
};

export type NaiveLossLimits = Omit<
  CommandOf<"set_loss_limits">,
  "kind" | "seq" | "timeMs" | "instrument"
>;

export const NO_LOSS_LIMITS = {
  fundDrawMax: 0n,
  ...{ openInterestFactorE6: 0, positionFactorE6: 0 },
  ...{ openInterestFloor: 0, positionFloor: 0 },
} as NaiveLossLimits;

/** A loss of a fund or, below zero, a gain; `place` names an instrument or a fund. */
type Result = { readonly place: string; readonly atMs: number; readonly loss: bigint };

export class NaiveLosses {
  readonly terms: NaiveFundTerms[] = [];
  sharedAtMs = 0;
  /** All results ever. */
  readonly results: Result[] = [];
  /** By instrument: unrealised profit of the fund's position when a result was last taken. */
  readonly marked = new Map<number, bigint>();
}

const HOUR_MS = 3_600_000;

/** Losses less gains since the hour began; gains never go before what was lost. */
function borne(state: NaiveState, place: string): bigint {
  const hour = Math.floor(state.timeMs / HOUR_MS);
  return state.losses.results
    .filter((one) => one.place === place && Math.floor(one.atMs / HOUR_MS) === hour)
    .reduce((sum, { loss }) => (sum + loss > 0n ? sum + loss : 0n), 0n);
}

export function lose(state: NaiveState, place: string, loss: bigint): void {
  state.losses.results.push({ place, atMs: state.timeMs, loss });
}

function leftOf(state: NaiveState, place: string, bound: bigint): bigint | undefined {
  if (bound === 0n) return undefined;
  const left = bound - borne(state, place);
  return left > 0n ? left : 0n;
}

export function instrumentPlace({ index }: NaiveInstrument): string {
  return `instrument ${index}`;
}

/** What the fund may still lose in an instrument this hour; undefined without a bound. */
export function leftInHour(state: NaiveState, instrument: NaiveInstrument): bigint | undefined {
  return leftOf(state, instrumentPlace(instrument), instrument.lossLimits.fundDrawMax);
}

export function fundTerms(
  state: NaiveState,
  realm: Realm,
  currency: number,
): NaiveFundTerms | undefined {
  return state.losses.terms.find((one) => one.realm === realm && one.currency === currency);
}

/** The place where payments for an account are counted, and what is left of its bound. */
export function paymentBound(
  state: NaiveState,
  fund: { readonly realm: Realm; readonly currency: number },
  instrument: NaiveInstrument | undefined,
): { readonly place: string; readonly left: bigint | undefined } {
  if (instrument !== undefined) {
    return { place: instrumentPlace(instrument), left: leftInHour(state, instrument) };
  }
  const place = `fund ${fund.realm} ${fund.currency}`;
  const { drawMax = 0n } = fundTerms(state, fund.realm, fund.currency) ?? {};
  return { place, left: leftOf(state, place, drawMax) };
}

export function fundProfit(state: NaiveState, instrument: NaiveInstrument): bigint {
  const position = fundPosition(state, instrument);
  return position === undefined ? 0n : unrealisedOf(state, position);
}

/** Takes the fund's result in an instrument: what it realised, and what its position gained. */
export function takeResult(state: NaiveState, instrument: NaiveInstrument, realised: bigint): void {
  const { marked } = state.losses;
  const profit = fundProfit(state, instrument);
  const loss = (marked.get(instrument.index) ?? 0n) - profit - realised;
  marked.set(instrument.index, profit);
  lose(state, instrumentPlace(instrument), loss);
}

export function setFundTerms(state: NaiveState, command: CommandOf<"set_fund_terms">): void {
  const { currency, drawMax, feeShareE6, realm } = command;
  if (currency >= state.currencies.length) return state.rejectCommand(0, "currency_not_found");
  if (drawMax < 0n || feeShareE6 > 1_000_000) {
    return state.rejectCommand(0, "fund_terms_out_of_bounds");
  }
  const known = fundTerms(state, realm, currency);
  if (known === undefined) {
    const owner = realm === "live" ? 0 : 1;
    const feesSeen = state.account(owner, "fees", currency, undefined).balance;
    state.losses.terms.push({ realm, currency, feeShareE6, drawMax, feesSeen });
  } else {
    known.feeShareE6 = feeShareE6;
    known.drawMax = drawMax;
  }
  state.emit("fund_terms_changed", { realm, currency });
}

export function setLossLimits(state: NaiveState, command: CommandOf<"set_loss_limits">): void {
  const { kind: _, seq: __, timeMs: ___, instrument: index, ...limits } = command;
  const instrument = state.instruments[index];
  if (instrument === undefined) return state.rejectCommand(0, "instrument_not_found");
  if (!instrument.isFutures) return state.rejectCommand(0, "instrument_not_futures");
  const { fundDrawMax, openInterestFactorE6, positionFactorE6 } = limits;
  const isWild = openInterestFactorE6 > 1_000_000_000 || positionFactorE6 > 1_000_000_000;
  if (fundDrawMax < 0n || isWild) return state.rejectCommand(0, "loss_limits_out_of_bounds");
  instrument.lossLimits = limits;
  state.emit("loss_limits_changed", { instrument: index });
}
