/** Fields of the events of peer-to-peer trading (decision 0066). */
import {
  P2P_AD_STATUSES,
  P2P_MERCHANT_LEVELS,
  P2P_ORDER_STATUSES,
  P2P_PRICE_TYPES,
  P2P_TERMS,
  SIDES,
} from "../base/vocabulary.ts";
import type { Fields } from "../commands/schema.ts";

export const P2P_EVENTS = {
  /** `index` is that of the fiat, the coin, the method or the level. */
  p2p_terms_changed: { terms: P2P_TERMS, index: "int" },

  p2p_merchant_changed: { user: "int", level: P2P_MERCHANT_LEVELS, nickName: "text" },
  p2p_account_added: { accountId: "int", user: "int", method: "int" },
  p2p_account_removed: { accountId: "int", user: "int" },

  /**
   * An ad after a change. `price` is 0 and `premiumE6` counts for a floating price. `free` is what
   * can be ordered and `sold` the quantity of completed orders, in atoms of the coin. `methods` are
   * indexes, comma-separated.
   */
  p2p_ad_changed: {
    adId: "int",
    user: "int",
    side: SIDES,
    currency: "int",
    fiat: "int",
    priceType: P2P_PRICE_TYPES,
    price: "money",
    premiumE6: "int",
    amountMin: "money",
    amountMax: "money",
    payMinutes: "int",
    free: "money",
    sold: "money",
    status: P2P_AD_STATUSES,
    createdAtMs: "int",
    methods: "text",
  },

  /**
   * An order after its placement or a change. `maker` published the ad. `amount` is in fiat atoms,
   * `quantity` and the `fee` in it in atoms of the coin. Times are 0 before they come. `remark` is
   * that of the ad.
   */
  p2p_order_changed: {
    orderId: "int",
    adId: "int",
    buyer: "int",
    seller: "int",
    maker: "int",
    currency: "int",
    fiat: "int",
    price: "money",
    amount: "money",
    quantity: "money",
    fee: "money",
    method: "int",
    status: P2P_ORDER_STATUSES,
    createdAtMs: "int",
    payByMs: "int",
    paidAtMs: "int",
    appealedAtMs: "int",
    remark: "text",
  },
} as const satisfies Readonly<Record<string, Fields>>;
