import { Type } from "typebox";
import { defineEndpoint } from "../../http/endpoint.ts";
import { id } from "../../http/fields.ts";
import { timesAsked } from "../../http/time-range.ts";
import { P2P_READ, p2pId, SIDE_FIELD } from "../../p2p/p2p-request.ts";
import { cursorListOf, orderRow, orderRowSchema } from "../../p2p/p2p-rows.ts";
import { historyPage, nextCursor, PAGING_FIELDS } from "../paging.ts";

const OPEN = ["pending_payment", "pending_release", "in_appeal"] as const;

export const listPendingP2pOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/pending-orders"],
  version: "v3",
  summary: "Own orders that have not ended, newest first",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...PAGING_FIELDS,
    orderId: Type.Optional(id()),
    side: Type.Optional(SIDE_FIELD),
  }),
  response: cursorListOf(orderRowSchema),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { endTime: toMs, startTime: fromMs } = timesAsked(request);
    const { hasMore, rows } = await history.p2pOrders({
      ...historyPage(context, request),
      // However old: without times nothing that is open is left out.
      ...{ fromMs, toMs },
      user: context.principal.userIndex,
      id: request.orderId === undefined ? undefined : p2pId(request.orderId),
      isBuyer: request.side === undefined ? undefined : request.side === "buy",
      statuses: OPEN,
    });
    const items = rows.map((row) => orderRow(accounts, row));
    return { items, nextId: nextCursor(rows, hasMore) };
  },
});
