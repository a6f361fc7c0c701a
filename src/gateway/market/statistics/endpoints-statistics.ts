import type { Endpoint } from "../../http/endpoint.ts";
import type { ApiVersion } from "../../http/parameter-errors.ts";
import { accountLongShortEndpoints } from "./account-long-short.ts";
import { activeBuySellEndpoints } from "./active-buy-sell.ts";
import { fundFlowEndpoints } from "./fund-flow.ts";
import { isolatedBorrowEndpoints } from "./isolated-borrow.ts";
import { loanGrowthEndpoints } from "./loan-growth.ts";
import { longShortEndpoints } from "./long-short.ts";
import { marginLongShortEndpoints } from "./margin-long-short.ts";
import { netFlowEndpoints } from "./net-flow.ts";
import { positionLongShortEndpoints } from "./position-long-short.ts";
import { whaleFlowEndpoints } from "./whale-flow.ts";

const STATISTICS: readonly Endpoint[] = [
  ...activeBuySellEndpoints,
  ...longShortEndpoints,
  ...positionLongShortEndpoints,
  ...accountLongShortEndpoints,
  ...marginLongShortEndpoints,
  ...loanGrowthEndpoints,
  ...isolatedBorrowEndpoints,
  ...fundFlowEndpoints,
  ...whaleFlowEndpoints,
  ...netFlowEndpoints,
];

/** Returns the statistics of markets of one version. */
export function statisticsOf(version: ApiVersion): readonly Endpoint[] {
  return STATISTICS.filter((endpoint) => endpoint.version === version);
}
