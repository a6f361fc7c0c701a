/** Tables of peer-to-peer trading. */
import {
  P2P_AD_STATUSES,
  P2P_ORDER_STATUSES,
  P2P_PRICE_TYPES,
  SIDES,
} from "../../core/base/vocabulary.ts";
import type { RecordOf } from "../../core/commands/schema.ts";
import { table } from "./table-shape.ts";

/** Orders, a row for each party; `updatedAtMs` is the end of an order that has ended. */
export const P2P_ORDERS = table("p2p_orders", ["user", "id"], {
  user: "int",
  id: "int",
  ad: "int",
  isBuyer: "flag",
  counterparty: "int",
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
  updatedAtMs: "int",
  remark: "text",
});
export type P2pOrderRow = RecordOf<typeof P2P_ORDERS.fields>;

/** Ads, removed ones included; `methods` are indexes, comma-separated. */
export const P2P_ADS = table("p2p_ads", ["user", "id"], {
  user: "int",
  id: "int",
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
  updatedAtMs: "int",
  methods: "text",
});
export type P2pAdRow = RecordOf<typeof P2P_ADS.fields>;

/**
 * Columns of the statistics of a user, computed from the user's orders: numbers of orders, and
 * times in ms. "Recent" are orders placed from a time on.
 */
export const P2P_STATISTICS = table("p2p_statistics", ["user"], {
  user: "int",
  completed: "int",
  bought: "int",
  ended: "int",
  /** Ended orders without an appeal. */
  undisputed: "int",
  recentCompleted: "int",
  recentBought: "int",
  recentEnded: "int",
  /** Completed recent orders that the user bought: sum of the times until the payment. */
  recentPayMs: "int",
  /** Completed recent orders that the user sold: sum of the times from payment to release. */
  recentReleaseMs: "int",
});
export type P2pStatisticsRow = RecordOf<typeof P2P_STATISTICS.fields>;
