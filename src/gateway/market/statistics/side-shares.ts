import { Type } from "typebox";
import type { MarketSampleRow } from "../../../projections/history/statistics-tables.ts";
import type { Endpoint } from "../../http/endpoint.ts";
import {
  lastPeriods,
  PERIOD_MS,
  PERIODS_SHOWN,
  type Period,
  periodField,
} from "./sample-periods.ts";
import { ratioText, statisticEndpoints } from "./statistic-endpoint.ts";

export interface SideShares {
  /** Last segment of the path of v2; v3 puts `futures-` before it. */
  readonly path: string;
  /** What the names of the members say between side and `Ratio`. */
  readonly of: "" | "Position" | "Account";
  readonly summary: string;
  readonly description: string;
  /** Returns what is long and what is short in a period. */
  sidesOf(row: MarketSampleRow): readonly [number, number];
}

/** Defines a statistic that compares the long with the short side of a contract. */
export function sideShareEndpoints(shares: SideShares): readonly Endpoint[] {
  const { description, of, path, sidesOf, summary } = shares;
  const names = [`long${of}Ratio`, `short${of}Ratio`, `longShort${of}Ratio`, "ts"] as const;
  return statisticEndpoints({
    paths: { v2: [`/api/v2/mix/market/${path}`], v3: [`/api/v3/market/futures-${path}`] },
    scope: "futures",
    summary,
    description: `${description} The ratio of long to short is 0 while there is no short.`,
    fields: { period: periodField() },
    response: Type.Array(
      Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))),
    ),
    async read(context, instrument, { period }) {
      const periodMs = PERIOD_MS[period as Period];
      const rows = await lastPeriods(context, instrument, { count: PERIODS_SHOWN, periodMs });
      return rows.map((row) => {
        const [long, short] = sidesOf(row);
        const total = long + short;
        const ratios = [ratioText(long, total), ratioText(short, total), ratioText(long, short)];
        const values = [...ratios, String(row.startMs)];
        return Object.fromEntries(names.map((name, index) => [name, values[index]]));
      });
    },
  });
}
