import type { AdminOutcome } from "./admin-outcome.ts";

/** What would happen to accounts within 30 seconds at otherwise unchanged prices. */
export interface EffectState {
  /** Liquidated accounts, at most 100, those with the largest losses first. */
  readonly users: readonly {
    readonly uid: string;
    readonly name: string;
    /** Whether it is one of the market's own agents. */
    readonly isAgent: boolean;
    /** Value of the liquidated positions, in US dollars. */
    readonly liquidatedUsd: string;
    /** Loss at present prices, in US dollars. */
    readonly lossUsd: string;
  }[];
  /** All liquidated accounts, and the value of their positions. */
  readonly liquidatedUsers: number;
  readonly liquidatedUsd: string;
  /** Value of positions of others that would be closed to end liquidations. */
  readonly deleveragedUsd: string;
  /** Change of the insurance funds, in US dollars: below zero when they would pay. */
  readonly insuranceUsd: string;
  readonly poolLossUsd: string;
  readonly cancelledOrders: number;
}

/** A movement of the index prices of a coin, or of all coins. */
export interface PriceMove {
  readonly coin: string | undefined;
  /** Decimal text in per cent: `-5` is a fall of 5 %. */
  readonly percent: string;
}

/** Computes what changes would cause; nothing of it happens. */
export interface WhatIfReads {
  effectOfMoves(moves: readonly PriceMove[]): Promise<AdminOutcome<EffectState>>;
}
