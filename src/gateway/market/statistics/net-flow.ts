import { Type } from "typebox";
import { lots } from "../../../core/money/units.ts";
import { lotsText } from "../../../wire/sizes.ts";
import { boughtLots, soldLots } from "./active-buy-sell.ts";
import { HOUR_MS, lastPeriods } from "./sample-periods.ts";
import { statisticEndpoints } from "./statistic-endpoint.ts";

const HOURS_SHOWN = 24;

export const netFlowEndpoints = statisticEndpoints({
  paths: { v2: ["/api/v2/spot/market/fund-net-flow"], v3: ["/api/v3/market/spot-net-flow"] },
  scope: "spot",
  summary: "What takers bought less what they sold of a pair, by hour",
  description: "The last 24 hours; the last row is the running hour.",
  fields: {},
  response: Type.Array(Type.Object({ netFlow: Type.String(), ts: Type.String() })),
  async read(context, instrument) {
    const hours = { count: HOURS_SHOWN, periodMs: HOUR_MS };
    const rows = await lastPeriods(context, instrument, hours);
    return rows.map((row) => ({
      netFlow: lotsText(instrument, lots(boughtLots(row) - soldLots(row))),
      ts: String(row.startMs),
    }));
  },
});
