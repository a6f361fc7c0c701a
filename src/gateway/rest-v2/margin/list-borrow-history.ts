import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText } from "../../../wire/texts.ts";
import { listEndpoints } from "./loan-record-list.ts";

export const borrowHistoryEndpoints = listEndpoints({
  path: "borrow-history",
  kind: "borrow",
  what: "Loans taken",
  idName: "loanId",
  fields: {
    loanId: Type.String(),
    coin: Type.String(),
    borrowAmount: Type.String(),
    borrowType: Type.String({ description: "manual_loan, or auto_loan by an order" }),
  },
  rowOf: (exchange, row) => ({
    loanId: wireId(row.id),
    coin: currencyCode(exchange.accounts, row.currency),
    borrowAmount: amountText(exchange.accounts, row.currency, row.amount),
    borrowType: row.isAuto ? "auto_loan" : "manual_loan",
  }),
});
