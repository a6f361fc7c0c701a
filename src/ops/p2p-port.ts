import type { P2pLevel, P2pMerchantLevel } from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";

/** Terms of a fiat currency; amounts and rates are decimal texts, methods are names. */
export interface P2pFiatChange {
  readonly code: string;
  readonly decimals: number;
  /** Price of a US dollar; 0 withdraws the currency. */
  readonly usdRate: string;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly floatMin: string;
  readonly floatMax: string;
  readonly fixedMin: string;
  readonly fixedMax: string;
  readonly payMinutes: readonly number[];
  readonly methods: readonly string[];
}

/** Bounds of an ad of a coin and the fee; a largest quantity of 0 withdraws the coin. */
export interface P2pTokenChange {
  readonly coin: string;
  readonly quantityMin: string;
  readonly quantityMax: string;
  readonly fee: string;
}

export interface P2pLevelChange {
  readonly level: P2pLevel;
  readonly sellAdsMax: number;
  readonly buyAdsMax: number;
  readonly adUsdMax: number;
  readonly adOrdersMax: number;
  readonly ordersMax: number;
}

export interface P2pMerchantChange {
  readonly uid: string;
  readonly level: P2pMerchantLevel;
  readonly nickName: string;
}

/** The decision on an appeal: releases the coins to the buyer, or returns them to the seller. */
export interface P2pDecision {
  readonly id: string;
  readonly isReleased: boolean;
}

/** Actions on peer-to-peer trading that the administrative routes call. */
export interface P2pActions {
  setP2pFiat(change: P2pFiatChange): Promise<AdminOutcome<P2pFiatChange>>;
  setP2pToken(change: P2pTokenChange): Promise<AdminOutcome<P2pTokenChange>>;
  addP2pMethod(name: string): Promise<AdminOutcome<{ name: string }>>;
  setP2pLevel(change: P2pLevelChange): Promise<AdminOutcome<P2pLevelChange>>;
  setP2pMerchant(change: P2pMerchantChange): Promise<AdminOutcome<P2pMerchantChange>>;
  resolveP2pOrder(decision: P2pDecision): Promise<AdminOutcome<P2pDecision>>;
}
