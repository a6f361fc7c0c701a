import { Type } from "typebox";
import { P2P_ORDER_STATUS_WORDS } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id, word } from "../../http/fields.ts";
import { P2P_READ, p2pId, SIDE_FIELD } from "../../p2p/p2p-request.ts";
import { cursorListOf, orderRow, orderRowSchema } from "../../p2p/p2p-rows.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

export const listAllP2pOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/all-orders"],
  version: "v3",
  summary: "Own orders, newest first",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...PAGING_FIELDS,
    orderId: Type.Optional(id()),
    side: Type.Optional(SIDE_FIELD),
    status: Type.Optional(word(P2P_ORDER_STATUS_WORDS)),
  }),
  response: cursorListOf(orderRowSchema),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { hasMore, rows } = await history.p2pOrders({
      ...historyPage(context, request),
      user: context.principal.userIndex,
      id: request.orderId === undefined ? undefined : p2pId(request.orderId),
      isBuyer: request.side === undefined ? undefined : request.side === "buy",
      statuses: request.status === undefined ? undefined : [request.status],
    });
    const items = rows.map((row) => orderRow(accounts, row));
    return { items, nextId: nextCursor(rows, hasMore) };
  },
});
