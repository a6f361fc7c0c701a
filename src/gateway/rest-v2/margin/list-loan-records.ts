/** What was borrowed, charged and repaid. */
import { type TProperties, Type } from "typebox";
import type { RepaymentKind } from "../../../core/base/vocabulary.ts";
import type { LoanRecordRow } from "../../../projections/history/tables.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, rateE8Text } from "../../../wire/texts.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import { defineEndpoint, type Endpoint, type PrivateContext } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { idFilter } from "../shared/paging.ts";
import { forBothModes, marginPath, symbolField, symbolOfPlace } from "./margin-mode.ts";
import { COIN_FIELD, PAGE_END, pageEnds, RECORD_PAGE_FIELDS, recordQuery } from "./record-page.ts";

/** Symbol, where there is one, and times of a row. */
const FRAME = {
  symbol: Type.Optional(Type.String({ description: "Of isolated margin" })),
  cTime: Type.String(),
  uTime: Type.String(),
};

function frameOf(context: PrivateContext, row: LoanRecordRow) {
  const time = String(row.createdAtMs);
  const symbol = row.place === 0 ? {} : { symbol: symbolOfPlace(context, row.place) };
  return { ...symbol, cTime: time, uTime: time };
}

/** A list of one kind of records. */
type RecordList<F extends TProperties> = {
  readonly path: string;
  readonly kind: LoanRecordRow["kind"];
  /** Begins the summary. */
  readonly what: string;
  /** The parameter that names one record, where there is one. */
  readonly idName: "loanId" | "repayId" | undefined;
  readonly fields: F;
  rowOf(exchange: ExchangeAccess, row: LoanRecordRow): { readonly [N in keyof F]: string };
};

function listEndpoints<F extends TProperties>(list: RecordList<F>): readonly Endpoint[] {
  const { idName } = list;
  const fields: TProperties = list.fields;
  const idField = idName === undefined ? {} : { [idName]: Type.Optional(id()) };
  return forBothModes((mode) =>
    defineEndpoint({
      method: "GET",
      paths: [marginPath(mode, list.path)],
      version: "v2",
      summary: `${list.what} in ${mode.word} margin, newest first`,
      access: { kind: "private", permission: "read" },
      limit: { perSecond: 10, per: "uid" },
      request: Type.Object({
        ...symbolField(mode),
        ...RECORD_PAGE_FIELDS,
        ...COIN_FIELD,
        ...idField,
      }),
      response: Type.Object({
        resultList: Type.Array(Type.Object({ ...fields, ...FRAME })),
        ...PAGE_END,
      }),
      async handle(context, request) {
        const { exchange } = context;
        const named: Readonly<Record<string, unknown>> = request;
        const wanted = idName === undefined ? undefined : named[idName];
        const { rows } = await exchange.history.loanRecords({
          ...recordQuery(context, mode, request),
          kind: list.kind,
          id: typeof wanted === "string" ? idFilter(wanted) : undefined,
        });
        const resultList = rows.map((row) => ({
          ...list.rowOf(exchange, row),
          ...frameOf(context, row),
        }));
        return { resultList, ...pageEnds(rows) };
      },
    }),
  );
}

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
