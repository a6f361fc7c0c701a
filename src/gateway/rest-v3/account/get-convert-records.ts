import { Type } from "typebox";
import { conversionPriceText } from "../../../wire/conversion-texts.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { amountText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin } from "../../http/fields.ts";
import { coinOf } from "../coins.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const getConvertRecords = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/account/convert-records"],
  version: "v3",
  summary: "Conversions of one coin into another, newest first",
  description: "Of the last 90 days; at most 30 days per query.",
  access: { kind: "private", permission: "uta_mgt_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    fromCoin: Type.Optional(coin()),
    toCoin: Type.Optional(coin()),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({
    list: Type.Array(
      Type.Object({
        fromCoin: Type.String(),
        fromCoinSize: Type.String(),
        toCoin: Type.String(),
        toCoinSize: Type.String(),
        price: Type.String(),
        ts: Type.String(),
      }),
    ),
    cursor: Type.String(),
  }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const filter = (name: string | undefined): number | undefined =>
      name === undefined ? undefined : coinOf(context, name).index;
    const { hasMore, rows } = await history.conversions({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      fromCurrency: filter(request.fromCoin),
      toCurrency: filter(request.toCoin),
    });
    const list = rows.map((row) => ({
      fromCoin: currencyCode(accounts, row.fromCurrency),
      fromCoinSize: amountText(accounts, row.fromCurrency, row.fromAmount),
      toCoin: currencyCode(accounts, row.toCurrency),
      toCoinSize: amountText(accounts, row.toCurrency, row.toAmount),
      price: conversionPriceText({ digits: row.priceDigits, decimals: row.priceDecimals }),
      ts: String(row.createdAtMs),
    }));
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
