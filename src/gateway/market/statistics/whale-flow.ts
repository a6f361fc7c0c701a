import { Type } from "typebox";
import { lots } from "../../../core/money/units.ts";
import { lotsText } from "../../../wire/sizes.ts";
import { CLASSES_TEXT } from "./fund-flow.ts";
import { DAY_MS, lastPeriods, PERIODS_SHOWN } from "./sample-periods.ts";
import { statisticEndpoints } from "./statistic-endpoint.ts";

export const whaleFlowEndpoints = statisticEndpoints({
  paths: { v2: ["/api/v2/spot/market/whale-net-flow"], v3: ["/api/v3/market/spot-whale-flow"] },
  scope: "spot",
  summary: "What whales bought less what they sold of a pair, by day",
  description: CLASSES_TEXT,
  fields: {},
  response: Type.Array(Type.Object({ volume: Type.String(), date: Type.String() })),
  async read(context, instrument) {
    const days = { count: PERIODS_SHOWN, periodMs: DAY_MS };
    const rows = await lastPeriods(context, instrument, days);
    return rows.map(({ startMs, whaleBuy, whaleSell }) => ({
      volume: lotsText(instrument, lots(whaleBuy - whaleSell)),
      date: String(startMs),
    }));
  },
});
