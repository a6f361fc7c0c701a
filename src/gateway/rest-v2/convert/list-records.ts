import { Type } from "typebox";
import { conversionPriceText } from "../../../wire/conversion-texts.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id, limit, timestampMs } from "../../http/fields.ts";
import { endIdOf, idBound, windowOf } from "../shared/paging.ts";
import { CONVERT_READ_ACCESS } from "./convert-coin.ts";

const SPAN_DAYS_MAX = 90;

export const listConvertRecords = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/convert/convert-record"],
  version: "v2",
  summary: "Conversions of the account, newest first",
  access: CONVERT_READ_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    startTime: timestampMs(),
    endTime: timestampMs({ description: "At most 90 days after startTime" }),
    limit: limit({ default: 20, max: 100 }),
    idLessThan: Type.Optional(id()),
  }),
  response: Type.Object({
    dataList: Type.Array(
      Type.Object({
        id: Type.String(),
        ts: Type.String(),
        cnvtPrice: Type.String(),
        fee: Type.String(),
        fromCoinSize: Type.String(),
        fromCoin: Type.String(),
        toCoinSize: Type.String(),
        toCoin: Type.String(),
      }),
    ),
    endId: Type.String(),
  }),
  async handle(context, request) {
    const { exchange, principal } = context;
    const { accounts } = exchange;
    const { rows } = await exchange.history.conversions({
      ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
      user: principal.userIndex,
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    const dataList = rows.map((row) => ({
      id: wireId(row.id),
      ts: String(row.createdAtMs),
      cnvtPrice: conversionPriceText({ digits: row.priceDigits, decimals: row.priceDecimals }),
      fee: "0",
      fromCoinSize: amountText(accounts, row.fromCurrency, row.fromAmount),
      fromCoin: currencyCode(accounts, row.fromCurrency),
      toCoinSize: amountText(accounts, row.toCurrency, row.toAmount),
      toCoin: currencyCode(accounts, row.toCurrency),
    }));
    return { dataList, endId: endIdOf(rows) };
  },
});
