import { Type } from "typebox";
import type { RepaymentKind } from "../../../core/base/vocabulary.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText } from "../../../wire/texts.ts";
import { listEndpoints } from "./loan-record-list.ts";

const REPAY_WORDS: Readonly<Record<RepaymentKind, string>> = {
  manual: "manual_repay",
  auto: "auto_repay",
  flash: "one_click_repay",
  liquidation: "liq_repay",
};

export const repayHistoryEndpoints = listEndpoints({
  path: "repay-history",
  kind: "repay",
  what: "Repayments",
  idName: "repayId",
  // rest-v2.md names the address for this one list.
  crossedPer: "ip",
  fields: {
    repayId: Type.String(),
    coin: Type.String(),
    repayAmount: Type.String(),
    repayType: Type.String(),
    repayInterest: Type.String(),
    repayPrincipal: Type.String(),
  },
  rowOf: (exchange, row) => ({
    repayId: wireId(row.id),
    coin: currencyCode(exchange.accounts, row.currency),
    repayAmount: amountText(exchange.accounts, row.currency, row.amount),
    repayType: REPAY_WORDS[row.repayment],
    repayInterest: amountText(exchange.accounts, row.currency, row.interestPart),
    repayPrincipal: amountText(exchange.accounts, row.currency, row.principalPart),
  }),
});
