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

/** An open order; amounts are decimal texts. */
export interface OpenP2pOrder {
  readonly id: string;
  readonly buyer: string;
  readonly seller: string;
  readonly coin: string;
  readonly quantity: string;
  readonly fiat: string;
  readonly amount: string;
  readonly status: string;
  readonly createdAt: string;
}

/** Actions on peer-to-peer trading that the administrative routes call. */
export interface P2pActions {
  listP2pTerms(): { readonly fiats: readonly string[]; readonly methods: readonly string[] };
  setP2pFiat(change: P2pFiatChange): Promise<AdminOutcome<P2pFiatChange>>;
  setP2pToken(change: P2pTokenChange): Promise<AdminOutcome<P2pTokenChange>>;
  addP2pMethod(name: string): Promise<AdminOutcome<{ name: string }>>;
  setP2pLevel(change: P2pLevelChange): Promise<AdminOutcome<P2pLevelChange>>;
  setP2pMerchant(change: P2pMerchantChange): Promise<AdminOutcome<P2pMerchantChange>>;
  listP2pOrders(): readonly OpenP2pOrder[];
  resolveP2pOrder(id: string, isReleased: boolean): Promise<AdminOutcome<{ id: string }>>;
}
