import type { Endpoint } from "../http/endpoint.ts";
import { statisticsOf } from "../market/statistics/endpoints-statistics.ts";
import { endpointsAccountV2 } from "./account/endpoints-account.ts";
import { endpointsCommonV2 } from "./common/endpoints-common.ts";
import { endpointsConvertV2 } from "./convert/endpoints-convert.ts";
import { endpointsLoanV2 } from "./loan/endpoints-loan.ts";
import { endpointsMarginV2 } from "./margin/endpoints-margin.ts";
import { endpointsMixAccountV2 } from "./mix/account/endpoints-mix-account.ts";
import { endpointsMixMarketV2 } from "./mix/market/endpoints-mix-market.ts";
import { endpointsMixOrderV2 } from "./mix/order/endpoints-mix-order.ts";
import { endpointsMixPlanV2 } from "./mix/plan/endpoints-mix-plan.ts";
import { endpointsMixPositionV2 } from "./mix/position/endpoints-mix-position.ts";
import { endpointsP2pV2 } from "./p2p/endpoints-p2p.ts";
import { endpointsPublicV2 } from "./public/endpoints-public.ts";
import { endpointsSpotAccountV2 } from "./spot/account/endpoints-spot-account.ts";
import { endpointsInsLoanV2 } from "./spot/ins-loan/endpoints-ins-loan.ts";
import { endpointsSpotMarketV2 } from "./spot/market/endpoints-spot-market.ts";
import { endpointsSpotPlanV2 } from "./spot/plan/endpoints-spot-plan.ts";
import { endpointsSpotTradeV2 } from "./spot/trade/endpoints-spot-trade.ts";
import { endpointsSpotWalletV2 } from "./spot/wallet/endpoints-spot-wallet.ts";
import { endpointsUserV2 } from "./user/endpoints-user.ts";

/** Every REST v2 endpoint. */
export const endpointsV2: readonly Endpoint[] = [
  ...endpointsPublicV2,
  ...endpointsCommonV2,
  ...endpointsSpotMarketV2,
  ...endpointsSpotTradeV2,
  ...endpointsSpotPlanV2,
  ...endpointsSpotAccountV2,
  ...endpointsSpotWalletV2,
  ...endpointsInsLoanV2,
  ...endpointsMarginV2,
  ...endpointsMixMarketV2,
  ...endpointsMixOrderV2,
  ...endpointsMixPlanV2,
  ...endpointsMixAccountV2,
  ...endpointsMixPositionV2,
  ...endpointsUserV2,
  ...endpointsConvertV2,
  ...endpointsAccountV2,
  ...endpointsP2pV2,
  ...endpointsLoanV2,
  ...statisticsOf("v2"),
];
