/** Specification, Limits: the rate limits of v3, row by row. */
import { testRates } from "../specification-v2/support/rate-tests.ts";
import { row } from "./support/specified-rules.ts";

testRates("unified", [
  [row("Rate", "history-fund-rate"), "GET", "/api/v3/market/history-fund-rate", 20, "IP"],
  [row("Rate", "ad-list"), "GET", "/api/v3/p2p/ad-list", 10, "UID"],
]);
