import { Type } from "typebox";
import {
  LOAN_SPANS,
  type LoanSpan,
  loanCoinField,
  loanField,
  loanSpanField,
  OF_PAIR,
} from "./loan-figures.ts";
import { lastPeriods } from "./sample-periods.ts";
import { ratioText, statisticEndpoints } from "./statistic-endpoint.ts";

export const loanGrowthEndpoints = statisticEndpoints({
  paths: {
    v2: ["/api/v2/margin/market/loan-growth", "/api/v2/mix/market/loan-growth"],
    v3: ["/api/v3/market/margin-loan-growth"],
  },
  scope: "spot",
  summary: "Growth of what is lent of a coin on a pair, by period",
  description: `${OF_PAIR} Against the end of the period before; 0 while nothing was lent then.`,
  fields: { period: loanSpanField(), coin: loanCoinField() },
  response: Type.Array(Type.Object({ growthRate: Type.String(), ts: Type.String() })),
  async read(context, instrument, { coin, period }) {
    const field = loanField(context, instrument, coin);
    const { count, periodMs } = LOAN_SPANS[period as LoanSpan];
    const rows = await lastPeriods(context, instrument, { count: count + 1, periodMs });
    return rows.slice(1).map((row, index) => {
      const before = rows[index]?.[field] ?? 0n;
      return { growthRate: ratioText(row[field] - before, before), ts: String(row.startMs) };
    });
  },
});
