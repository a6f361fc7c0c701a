import type { Endpoint } from "../http/endpoint.ts";
import { listActivity } from "./activity/list-activity.ts";
import { getEquity } from "./equity/get-equity.ts";
import { listRejections } from "./rejections/list-rejections.ts";
import { getLiquidationStory } from "./stories/get-liquidation-story.ts";
import { getStory } from "./stories/get-story.ts";
import { listLiquidations } from "./stories/list-liquidations.ts";

/** Endpoints of the terminal that read what the wire interfaces do not have. */
export const endpointsTerminalReads: readonly Endpoint[] = [
  getStory,
  getLiquidationStory,
  listLiquidations,
  getEquity,
  listActivity,
  listRejections,
];
