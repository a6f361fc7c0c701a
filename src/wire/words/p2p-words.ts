/** Words of peer-to-peer trading on the wire. */
import type { P2pAdStatus, P2pOrderStatus, P2pPriceType } from "../../core/base/vocabulary.ts";

export const P2P_AD_STATUS_WORDS = {
  published: "publish",
  delisted: "delist",
  removed: "remove",
} as const satisfies Readonly<Record<P2pAdStatus, string>>;

/** Statuses of ads on v2; `completed` ads are removed. */
export const P2P_AD_STATUS_WORDS_V2 = {
  published: "online",
  delisted: "offline",
  removed: "completed",
} as const satisfies Readonly<Record<P2pAdStatus, string>>;

export const P2P_ORDER_STATUS_WORDS = {
  pending_payment: "pending_payment",
  pending_release: "pending_release",
  in_appeal: "in_appeal",
  completed: "completed",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<P2pOrderStatus, string>>;

export const P2P_PRICE_TYPE_WORDS = {
  fixed: "fixed",
  floating: "floating",
} as const satisfies Readonly<Record<P2pPriceType, string>>;
