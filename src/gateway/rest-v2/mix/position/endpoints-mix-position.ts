import type { Endpoint } from "../../../http/endpoint.ts";
import { getMixAdlRank } from "./get-adl-rank.ts";
import { getPosition, listClosedPositions, listPositions } from "./get-positions.ts";

export const endpointsMixPositionV2: readonly Endpoint[] = [
  listPositions,
  getPosition,
  listClosedPositions,
  getMixAdlRank,
];
