import { Type } from "typebox";
import {
  LOAN_SPANS,
  type LoanSpan,
  loanCoinField,
  loanField,
  loanSpanField,
  loanValues,
  OF_PAIR,
} from "./loan-figures.ts";
import { lastPeriods } from "./sample-periods.ts";
import { ratioText, statisticEndpoints } from "./statistic-endpoint.ts";

export const marginLongShortEndpoints = statisticEndpoints({
  paths: {
    v2: ["/api/v2/margin/market/long-short-ratio", "/api/v2/mix/market/long-short-ratio"],
    v3: ["/api/v3/market/margin-long-short"],
  },
  scope: "spot",
  summary: "Value of the quote coin lent against that of the base coin, by period",
  description: `${OF_PAIR} 0 while none of the base coin is lent.`,
  fields: { period: loanSpanField(), coin: loanCoinField() },
  response: Type.Array(Type.Object({ longShortRatio: Type.String(), ts: Type.String() })),
  async read(context, instrument, { coin, period }) {
    loanField(context, instrument, coin);
    const rows = await lastPeriods(context, instrument, LOAN_SPANS[period as LoanSpan]);
    return rows.map((row) => {
      const { base, quote } = loanValues(instrument, row);
      return { longShortRatio: ratioText(quote, base), ts: String(row.startMs) };
    });
  },
});
