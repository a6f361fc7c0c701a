import { Type } from "typebox";
import { conversionPriceText } from "../../../wire/conversion-texts.ts";
import { coinText } from "../../../wire/texts.ts";
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
  request: Type.Object({ fromCoin: coin(), toCoin: coin(), ...PAGING_FIELDS }),
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
    const from = coinOf(context, request.fromCoin);
    const to = coinOf(context, request.toCoin);
    const { hasMore, rows } = await context.exchange.history.conversions({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      fromCurrency: from.index,
      toCurrency: to.index,
    });
    const list = rows.map((row) => ({
      fromCoin: from.code,
      fromCoinSize: coinText(from, row.fromAmount),
      toCoin: to.code,
      toCoinSize: coinText(to, row.toAmount),
      price: conversionPriceText({ digits: row.priceDigits, decimals: row.priceDecimals }),
      ts: String(row.createdAtMs),
    }));
    return { list, cursor: nextCursor(rows, hasMore) };
  },
});
