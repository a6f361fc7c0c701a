/** What was borrowed, charged and repaid. */
import { Type } from "typebox";
import { wireId } from "../../../channels/wire-id.ts";
import type { RepaymentKind } from "../../../core/vocabulary.ts";
import type { LoanRecordRow } from "../../../projections/history/tables.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { idFilter } from "../shared/paging.ts";
import { amountText, currencyCode, rateE8Text } from "../shared/texts.ts";
import { forBothModes, marginPath, symbolField, symbolOfPlace } from "./margin-mode.ts";
import { COIN_FIELD, PAGE_END, pageEnds, RECORD_PAGE_FIELDS, recordQuery } from "./record-page.ts";

const TIMES = { cTime: Type.String(), uTime: Type.String() };
const SYMBOL = { symbol: Type.Optional(Type.String({ description: "Of isolated margin" })) };
const ACCESS = { kind: "private", permission: "read" } as const;
const LIMIT = { perSecond: 10, per: "uid" } as const;

/** Symbol, where there is one, and times of a row. */
function frameOf(context: PrivateContext, row: LoanRecordRow) {
  const time = String(row.createdAtMs);
  const symbol = row.place === 0 ? {} : { symbol: symbolOfPlace(context, row.place) };
  return { ...symbol, cTime: time, uTime: time };
}

export const borrowHistoryEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "borrow-history")],
    version: "v2",
    summary: `Loans taken in ${mode.word} margin, newest first`,
    access: ACCESS,
    limit: LIMIT,
    request: Type.Object({
      ...symbolField(mode),
      ...RECORD_PAGE_FIELDS,
      ...COIN_FIELD,
      loanId: Type.Optional(id()),
    }),
    response: Type.Object({
      resultList: Type.Array(
        Type.Object({
          loanId: Type.String(),
          coin: Type.String(),
          borrowAmount: Type.String(),
          borrowType: Type.String({ description: "manual_loan, or auto_loan by an order" }),
          ...SYMBOL,
          ...TIMES,
        }),
      ),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const { exchange } = context;
      const { rows } = await exchange.history.loanRecords({
        ...recordQuery(context, mode, request),
        kind: "borrow",
        id: idFilter(request.loanId),
      });
      const resultList = rows.map((row) => ({
        loanId: wireId(row.id),
        coin: currencyCode(exchange, row.currency),
        borrowAmount: amountText(exchange, row.currency, row.amount),
        borrowType: row.isAuto ? "auto_loan" : "manual_loan",
        ...frameOf(context, row),
      }));
      return { resultList, ...pageEnds(rows) };
    },
  }),
);

const REPAY_WORDS: Readonly<Record<RepaymentKind, string>> = {
  manual: "manual_repay",
  auto: "auto_repay",
  flash: "one_click_repay",
  liquidation: "liq_repay",
};

export const repayHistoryEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "repay-history")],
    version: "v2",
    summary: `Repayments in ${mode.word} margin, newest first`,
    access: ACCESS,
    limit: LIMIT,
    request: Type.Object({
      ...symbolField(mode),
      ...RECORD_PAGE_FIELDS,
      ...COIN_FIELD,
      repayId: Type.Optional(id()),
    }),
    response: Type.Object({
      resultList: Type.Array(
        Type.Object({
          repayId: Type.String(),
          coin: Type.String(),
          repayAmount: Type.String(),
          repayType: Type.String(),
          repayInterest: Type.String(),
          repayPrincipal: Type.String(),
          ...SYMBOL,
          ...TIMES,
        }),
      ),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const { exchange } = context;
      const { rows } = await exchange.history.loanRecords({
        ...recordQuery(context, mode, request),
        kind: "repay",
        id: idFilter(request.repayId),
      });
      const resultList = rows.map((row) => ({
        repayId: wireId(row.id),
        coin: currencyCode(exchange, row.currency),
        repayAmount: amountText(exchange, row.currency, row.amount),
        repayType: REPAY_WORDS[row.repayment],
        repayInterest: amountText(exchange, row.currency, row.interestPart),
        repayPrincipal: amountText(exchange, row.currency, row.principalPart),
        ...frameOf(context, row),
      }));
      return { resultList, ...pageEnds(rows) };
    },
  }),
);

export const interestHistoryEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "interest-history")],
    version: "v2",
    summary: `Interest charged in ${mode.word} margin, newest first`,
    access: ACCESS,
    limit: LIMIT,
    request: Type.Object({ ...symbolField(mode), ...RECORD_PAGE_FIELDS, ...COIN_FIELD }),
    response: Type.Object({
      resultList: Type.Array(
        Type.Object({
          interestId: Type.String(),
          loanCoin: Type.String(),
          interestCoin: Type.String(),
          dailyInterestRate: Type.String(),
          interestAmount: Type.String(),
          interstType: Type.String({ description: "first at borrowing, else scheduled" }),
          ...SYMBOL,
          ...TIMES,
        }),
      ),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const { exchange } = context;
      const { rows } = await exchange.history.loanRecords({
        ...recordQuery(context, mode, request),
        kind: "interest",
      });
      const resultList = rows.map((row) => {
        const coin = currencyCode(exchange, row.currency);
        return {
          interestId: wireId(row.id),
          loanCoin: coin,
          interestCoin: coin,
          dailyInterestRate: rateE8Text(row.dailyRateE8),
          interestAmount: amountText(exchange, row.currency, row.amount),
          interstType: row.isAuto ? "first" : "scheduled",
          ...frameOf(context, row),
        };
      });
      return { resultList, ...pageEnds(rows) };
    },
  }),
);
