import { Type } from "typebox";
import { LOAN_SPANS, type LoanSpan, loanSpanField, loanValues, OF_PAIR } from "./loan-figures.ts";
import { lastPeriods } from "./sample-periods.ts";
import { ratioText, statisticEndpoints } from "./statistic-endpoint.ts";

export const isolatedBorrowEndpoints = statisticEndpoints({
  paths: {
    v2: ["/api/v2/margin/market/isolated-borrow-rate", "/api/v2/mix/market/isolated-borrow-rate"],
    v3: ["/api/v3/market/margin-isolated-borrow"],
  },
  scope: "spot",
  summary: "Share of the base coin in the value of what is lent on a pair, by period",
  description: `${OF_PAIR} 0 while nothing is lent.`,
  fields: { period: loanSpanField() },
  response: Type.Array(Type.Object({ borrowRate: Type.String(), ts: Type.String() })),
  async read(context, instrument, { period }) {
    const rows = await lastPeriods(context, instrument, LOAN_SPANS[period as LoanSpan]);
    return rows.map((row) => {
      const { base, quote } = loanValues(instrument, row);
      return { borrowRate: ratioText(base, base + quote), ts: String(row.startMs) };
    });
  },
});
