import { Type } from "typebox";
import type { PositionRead } from "../../../../core/reads/account-reads.ts";
import {
  closedPositionRow,
  closedPositionRowSchema,
  positionRow,
  positionRowSchema,
} from "../../../../wire/v2/position-rows.ts";
import { defineEndpoint, type PrivateContext } from "../../../http/endpoint.ts";
import { coin, limit, PRODUCT_TYPES, productType, symbol } from "../../../http/fields.ts";
import {
  categoryOf,
  indexesOf,
  mixInstrument,
  mixInstruments,
  productTypeListing,
  settleCurrencies,
} from "../../shared/instruments.ts";
import { endIdOf, idBound, PAGE_FIELDS, windowOf } from "../../shared/paging.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

const SPAN_DAYS_MAX = 90;

/** The caller's open positions that `accepts` takes. */
function positionsOf(context: PrivateContext, accepts: (position: PositionRead) => boolean) {
  const { accounts, live } = context.exchange;
  const user = context.principal.userIndex;
  const owner = { user, openOrders: [...live.orders.openOf(user)], timeMs: live.timeMs };
  const positions = accounts.positions(user).filter(accepts);
  return positions.map((position) => positionRow(accounts, owner, position));
}

export const listPositions = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/all-position"],
  version: "v2",
  summary: "Open positions of a product line",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({ productType: productType(), marginCoin: Type.Optional(coin()) }),
  response: Type.Array(positionRowSchema),
  handle(context, request) {
    const { accounts } = context.exchange;
    const category = categoryOf(request.productType);
    const { marginCoin } = request;
    const settle = marginCoin === undefined ? undefined : accounts.currency(marginCoin)?.index;
    if (marginCoin !== undefined) {
      const coins = settleCurrencies(context, request.productType);
      if (settle === undefined || !coins.includes(settle)) {
        throw context.errors.unknown("marginCoin");
      }
    }
    return positionsOf(
      context,
      ({ instrument }) =>
        instrument.category === category && (settle === undefined || instrument.settle === settle),
    );
  },
});

export const getPosition = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/single-position"],
  version: "v2",
  summary: "Open positions of a contract: none, one, or two in hedge mode",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({ ...CONTRACT_FIELDS, marginCoin: coin() }),
  response: Type.Array(positionRowSchema),
  handle(context, request) {
    const { index } = mixInstrument(context, request);
    return positionsOf(context, ({ instrument }) => instrument.index === index);
  },
});

export const listClosedPositions = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/position/history-position"],
  version: "v2",
  summary: "Positions closed within the last 90 days, latest first",
  description: "Without productType: of the line that lists the symbol, else of USDT-FUTURES.",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    symbol: Type.Optional(symbol()),
    productType: Type.Optional(productType()),
    ...PAGE_FIELDS,
    limit: limit({ default: 20, max: 100 }),
  }),
  response: Type.Object({
    list: Type.Array(closedPositionRowSchema),
    endId: Type.String({ description: "idLessThan of the next page; empty without rows" }),
  }),
  async handle(context, request) {
    const { exchange, principal } = context;
    const { symbol: named } = request;
    const listing = named === undefined ? undefined : productTypeListing(context, named);
    const line = request.productType ?? listing ?? PRODUCT_TYPES[0];
    const rules = { spanDaysMax: SPAN_DAYS_MAX, ageDaysMax: SPAN_DAYS_MAX };
    const { rows } = await exchange.history.closedPositions({
      ...windowOf(context, request, rules),
      user: principal.userIndex,
      instruments: indexesOf(mixInstruments(context, { ...request, productType: line })),
      idLessThan: idBound(request.idLessThan),
      limit: request.limit,
    });
    const list = rows.flatMap((row) => {
      const instrument = exchange.accounts.instrumentAt(row.instrument);
      return instrument === undefined
        ? []
        : [closedPositionRow(exchange.accounts, instrument, row)];
    });
    return { list, endId: endIdOf(rows) };
  },
});
