/** Peer-to-peer trading as the operator reads it: amounts are decimal texts, times ISO texts. */
import type {
  P2pAdStatus,
  P2pLevel,
  P2pOrderStatus,
  P2pPriceType,
  Side,
} from "../core/base/vocabulary.ts";
import type { AdminOutcome } from "./admin-outcome.ts";
import type { P2pFiatChange, P2pLevelChange, P2pTokenChange } from "./p2p-port.ts";

/** All terms, in the form in which they are set. */
export interface P2pTermsState {
  readonly fiats: readonly P2pFiatChange[];
  readonly tokens: readonly P2pTokenChange[];
  readonly levels: readonly P2pLevelChange[];
  readonly methods: readonly string[];
}

/** A merchant with statistics of the orders that the history keeps; rates are shares. */
export interface P2pMerchantState {
  readonly uid: string;
  readonly nickName: string;
  readonly level: P2pLevel;
  readonly publishedAds: number;
  readonly openOrders: number;
  readonly completedOrders: number;
  readonly completedRate: string;
  /** Share of the ended orders without an appeal. */
  readonly undisputedRate: string;
  /** Of the last 30 days; times are averages in minutes. */
  readonly recentCompletedOrders: number;
  readonly recentCompletedRate: string;
  readonly recentPayMinutes: string;
  readonly recentReleaseMinutes: string;
}

/** An ad that is not removed. */
export interface P2pAdState {
  readonly id: string;
  readonly merchant: string;
  readonly side: Side;
  readonly coin: string;
  readonly fiat: string;
  readonly priceType: P2pPriceType;
  /** Present price; empty for a floating price without a fresh index price. */
  readonly price: string;
  /** Ratio of a floating price to the exchange rate; empty for a fixed price. */
  readonly premium: string;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly payMinutes: number;
  readonly methods: readonly string[];
  /** Quantities that can be ordered, are in open orders and in completed orders. */
  readonly free: string;
  readonly ordered: string;
  readonly sold: string;
  readonly status: P2pAdStatus;
  /** Whether users can order from the ad now. */
  readonly isOpen: boolean;
  readonly remark: string;
  readonly tradeTerms: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An order. `payBy` and later times are empty where they do not apply. */
export interface P2pOrderState {
  readonly id: string;
  readonly ad: string;
  /** The party that published the ad: the buyer or the seller. */
  readonly merchant: string;
  readonly buyer: string;
  readonly seller: string;
  readonly coin: string;
  readonly fiat: string;
  readonly price: string;
  readonly amount: string;
  readonly quantity: string;
  readonly fee: string;
  readonly status: P2pOrderStatus;
  readonly method: string;
  readonly remark: string;
  readonly createdAt: string;
  readonly payBy: string;
  readonly paidAt: string;
  readonly appealedAt: string;
}

/** An open order with the payment account of the seller. */
export interface OpenP2pOrder extends P2pOrderState {
  readonly account: { readonly holder: string; readonly details: string };
}

/** An order of a user; `updatedAt` is its end once it has ended. */
export interface UserP2pOrder extends P2pOrderState {
  readonly updatedAt: string;
}

/** Statuses of ads that are not removed, and of orders that have not ended. */
export const PRESENT_P2P_AD_STATUSES = ["published", "delisted"] as const satisfies P2pAdStatus[];
export type PresentP2pAdStatus = (typeof PRESENT_P2P_AD_STATUSES)[number];
export const OPEN_P2P_ORDER_STATUSES = [
  "pending_payment",
  "pending_release",
  "in_appeal",
] as const satisfies P2pOrderStatus[];
export type OpenP2pOrderStatus = (typeof OPEN_P2P_ORDER_STATUSES)[number];

export interface P2pSummary {
  readonly merchants: number;
  readonly ads: Readonly<Record<PresentP2pAdStatus, number>>;
  readonly orders: Readonly<Record<OpenP2pOrderStatus, number>>;
  /** Time of the appeal that has waited longest for a decision; empty without appeals. */
  readonly oldestAppealAt: string;
  /** The escrow of each coin: its balance, and what ads and open orders have in it. */
  readonly escrow: readonly {
    readonly coin: string;
    readonly balance: string;
    readonly ofAds: string;
    readonly ofOrders: string;
  }[];
}

interface Page {
  /** Id of the last row of the previous page; empty for the first page. */
  readonly cursor: string;
  readonly limit: number;
}

export interface P2pAdSearch extends Page {
  readonly uid: string | undefined;
  readonly status: PresentP2pAdStatus | undefined;
}

export interface P2pOrderSearch extends Page {
  readonly uid: string | undefined;
  readonly status: OpenP2pOrderStatus | undefined;
}

export interface UserP2pOrderSearch extends Page {
  readonly uid: string;
  readonly status: P2pOrderStatus | undefined;
}

/** Reads of peer-to-peer trading; the cursor of the last page is empty. */
export interface P2pReads {
  p2pTerms(): P2pTermsState;
  p2pSummary(): P2pSummary;
  listP2pMerchants(
    page: Page,
  ): Promise<AdminOutcome<{ readonly merchants: readonly P2pMerchantState[]; cursor: string }>>;
  listP2pAds(
    search: P2pAdSearch,
  ): AdminOutcome<{ readonly ads: readonly P2pAdState[]; readonly cursor: string }>;
  listP2pOrders(
    search: P2pOrderSearch,
  ): AdminOutcome<{ readonly orders: readonly OpenP2pOrder[]; readonly cursor: string }>;
  listUserP2pOrders(
    search: UserP2pOrderSearch,
  ): Promise<AdminOutcome<{ readonly orders: readonly UserP2pOrder[]; cursor: string }>>;
}
