/** State of peer-to-peer trading: terms, merchants, ads and open orders (decision 0066). */
import type { P2pAdStatus, P2pLevel, P2pPriceType, Side } from "../base/vocabulary.ts";
import type { Atoms, RateE6 } from "../money/units.ts";
import type { P2pAccount } from "./p2p-order.ts";
import { P2pOrders } from "./p2p-orders.ts";

/** Terms of a fiat currency; amounts are in its atoms, ratios in millionths. */
export type P2pFiat = {
  readonly code: string;
  readonly decimals: number;
  /** Price of a US dollar in 10^-8; 0 while the currency is withdrawn. */
  readonly usdRateE8: bigint;
  readonly amountMin: Atoms;
  readonly amountMax: Atoms;
  readonly floatMinE6: number;
  readonly floatMaxE6: number;
  readonly fixedMinE6: number;
  readonly fixedMaxE6: number;
  readonly payMinutes: readonly number[];
  readonly methods: readonly number[];
};

/** Terms of a coin that is traded. */
export type P2pToken = {
  readonly currency: number;
  readonly quantityMin: Atoms;
  readonly quantityMax: Atoms;
  readonly fee: RateE6;
};

/** Limits of merchants of a level. */
export type P2pLevelLimits = {
  readonly sellAdsMax: number;
  readonly buyAdsMax: number;
  readonly adUsdMax: number;
  /** Open orders of one ad, and of all ads of a merchant. */
  readonly adOrdersMax: number;
  readonly ordersMax: number;
};

export type P2pMerchant = { readonly level: P2pLevel; readonly nickName: string };

export type P2pAdTerms = {
  readonly priceType: P2pPriceType;
  /** Fiat atoms per whole coin; 0 for a floating price. */
  readonly price: Atoms;
  /** Ratio of a floating price to the exchange rate; 0 for a fixed price. */
  readonly premiumE6: number;
  readonly amountMin: Atoms;
  readonly amountMax: Atoms;
  readonly payMinutes: number;
  /** Ids of payment accounts of a sell ad, indexes of methods of a buy ad. */
  readonly payments: readonly number[];
  readonly remark: string;
  readonly tradeTerms: string;
};

export type P2pAd = {
  readonly id: number;
  readonly user: number;
  /** What the merchant does. */
  readonly side: Side;
  readonly currency: number;
  readonly fiat: number;
  readonly createdAtMs: number;
  updatedAtMs: number;
  terms: P2pAdTerms;
  status: P2pAdStatus;
  /** What can be ordered; the escrow has it while a sell ad is published. */
  free: Atoms;
  /** Quantity of completed orders. */
  sold: Atoms;
};

export type P2p = {
  readonly fiats: P2pFiat[];
  /** By currency. */
  readonly tokens: Map<number, P2pToken>;
  readonly methods: string[];
  readonly levels: Record<P2pLevel, P2pLevelLimits>;
  readonly merchants: Map<number, P2pMerchant>;
  /** By id, oldest first, as are ads and orders. */
  readonly accounts: Map<number, P2pAccount>;
  readonly ads: Map<number, P2pAd>;
  readonly orders: P2pOrders;
  /** No unpaid order ends before this time; derived, not part of the encoded state. */
  nextExpiryMs: number;
};

const LEVEL_DEFAULTS: Readonly<Record<P2pLevel, P2pLevelLimits>> = {
  starter: { sellAdsMax: 2, buyAdsMax: 2, adUsdMax: 10_000, adOrdersMax: 5, ordersMax: 10 },
  advanced: { sellAdsMax: 5, buyAdsMax: 5, adUsdMax: 100_000, adOrdersMax: 10, ordersMax: 30 },
  master: { sellAdsMax: 10, buyAdsMax: 10, adUsdMax: 1_000_000, adOrdersMax: 50, ordersMax: 200 },
};

export function createP2p(): P2p {
  return {
    fiats: [],
    tokens: new Map(),
    methods: [],
    levels: { ...LEVEL_DEFAULTS },
    merchants: new Map(),
    accounts: new Map(),
    ads: new Map(),
    orders: new P2pOrders(),
    nextExpiryMs: Number.POSITIVE_INFINITY,
  };
}
