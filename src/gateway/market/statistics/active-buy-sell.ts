import { Type } from "typebox";
import type { MarketSampleRow } from "../../../projections/history/statistics-tables.ts";
import { quantityText } from "../../../wire/sizes.ts";
import {
  lastPeriods,
  PERIOD_MS,
  PERIODS_SHOWN,
  type Period,
  periodField,
} from "./sample-periods.ts";
import { statisticEndpoints } from "./statistic-endpoint.ts";

/** Returns what takers bought in a period, in lots. */
export function boughtLots({ dolphinBuy, fishBuy, whaleBuy }: MarketSampleRow): number {
  return whaleBuy + dolphinBuy + fishBuy;
}

/** Returns what takers sold in a period, in lots. */
export function soldLots({ dolphinSell, fishSell, whaleSell }: MarketSampleRow): number {
  return whaleSell + dolphinSell + fishSell;
}

export const activeBuySellEndpoints = statisticEndpoints({
  paths: {
    v2: ["/api/v2/mix/market/taker-buy-sell"],
    v3: ["/api/v3/market/futures-active-buy-sell"],
  },
  scope: "futures",
  summary: "What takers bought and sold of a contract, by period",
  description: "Sizes in base coin; the last row is the running period.",
  fields: { period: periodField() },
  response: Type.Array(
    Type.Object({ buyVolume: Type.String(), sellVolume: Type.String(), ts: Type.String() }),
  ),
  async read(context, instrument, { period }) {
    const periodMs = PERIOD_MS[period as Period];
    const rows = await lastPeriods(context, instrument, { count: PERIODS_SHOWN, periodMs });
    return rows.map((row) => ({
      buyVolume: quantityText(instrument, boughtLots(row), row.price),
      sellVolume: quantityText(instrument, soldLots(row), row.price),
      ts: String(row.startMs),
    }));
  },
});
