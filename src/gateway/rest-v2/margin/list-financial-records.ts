import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText, feeTextV2 } from "../../../wire/texts.ts";
import { billsOfMarginType, MARGIN_TYPES, marginTypeOf } from "../../../wire/v2/bill-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { enumeration } from "../../http/fields.ts";
import { forBothModes, marginPath, symbolField, symbolOfPlace } from "./margin-mode.ts";
import { COIN_FIELD, PAGE_END, pageEnds, RECORD_PAGE_FIELDS, recordQuery } from "./record-page.ts";

export const financialRecordEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "financial-records")],
    version: "v2",
    summary: `Movements of ${mode.word} margin balances, newest first`,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      ...symbolField(mode),
      ...RECORD_PAGE_FIELDS,
      ...COIN_FIELD,
      marginType: Type.Optional(enumeration(MARGIN_TYPES)),
    }),
    response: Type.Object({
      resultList: Type.Array(
        Type.Object({
          marginId: Type.String(),
          coin: Type.String(),
          symbol: Type.Optional(Type.String()),
          amount: Type.String({ description: "Negative when the balance fell" }),
          balance: Type.String({ description: "After the movement" }),
          fee: Type.String(),
          marginType: Type.String(),
          cTime: Type.String(),
          uTime: Type.String(),
        }),
      ),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const { exchange } = context;
      const { marginType } = request;
      const { place, wallet, ...query } = recordQuery(context, mode, request);
      const { rows } = await exchange.history.bills({
        ...query,
        wallets: [wallet],
        ...(marginType === undefined ? {} : billsOfMarginType(marginType)),
        instruments: place === 0 ? undefined : [place - 1],
      });
      const resultList = rows.map((row) => ({
        marginId: wireId(row.id),
        coin: currencyCode(exchange.accounts, row.currency),
        ...(place === 0 ? {} : { symbol: symbolOfPlace(context, place) }),
        amount: amountText(exchange.accounts, row.currency, row.amount),
        balance: amountText(exchange.accounts, row.currency, row.balance),
        fee: feeTextV2(exchange.accounts, row.currency, row.fee),
        marginType: marginTypeOf(row.kind, row.amount),
        cTime: String(row.createdAtMs),
        uTime: String(row.createdAtMs),
      }));
      return { resultList, ...pageEnds(rows) };
    },
  }),
);
