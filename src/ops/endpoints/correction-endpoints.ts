/** Endpoints of corrections: price corrections of trades, refunds of liquidations. */
import { Type } from "typebox";
import { adminEndpoint } from "../admin-endpoint.ts";
import {
  Decimal,
  Flag,
  Id,
  INSTRUMENT,
  INSTRUMENT_ROW,
  IsoTime,
  Name,
  RealmOrLive,
  rowsOf,
  strict,
  Text,
  text,
  Uid,
  UidPath,
} from "../admin-fields.ts";
import { USER_WALLETS } from "../user-wallets.ts";

const Reference = Type.Optional(
  Type.String({ maxLength: 128, description: "ticket or event that it belongs to" }),
);
const RESULT = {
  seq: Type.Integer({ description: "seq of the command" }),
  status: Type.Enum(["done", "waiting"]),
  adjustmentId: text("id of a correction that waits for a second person; else empty"),
};
const Side = Type.Object({
  uid: Text,
  orderId: Text,
  role: Type.Enum(["taker", "maker"]),
  fee: Text,
  feeCoin: Text,
});
const TradePath = Type.Object({ tradeId: Id });

export const CORRECTION_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/trades/:tradeId",
    summary: "Shows both sides of a trade",
    description:
      "`tradeId` is the id in the public trades, or the id that a side sees in its fills. A " +
      "trade with an agent of the market is not found: the history keeps no fills of agents.",
    params: TradePath,
    query: strict({ ...INSTRUMENT, realm: RealmOrLive }),
    response: Type.Object({
      ...INSTRUMENT_ROW,
      ...{ tradeId: Text, price: Text, size: Text, tradedAt: IsoTime, buyer: Side, seller: Side },
      isCorrected: Flag,
    }),
    run: (actions, { params, query }) => actions.trade({ realm: "live", ...query, ...params }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/trades/:tradeId/correction",
    roles: ["treasury"],
    summary: "Corrects the price of a trade",
    description:
      "The difference to `fairPrice` × size moves from the side that gained to the other, and " +
      "the exchange returns the fee of the difference. Positions and orders stay. Each trade " +
      "is corrected once. `fundMax` bounds what the insurance fund adds when the side that " +
      "gained may move out less. Above the daily value of one person it waits for a second.",
    params: TradePath,
    body: strict({
      ...INSTRUMENT,
      realm: RealmOrLive,
      fairPrice: Decimal,
      fundMax: Type.Optional(Decimal),
      reference: Reference,
    }),
    response: Type.Object({
      ...INSTRUMENT_ROW,
      ...{ tradeId: Text, fairPrice: Text, fundMax: Text, ...RESULT },
    }),
    example: { symbol: "BTCUSDT", category: "spot", fairPrice: "60000", reference: "ticket 4713" },
    run: (actions, { body, params }) =>
      actions.bustTrade({ realm: "live", fundMax: "0", reference: "", ...body, ...params }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/refundable-liquidations",
    summary: "Lists what the insurance fund kept of a user's liquidations",
    description: "Of the last 30 days and 10,000 liquidations.",
    params: UidPath,
    response: rowsOf({
      liquidationId: Text,
      coin: Text,
      taken: text("received less paid; below zero when the fund lost"),
      ...{ refunded: Text, refundable: Text, since: IsoTime },
    }),
    run: (actions, { params }) => actions.listRefundable(params.uid),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/liquidation-refunds",
    roles: ["treasury"],
    summary: "Refunds a part of what the insurance fund kept of a liquidation",
    description:
      "All refunds of a liquidation together are at most what the fund kept. Above the daily " +
      "value of one person it waits for a second.",
    params: UidPath,
    body: strict({
      liquidationId: Id,
      wallet: Type.Enum([...USER_WALLETS]),
      coin: Name,
      amount: Decimal,
      reference: Reference,
    }),
    response: Type.Object({
      uid: Uid,
      ...{ liquidationId: Text, wallet: Type.Enum([...USER_WALLETS]), coin: Text, amount: Text },
      ...RESULT,
    }),
    example: {
      ...{ liquidationId: "0000000000001234567", wallet: "usdt_futures", coin: "USDT" },
      ...{ amount: "12.5", reference: "ticket 4714" },
    },
    run: (actions, { body, params }) =>
      actions.refundLiquidation({ reference: "", ...body, uid: params.uid }),
  }),
];
