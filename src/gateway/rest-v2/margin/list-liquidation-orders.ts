import { Type } from "typebox";
import type { OrderRow, SwapRow } from "../../../projections/history/tables.ts";
import { orderAverageText } from "../../../wire/average-price.ts";
import { wireId } from "../../../wire/ids.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { lotsText } from "../../../wire/sizes.ts";
import { amountText, priceText, valueText } from "../../../wire/texts.ts";
import { ORDER_TYPE_WORDS, SIDE_WORDS } from "../../../wire/words/order-words.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { coin, enumeration, id, limit, symbol, timestampMs } from "../../http/fields.ts";
import { indexesOf, spotInstruments } from "../shared/instruments.ts";
import { idBound, windowOf } from "../shared/paging.ts";
import {
  currencyFilter,
  forBothModes,
  type MarginMode,
  marginPath,
  symbolOfPlace,
} from "./margin-mode.ts";
import { PAGE_END, pageEnds } from "./record-page.ts";

const SPAN_DAYS_MAX = 90;

const liquidationRow = Type.Object({
  orderId: Type.String(),
  symbol: Type.String(),
  orderType: Type.String(),
  side: Type.String({ description: "liquidation_sell or liquidation_buy; empty for a swap" }),
  priceAvg: Type.String(),
  price: Type.String(),
  fillSize: Type.String(),
  size: Type.String(),
  amount: Type.String(),
  fromCoin: Type.String(),
  toCoin: Type.String(),
  fromSize: Type.String(),
  toSize: Type.String(),
  cTime: Type.String(),
  uTime: Type.String(),
});

function orderRowOf(context: PrivateContext, row: OrderRow) {
  const { exchange } = context;
  const instrument = exchange.accounts.instrumentAt(row.instrument);
  if (instrument === undefined) return [];
  return [
    {
      orderId: wireId(row.id),
      symbol: instrument.symbol,
      orderType: ORDER_TYPE_WORDS[row.orderType],
      side: `liquidation_${SIDE_WORDS[row.side]}`,
      priceAvg: orderAverageText(exchange.accounts, instrument, row),
      price: priceText(instrument, row.price),
      fillSize: lotsText(instrument, row.filled),
      size: lotsText(instrument, row.size === 0 ? row.filled : row.size),
      amount: valueText(exchange.accounts, instrument, row.filledNotional),
      ...{ fromCoin: "", toCoin: "", fromSize: "", toSize: "" },
      cTime: String(row.createdAtMs),
      uTime: String(row.updatedAtMs),
    },
  ];
}

function swapRowOf(context: PrivateContext, row: SwapRow) {
  const { exchange } = context;
  const time = String(row.createdAtMs);
  return {
    orderId: wireId(row.id),
    symbol: symbolOfPlace(context, row.place),
    ...{ orderType: "", side: "", priceAvg: "", price: "", fillSize: "", size: "", amount: "" },
    fromCoin: currencyCode(exchange.accounts, row.fromCurrency),
    toCoin: currencyCode(exchange.accounts, row.toCurrency),
    fromSize: amountText(exchange.accounts, row.fromCurrency, row.fromAmount),
    toSize: amountText(exchange.accounts, row.toCurrency, row.toAmount),
    ...{ cTime: time, uTime: time },
  };
}

interface LiquidationOrdersRequest {
  readonly symbol?: string;
  readonly fromCoin?: string;
  readonly toCoin?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly idLessThan?: string;
  readonly limit: number;
}

function pageOf(context: PrivateContext, request: LiquidationOrdersRequest) {
  return {
    ...windowOf(context, request, { spanDaysMax: SPAN_DAYS_MAX }),
    user: context.principal.userIndex,
    idLessThan: idBound(request.idLessThan),
    limit: request.limit,
  };
}

async function swapsAsked(
  context: PrivateContext,
  mode: MarginMode,
  request: LiquidationOrdersRequest,
) {
  const { rows } = await context.exchange.history.swaps({
    ...pageOf(context, request),
    wallet: mode.wallet,
    isForced: true,
    fromCurrency: currencyFilter(context, request.fromCoin),
    toCurrency: currencyFilter(context, request.toCoin),
  });
  return { resultList: rows.map((row) => swapRowOf(context, row)), ...pageEnds(rows) };
}

async function ordersAsked(
  context: PrivateContext,
  mode: MarginMode,
  request: LiquidationOrdersRequest,
) {
  const { rows } = await context.exchange.history.orders({
    ...pageOf(context, request),
    instruments: indexesOf(spotInstruments(context, request.symbol)),
    backing: mode.wallet,
    sources: ["system"],
    liquidating: mode.wallet,
  });
  return { resultList: rows.flatMap((row) => orderRowOf(context, row)), ...pageEnds(rows) };
}

export const liquidationOrderEndpoints = forBothModes((mode) =>
  defineEndpoint({
    method: "GET",
    paths: [marginPath(mode, "liquidation-order")],
    version: "v2",
    summary: `Orders and swaps by which ${mode.word} margin was liquidated, newest first`,
    description:
      "Flash repayments are not among them. The parameters symbol, and fromCoin and toCoin, " +
      "apply to one type each and are ignored with the other.",
    access: { kind: "private", permission: "read" },
    limit: { perSecond: 10, per: "uid" },
    request: Type.Object({
      type: enumeration(["swap", "place_order"], { default: "place_order" }),
      symbol: Type.Optional(symbol({ description: "Only with type place_order" })),
      fromCoin: Type.Optional(coin({ description: "Only with type swap" })),
      toCoin: Type.Optional(coin({ description: "Only with type swap" })),
      startTime: Type.Optional(timestampMs()),
      endTime: Type.Optional(timestampMs()),
      limit: limit({ default: 100, max: 500 }),
      idLessThan: Type.Optional(id()),
    }),
    response: Type.Object({
      resultList: Type.Array(liquidationRow),
      idLessThan: Type.String(),
      ...PAGE_END,
    }),
    async handle(context, request) {
      const asked = request.type === "swap" ? swapsAsked : ordersAsked;
      const page = await asked(context, mode, request);
      return { ...page, idLessThan: page.minId };
    },
  }),
);
