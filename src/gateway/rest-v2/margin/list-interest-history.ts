import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, rateE8Text } from "../../../wire/texts.ts";
import { listEndpoints } from "./loan-record-list.ts";

export const interestHistoryEndpoints = listEndpoints({
  path: "interest-history",
  kind: "interest",
  what: "Interest charged",
  idName: undefined,
  fields: {
    interestId: Type.String(),
    loanCoin: Type.String(),
    interestCoin: Type.String(),
    dailyInterestRate: Type.String(),
    interestAmount: Type.String(),
    interstType: Type.String({ description: "first at borrowing, else scheduled" }),
  },
  rowOf: (exchange, row) => ({
    interestId: wireId(row.id),
    loanCoin: currencyCode(exchange.accounts, row.currency),
    interestCoin: currencyCode(exchange.accounts, row.currency),
    dailyInterestRate: rateE8Text(row.dailyRateE8),
    interestAmount: amountText(exchange.accounts, row.currency, row.amount),
    interstType: row.isAuto ? "first" : "scheduled",
  }),
});
