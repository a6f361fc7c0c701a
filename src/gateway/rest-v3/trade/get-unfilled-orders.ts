import { Type } from "typebox";
import { wireId } from "../../../wire/ids.ts";
import { orderRow, orderRowSchema } from "../../../wire/v3/order-rows.ts";
import { backingOfWire } from "../../../wire/words/categories.ts";
import { defineEndpoint, JsonText } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { timesAsked } from "../../http/time-range.ts";
import { OrderRowTexts } from "../../orders/order-row-texts.ts";
import { instrumentFilter } from "../instrument-scope.ts";
import { cursorId, PAGING_FIELDS } from "../paging.ts";

const rowTexts = new OrderRowTexts();

export const getUnfilledOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/trade/unfilled-orders"],
  version: "v3",
  summary: "Open orders, newest first",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    category: Type.Optional(category()),
    symbol: Type.Optional(symbol()),
    ...PAGING_FIELDS,
  }),
  response: Type.Object({ list: Type.Array(orderRowSchema), cursor: Type.String() }),
  handle(context, request) {
    const { limit } = request;
    const { endTime = Number.POSITIVE_INFINITY, startTime = 0 } = timesAsked(request);
    if (startTime > endTime) throw context.errors.startAfterEnd();
    const wanted = instrumentFilter(context, request);
    const wantedBacking = backingOfWire(request.category);
    const { accounts, live } = context.exchange;
    const orders = live.orders.page(context.principal.userIndex, {
      limit: limit + 1,
      idLessThan: cursorId(context, request.cursor),
      accepts: ({ backing, createdAtMs, instrument }) =>
        (wantedBacking === undefined || wantedBacking === backing) &&
        createdAtMs >= startTime &&
        createdAtMs <= endTime &&
        wanted?.includes(instrument) !== false,
    });
    const shown = orders.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = orders.length > limit && last !== undefined;
    const list = rowTexts.listOf(shown, (order) => orderRow(order, accounts));
    const cursor = hasMore ? wireId(last.orderId) : "";
    return new JsonText(`{"list":${list},"cursor":"${cursor}"}`);
  },
});
