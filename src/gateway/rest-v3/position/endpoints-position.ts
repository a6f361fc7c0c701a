import type { Endpoint } from "../../http/endpoint.ts";
import { getAdlRank } from "./get-adl-rank.ts";
import { getCurrentPosition } from "./get-current-position.ts";
import { getHistoryPosition } from "./get-history-position.ts";

export const endpointsPositionV3: readonly Endpoint[] = [
  getCurrentPosition,
  getHistoryPosition,
  getAdlRank,
];
