import type { Endpoint } from "../../../http/endpoint.ts";
import { getMixAdlRank } from "./get-adl-rank.ts";
import { getPosition } from "./get-position.ts";
import { listClosedPositions } from "./list-closed-positions.ts";
import { listPositions } from "./list-positions.ts";

export const endpointsMixPositionV2: readonly Endpoint[] = [
  listPositions,
  getPosition,
  listClosedPositions,
  getMixAdlRank,
];
