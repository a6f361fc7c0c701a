import type { Endpoint } from "../http/endpoint.ts";
import { endpointsAccountV3 } from "./account/endpoints-account.ts";
import { endpointsInsLoanV3 } from "./ins-loan/endpoints-ins-loan.ts";
import { endpointsLoanV3 } from "./loan/endpoints-loan.ts";
import { endpointsMarketV3 } from "./market/endpoints-market.ts";
import { endpointsP2pV3 } from "./p2p/endpoints-p2p.ts";
import { endpointsPositionV3 } from "./position/endpoints-position.ts";
import { endpointsPublicV3 } from "./public/endpoints-public.ts";
import { endpointsStrategyV3 } from "./strategy/endpoints-strategy.ts";
import { endpointsTradeV3 } from "./trade/endpoints-trade.ts";
import { endpointsUserV3 } from "./user/endpoints-user.ts";
import { endpointsWalletV3 } from "./wallet/endpoints-wallet.ts";

/** Every endpoint of the unified interface. */
export const endpointsV3: readonly Endpoint[] = [
  ...endpointsPublicV3,
  ...endpointsMarketV3,
  ...endpointsAccountV3,
  ...endpointsTradeV3,
  ...endpointsStrategyV3,
  ...endpointsPositionV3,
  ...endpointsUserV3,
  ...endpointsWalletV3,
  ...endpointsP2pV3,
  ...endpointsInsLoanV3,
  ...endpointsLoanV3,
];
