/** What the naive exchange remembers of liquidations. */
import type { Wallet } from "../../../src/core/base/vocabulary.ts";
import { walletFor } from "./naive-money.ts";
import type { NaiveInstrument, NaiveUser } from "./naive-records.ts";
import type { NaiveState } from "./naive-state.ts";

/** An account, or one isolated position; `instrument` is an index + 1 or 0. */
export type NaiveScope = {
  readonly user: number;
  readonly wallet: Wallet;
  readonly currency: number;
  readonly instrument: number;
  readonly side: "long" | "short" | undefined;
};

export type NaiveLiquidation = NaiveScope & {
  readonly id: number;
  readonly equity: bigint;
  readonly maintenance: bigint;
};

export type NaiveRanking = {
  readonly instrument: number;
  readonly side: "long" | "short";
  readonly beganAtMs: number;
  readonly users: number[];
};

export class NaiveLiquidations {
  sweptAtMs = 0;
  isPriceMoved = false;
  fundsActAtMs = 0;
  /** The instrument at which the funds' round goes on; undefined between two rounds. */
  fundsNext: number | undefined;
  ranking: NaiveRanking | undefined;
  /** In the order in which they began. */
  readonly queue: NaiveLiquidation[] = [];
}

export function isLiquidating(
  state: NaiveState,
  user: NaiveUser,
  instrument: NaiveInstrument,
): boolean {
  const wallet = walletFor(user, instrument);
  return state.liquidations.queue.some((one) => {
    if (one.user !== user.index || one.wallet !== wallet) return false;
    if (wallet === "unified") return true;
    return one.instrument === 0
      ? one.currency === instrument.settle
      : one.instrument === instrument.index + 1;
  });
}

export function isAccountLiquidating(
  state: NaiveState,
  user: number,
  wallet: Wallet,
  currency: number,
): boolean {
  return state.liquidations.queue.some(
    (one) =>
      one.user === user &&
      one.wallet === wallet &&
      one.instrument === 0 &&
      (wallet === "unified" || one.currency === currency),
  );
}
