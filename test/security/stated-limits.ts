/** Rate limits as the documents of the interface state them, apart from the registry. */
import type { RateRule } from "../../src/gateway/rate-limit/rate-limiter.ts";

type Window = "s" | "min";
type Counted = "UID" | "IP";

/** Method and first path of an endpoint, and its limit. */
export type StatedLimit = readonly [endpoint: string, limit: `${number}/${Window} per ${Counted}`];

const WINDOW_MS = { s: 1_000, min: 60_000 } as const satisfies Record<Window, number>;

/** Unevenness of calls that every limit of at least a second allows, in ms (decision 0071). */
export const JITTER_MS = 50;

export interface ReadLimit extends RateRule {
  readonly per: "uid" | "ip";
}

/** Reads the text of a limit. */
export function readLimit(limit: StatedLimit[1]): ReadLimit {
  const [, count = "", window = "", counted = ""] = /^(\d+)\/(\w+) per (\w+)$/.exec(limit) ?? [];
  return {
    count: Number(count),
    perMs: WINDOW_MS[window as Window],
    per: (counted as Counted) === "UID" ? "uid" : "ip",
  };
}

/** The table *Limits* of the specification; "User ID" there is UID here. */
export const SPECIFIED_LIMITS: readonly StatedLimit[] = [
  ["GET /api/v2/mix/order/orders-plan-pending", "10/s per UID"],
  ["POST /api/v2/mix/order/plan-sub-order", "10/s per UID"],
  ["POST /api/v2/mix/order/place-order", "10/s per UID"],
  ["GET /api/v2/margin/isolated/liquidation-order", "10/s per UID"],
  ["GET /api/v2/margin/isolated/open-orders", "10/s per UID"],
  ["POST /api/v2/margin/isolated/batch-cancel-order", "10/s per UID"],
  ["GET /api/v2/spot/trade/fills", "10/s per UID"],
  ["GET /api/v2/spot/trade/history-orders", "20/s per UID"],
  ["GET /api/v2/spot/account/transferRecords", "20/s per UID"],
  ["GET /api/v2/spot/account/bills", "10/s per UID"],
  ["POST /api/v2/spot/wallet/withdrawal", "5/s per UID"],
  ["GET /api/v2/spot/public/coins", "3/s per IP"],
  ["GET /api/v2/spot/ins-loan/risk-unit", "5/s per UID"],
  ["POST /api/v2/convert/trade", "5/s per UID"],
  ["POST /api/v2/user/create-virtual-subaccount", "5/s per UID"],
  ["POST /api/v2/user/batch-create-subaccount-and-apikey", "1/s per UID"],
  ["GET /api/v3/market/history-fund-rate", "20/s per IP"],
  ["GET /api/v3/p2p/ad-list", "10/s per UID"],
];
