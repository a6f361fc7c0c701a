import { Type } from "typebox";
import { SIDES } from "../../../core/base/vocabulary.ts";
import type { P2pOrderRow } from "../../../projections/history/p2p-tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";
import { P2P_ORDER_STATUS_WORDS } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, enumeration, id, limit, timestampMs, word } from "../../http/fields.ts";
import { wireMethod } from "../../p2p/p2p-request.ts";
import { methodName, pairTexts, payMethodFields, sideOf } from "../../p2p/p2p-rows.ts";
import { endIdOf, idBound, idFilter, windowOf } from "../shared/paging.ts";
import { P2P_READ_ACCESS, P2P_SPAN_DAYS_MAX, pairFilter } from "./p2p-filters.ts";

const orderSchema = Type.Object({
  orderId: Type.String(),
  orderNo: Type.String(),
  advNo: Type.String(),
  price: Type.String(),
  count: Type.String({ description: "Quantity of the coin" }),
  side: Type.String({ description: "What the user does" }),
  fiat: Type.String(),
  coin: Type.String(),
  withdrawTime: Type.String({ description: "Time of a cancellation; empty without one" }),
  representTime: Type.String({ description: "Time of an appeal; empty without one" }),
  paymentTime: Type.String(),
  releaseTime: Type.String(),
  amount: Type.String({ description: "In fiat" }),
  buyerRealName: Type.String({ description: "Empty: not known" }),
  sellerRealName: Type.String({ description: "Holder of the payment account while open" }),
  status: Type.String(),
  paymentInfo: Type.Object({
    paymethodName: Type.String(),
    paymethodId: Type.String(),
    paymethodInfo: Type.Array(
      Type.Object({
        name: Type.String(),
        required: Type.String(),
        type: Type.String(),
        value: Type.String(),
      }),
    ),
  }),
  utime: Type.String(),
  ctime: Type.String(),
});

function timeText(timeMs: number): string {
  return timeMs === 0 ? "" : String(timeMs);
}

function orderRow(accounts: LiveAccounts, row: P2pOrderRow) {
  const { coins, fiat, money, token } = pairTexts(accounts, row);
  const account = accounts.p2p.ordersOf(row.user).find(({ id: open }) => open === row.id)?.account;
  const info = account === undefined ? [] : payMethodFields(account);
  const updated = String(row.updatedAtMs);
  return {
    ...{ orderId: wireId(row.id), orderNo: wireId(row.id), advNo: wireId(row.ad) },
    ...{ price: money(row.price), count: coins(row.quantity), side: sideOf(row), fiat },
    coin: token,
    withdrawTime: row.status === "cancelled" ? updated : "",
    representTime: timeText(row.appealedAtMs),
    paymentTime: timeText(row.paidAtMs),
    releaseTime: row.status === "completed" ? updated : "",
    amount: money(row.amount),
    ...{ buyerRealName: "", sellerRealName: account?.holder ?? "" },
    status: P2P_ORDER_STATUS_WORDS[row.status],
    paymentInfo: {
      paymethodName: methodName(accounts, row.method),
      paymethodId: wireMethod(row.method),
      paymethodInfo: info.map((field) => ({ ...field, required: "true" })),
    },
    ...{ utime: updated, ctime: String(row.createdAtMs) },
  };
}

export const listMerchantOrders = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/p2p/orderList"],
  version: "v2",
  summary: "Own peer-to-peer orders, newest first",
  description: "language has no effect.",
  access: P2P_READ_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    startTime: Type.Optional(timestampMs()),
    endTime: Type.Optional(timestampMs({ description: "At most 90 days after startTime" })),
    idLessThan: Type.Optional(id()),
    limit: limit({ default: 100, max: 100 }),
    status: Type.Optional(word(P2P_ORDER_STATUS_WORDS)),
    advNo: Type.Optional(id()),
    side: Type.Optional(enumeration(SIDES)),
    coin: Type.Optional(coin()),
    fiat: Type.Optional(coin()),
    orderNo: Type.Optional(id()),
  }),
  response: Type.Object({ orderList: Type.Array(orderSchema), minOrderId: Type.String() }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { side, status } = request;
    const { rows } = await history.p2pOrders({
      ...windowOf(context, request, { spanDaysMax: P2P_SPAN_DAYS_MAX }),
      ...{ user: context.principal.userIndex, limit: request.limit },
      ...pairFilter(context, request),
      id: idFilter(request.orderNo),
      ad: idFilter(request.advNo),
      idLessThan: idBound(request.idLessThan),
      isBuyer: side === undefined ? undefined : side === "buy",
      statuses: status === undefined ? undefined : [status],
    });
    return { orderList: rows.map((row) => orderRow(accounts, row)), minOrderId: endIdOf(rows) };
  },
});
