import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { lotsText } from "../../../wire/sizes.ts";
import { feeTextV2, priceText, valueText } from "../../../wire/texts.ts";
import { ORDER_TYPE_WORDS, ROLE_WORDS, SIDE_WORDS } from "../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { spotInstrument } from "../shared/instruments.ts";
import { idBound, idFilter, windowOf } from "../shared/paging.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { ORDER_LIST_FIELDS, SPAN_DAYS_MAX } from "./order-list-fields.ts";
import { PAGE_END, pageEnds } from "./record-page.ts";

const fillRow = Type.Object({
  symbol: Type.String(),
  orderId: Type.String(),
  tradeId: Type.String(),
  orderType: Type.String(),
  side: Type.String(),
  priceAvg: Type.String(),
  size: Type.String(),
  amount: Type.String(),
  tradeScope: Type.String(),
  feeDetail: Type.Object({
    deduction: Type.String(),
    feeCoin: Type.String(),
    totalDeductionFee: Type.String(),
    totalFee: Type.String({ description: "Negative for a fee paid" }),
  }),
  cTime: Type.String(),
  uTime: Type.String(),
});

export const fillEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "fills")],
    version: "v2",
    summary: `Fills of orders on ${mode.word} margin, newest first`,
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object(ORDER_LIST_FIELDS),
    response: Type.Object({ fills: Type.Array(fillRow), ...PAGE_END }),
    async handle(context, request) {
      const { exchange, principal } = context;
      const instrument = spotInstrument(context, request.symbol);
      const { rows } = await exchange.history.fills({
        ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
        user: principal.userIndex,
        instruments: [instrument.index],
        backing: mode.wallet,
        orderId: idFilter(request.orderId),
        idLessThan: idBound(request.idLessThan),
        limit: request.limit,
      });
      const fills = rows.map((row) => ({
        symbol: instrument.symbol,
        orderId: wireId(row.orderId),
        tradeId: wireId(row.id),
        orderType: ORDER_TYPE_WORDS[row.orderType],
        side: SIDE_WORDS[row.side],
        priceAvg: priceText(instrument, row.price),
        size: lotsText(instrument, row.size),
        amount: valueText(exchange.accounts, instrument, row.value),
        tradeScope: ROLE_WORDS[row.role],
        feeDetail: {
          deduction: "no",
          feeCoin: currencyCode(exchange.accounts, row.feeCurrency),
          totalDeductionFee: "0",
          totalFee: feeTextV2(exchange.accounts, row.feeCurrency, row.fee),
        },
        cTime: String(row.createdAtMs),
        uTime: String(row.createdAtMs),
      }));
      return { fills, ...pageEnds(rows) };
    },
  }),
);
