/** Commands of peer-to-peer trading (decision 0066). */
import {
  P2P_AD_STATUSES,
  P2P_LEVELS,
  P2P_MERCHANT_LEVELS,
  P2P_PRICE_CHANGES,
  P2P_PRICE_TYPES,
  P2P_STEPS,
  SIDES,
} from "../base/vocabulary.ts";
import type { Fields } from "./schema.ts";

/**
 * Terms of an ad. `price` is in fiat atoms per whole coin, `premiumE6` the ratio of a floating
 * price to the exchange rate. `amountMin` and `amountMax` bound an order, in fiat atoms. `payments`
 * are ids of the merchant's payment accounts in a sell ad, and indexes of methods in a buy ad.
 */
const AD_TERMS = {
  price: "money",
  premiumE6: "int",
  amountMin: "money",
  amountMax: "money",
  quantity: "money",
  payMinutes: "int",
  payments: "ints",
  remark: "text",
  tradeTerms: "text",
} as const satisfies Fields;

export const P2P_COMMANDS = {
  /**
   * Terms of a fiat currency; the first ones list it. `usdRateE8` is the price of a US dollar in
   * it, in hundred-millionths; 0 withdraws it. Amounts bound those of ads. Rates bound floating
   * and fixed prices, in millionths of the exchange rate. `methods` are indexes.
   */
  set_p2p_fiat: {
    code: "text",
    decimals: "int",
    usdRateE8: "money",
    amountMin: "money",
    amountMax: "money",
    floatMinE6: "int",
    floatMaxE6: "int",
    fixedMinE6: "int",
    fixedMaxE6: "int",
    payMinutes: "ints",
    methods: "ints",
  },

  /** Bounds of the quantity of an ad, and the fee on what a buyer receives; 0 withdraws it. */
  set_p2p_token: { currency: "int", quantityMin: "money", quantityMax: "money", feeE6: "int" },

  /** Lists a method of payment. */
  add_p2p_method: { name: "text" },

  /** Limits of merchants of a level; `adUsdMax` is the value of an ad in whole US dollars. */
  set_p2p_level: {
    level: P2P_LEVELS,
    sellAdsMax: "int",
    buyAdsMax: "int",
    adUsdMax: "int",
    adOrdersMax: "int",
    ordersMax: "int",
  },

  /** Makes a main account a merchant of a level, or with `none` ends that. */
  set_p2p_merchant: { user: "int", level: P2P_MERCHANT_LEVELS, nickName: "text" },

  /** An account of the user's outside the exchange, to which others pay. */
  add_p2p_account: { user: "int", method: "int", holder: "text", details: "text" },

  remove_p2p_account: { user: "int", account: "int" },

  /** Publishes an ad of a merchant. `side` is what the merchant does. */
  create_p2p_ad: {
    user: "int",
    side: SIDES,
    currency: "int",
    fiat: "int",
    priceType: P2P_PRICE_TYPES,
    ...AD_TERMS,
  },

  /** Changes an ad; 0, `keep` and an empty list leave a term unchanged, texts are replaced. */
  update_p2p_ad: { user: "int", ad: "int", priceType: P2P_PRICE_CHANGES, ...AD_TERMS },

  set_p2p_ad_status: { user: "int", ad: "int", status: P2P_AD_STATUSES },

  /**
   * Accepts a part of an ad. `price` is the worst price that the taker accepts, `amount` what the
   * buyer pays, in fiat atoms. `account` is the payment account of the seller: the taker's own for
   * a buy ad; for a sell ad one of the ad, or 0 for its first.
   */
  place_p2p_order: { user: "int", ad: "int", price: "money", amount: "money", account: "int" },

  step_p2p_order: { user: "int", order: "int", step: P2P_STEPS },

  /** Decision of the operator on an appeal: the coins go to the buyer, or back to the seller. */
  resolve_p2p_order: { order: "int", isReleased: "flag" },
} as const satisfies Readonly<Record<string, Fields>>;
