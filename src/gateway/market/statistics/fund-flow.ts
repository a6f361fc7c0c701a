import { Type } from "typebox";
import { lots } from "../../../core/money/units.ts";
import { SAMPLE_MS } from "../../../projections/history/statistics-tables.ts";
import { DOLPHIN_VALUE, WHALE_VALUE } from "../../../projections/history/statistics-writer.ts";
import { lotsText } from "../../../wire/sizes.ts";
import { lastPeriods, PERIOD_MS, type Period, periodField } from "./sample-periods.ts";
import { ratioText, statisticEndpoints } from "./statistic-endpoint.ts";

const CLASSES = [
  "whaleBuy",
  "dolphinBuy",
  "fishBuy",
  "whaleSell",
  "dolphinSell",
  "fishSell",
] as const;

/** Says which orders are of which class. */
export const CLASSES_TEXT =
  `An order of a taker that traded ${WHALE_VALUE} or more of the quote coin is a whale's, of ` +
  `${DOLPHIN_VALUE} or more a dolphin's, else a fish's.`;

export const fundFlowEndpoints = statisticEndpoints({
  paths: { v2: ["/api/v2/spot/market/fund-flow"], v3: ["/api/v3/market/spot-fund-flow"] },
  scope: "spot",
  summary: "What takers bought and sold of a pair, by the value of their orders",
  description: `${CLASSES_TEXT} Over the last period in steps of five minutes; ratios are of all.`,
  fields: { period: periodField("1d") },
  response: Type.Object(
    Object.fromEntries(
      CLASSES.flatMap((name) => [
        [`${name}Volume`, Type.String()],
        [`${name}Ratio`, Type.String()],
      ]),
    ),
  ),
  async read(context, instrument, { period }) {
    const count = PERIOD_MS[period as Period] / SAMPLE_MS;
    const rows = await lastPeriods(context, instrument, { count, periodMs: SAMPLE_MS });
    const sums = CLASSES.map((name) => rows.reduce((sum, row) => sum + row[name], 0));
    const total = sums.reduce((sum, one) => sum + one, 0);
    return Object.fromEntries(
      CLASSES.flatMap((name, index) => {
        const sum = sums[index] ?? 0;
        return [
          [`${name}Volume`, lotsText(instrument, lots(sum))],
          [`${name}Ratio`, ratioText(sum, total)],
        ];
      }),
    );
  },
});
