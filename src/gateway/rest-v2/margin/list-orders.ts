/** Open and closed orders on margin, and their fills. */

import { Type } from "typebox";
import { ORDER_SOURCES } from "../../../core/base/vocabulary.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { orderViewOfRow } from "../../../wire/order-view.ts";
import { feeTextV2, priceText, sizeText, valueText } from "../../../wire/texts.ts";
import { marginOrderRow, marginOrderRowSchema } from "../../../wire/v2/margin-order-rows.ts";
import {
  ORDER_TYPE_WORDS,
  POINT_SOURCES_V2,
  ROLE_WORDS,
  SIDE_WORDS,
} from "../../../wire/words/order-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { clientOidV2, enumeration, id, limit, symbol, timestampMs } from "../../http/fields.ts";
import { openOrders } from "../shared/find-orders.ts";
import { spotInstrument } from "../shared/instruments.ts";
import { idBound, idFilter, windowOf } from "../shared/paging.ts";
import { forBothModes, marginPath } from "./margin-mode.ts";
import { PAGE_END, pageEnds } from "./record-page.ts";

const SPAN_DAYS_MAX = 90;
const ACCESS = { kind: "private", permission: "read" } as const;
const LIMIT = { perSecond: 10, per: "uid" } as const;

const FIELDS = {
  symbol: symbol(),
  orderId: Type.Optional(id()),
  startTime: Type.Optional(timestampMs()),
  endTime: Type.Optional(timestampMs()),
  limit: limit({ default: 100, max: 500 }),
  idLessThan: Type.Optional(id()),
};

export const openOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "open-orders")],
    version: "v2",
    summary: `Open orders on ${mode.word} margin, newest first`,
    access: ACCESS,
    limit: LIMIT,
    request: Type.Object({ ...FIELDS, clientOid: Type.Optional(clientOidV2()) }),
    response: Type.Object({ orderList: Type.Array(marginOrderRowSchema), ...PAGE_END }),
    handle(context, request) {
      const { exchange } = context;
      const instrument = spotInstrument(context, request.symbol);
      const { fromMs, toMs } = windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX });
      const orders = openOrders(context, {
        instruments: [instrument],
        backing: mode.wallet,
        limit: request.limit,
        idLessThan: idBound(request.idLessThan),
        fromMs,
        toMs,
        orderId: idFilter(request.orderId),
        clientOrderId: request.clientOid,
      });
      const ids = orders.map(({ orderId }) => ({ id: orderId }));
      const orderList = orders.map((order) => marginOrderRow(exchange.accounts, instrument, order));
      return { orderList, ...pageEnds(ids) };
    },
  }),
);

export const closedOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "history-orders")],
    version: "v2",
    summary: `Filled and cancelled orders on ${mode.word} margin, newest first`,
    access: ACCESS,
    limit: LIMIT,
    request: Type.Object({
      ...FIELDS,
      clientOid: Type.Optional(clientOidV2()),
      enterPointSource: Type.Optional(enumeration(["WEB", "API", "SYS", "ANDROID", "IOS"])),
    }),
    response: Type.Object({ orderList: Type.Array(marginOrderRowSchema), ...PAGE_END }),
    async handle(context, request) {
      const { exchange, principal } = context;
      const instrument = spotInstrument(context, request.symbol);
      const source = request.enterPointSource;
      const sources = ORDER_SOURCES.filter((one) => POINT_SOURCES_V2[one] === source);
      const { rows } = await exchange.history.orders({
        ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
        user: principal.userIndex,
        instruments: [instrument.index],
        statuses: ["filled", "cancelled"],
        backing: mode.wallet,
        sources: source === undefined ? undefined : sources,
        orderId: idFilter(request.orderId),
        clientOrderId: request.clientOid,
        idLessThan: idBound(request.idLessThan),
        limit: request.limit,
      });
      const orderList = rows.map((row) =>
        marginOrderRow(exchange.accounts, instrument, orderViewOfRow(row)),
      );
      return { orderList, ...pageEnds(rows) };
    },
  }),
);

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
    access: ACCESS,
    limit: LIMIT,
    request: Type.Object(FIELDS),
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
        size: sizeText(instrument, row.size),
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
