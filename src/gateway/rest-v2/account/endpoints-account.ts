import type { Endpoint } from "../../http/endpoint.ts";
import { getAllAccountBalance } from "./get-all-account-balance.ts";
import { getBotAssets } from "./get-bot-assets.ts";
import { getFundingAssets } from "./get-funding-assets.ts";

export const endpointsAccountV2: readonly Endpoint[] = [
  getAllAccountBalance,
  getFundingAssets,
  getBotAssets,
];
