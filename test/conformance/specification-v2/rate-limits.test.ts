/** Specification, Limits: the rate limits of v2, row by row. */
import { testRates } from "./support/rate-tests.ts";
import { row } from "./support/specified-rules.ts";

const ORDER = "/api/v2/mix/order";
const ISOLATED = "/api/v2/margin/isolated";
const SPOT = "/api/v2/spot";
const USER = "/api/v2/user";

// No trader of this exchange is copied, so that the lower rate of such traders has no subject.
testRates("classic", [
  [row("Rate", "orders-plan-pending"), "GET", `${ORDER}/orders-plan-pending`, 10, "UID"],
  [row("Rate", "plan-sub-order"), "POST", `${ORDER}/plan-sub-order`, 10, "UID"],
  [row("Rate", "mix place-order"), "POST", `${ORDER}/place-order`, 10, "UID"],
  [row("Rate", "isolated liquidation-order"), "GET", `${ISOLATED}/liquidation-order`, 10, "UID"],
  [row("Rate", "isolated open-orders"), "GET", `${ISOLATED}/open-orders`, 10, "UID"],
  [
    row("Rate", "isolated batch-cancel-order"),
    ...(["POST", `${ISOLATED}/batch-cancel-order`, 10, "UID"] as const),
  ],
  [row("Rate", "spot fills"), "GET", `${SPOT}/trade/fills`, 10, "UID"],
  [row("Rate", "spot history-orders"), "GET", `${SPOT}/trade/history-orders`, 20, "UID"],
  [row("Rate", "transferRecords"), "GET", `${SPOT}/account/transferRecords`, 20, "UID"],
  [row("Rate", "spot bills"), "GET", `${SPOT}/account/bills`, 10, "UID"],
  [row("Rate", "withdrawal"), "POST", `${SPOT}/wallet/withdrawal`, 5, "UID"],
  [row("Rate", "spot coins"), "GET", `${SPOT}/public/coins`, 3, "IP"],
  [row("Rate", "ins-loan risk-unit"), "GET", `${SPOT}/ins-loan/risk-unit`, 5, "UID"],
  [row("Rate", "convert trade"), "POST", "/api/v2/convert/trade", 5, "UID"],
  [
    row("Rate", "create-virtual-subaccount"),
    ...(["POST", `${USER}/create-virtual-subaccount`, 5, "UID"] as const),
  ],
  [
    row("Rate", "batch-create-subaccount-and-apikey"),
    ...(["POST", `${USER}/batch-create-subaccount-and-apikey`, 1, "UID"] as const),
  ],
]);
