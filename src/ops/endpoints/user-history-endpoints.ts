/** Endpoints of the history of a user, and of one order by its id. */
import { Type } from "typebox";
import { CATEGORIES } from "../../core/base/vocabulary.ts";
import { BILL_KINDS } from "../../projections/history/tables.ts";
import { ORDER_STATUSES } from "../../projections/live/live-order.ts";
import { adminEndpoint } from "../admin-endpoint.ts";
import { ActRows, Id, Name, strict, TimeText, UidPath } from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";
import {
  BillHistory,
  FillHistory,
  FoundOrder,
  LiquidationHistory,
  OrderHistory,
} from "../user-history-rows.ts";
import { USER_WALLETS } from "../user-wallets.ts";

const PAGE_DESCRIPTION =
  "Newest first, at most 100 a page; `cursor` of an answer requests the next page. `since` and " +
  "`until` are ISO times.";
const WINDOW = {
  since: Type.Optional(TimeText),
  until: Type.Optional(TimeText),
  ...PAGE_QUERY,
};
const INSTRUMENTS = {
  symbol: Type.Optional(Name),
  category: Type.Optional(Type.Enum([...CATEGORIES])),
};

type Window = Parameters<typeof pageOf>[0] & {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

function searchOf({ uid }: { readonly uid: string }, query: Window) {
  const { since, until } = query;
  return { uid, since, until, ...pageOf(query) };
}

export const USER_HISTORY_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/order-history",
    summary: "Lists a user's orders, open and closed, with why each was closed",
    description:
      `${PAGE_DESCRIPTION} By the time of acceptance. \`close\` is absent while an order is ` +
      "open. `GET orders/ORDERID` names the key that placed an order.",
    params: UidPath,
    query: strict({
      ...INSTRUMENTS,
      orderId: Type.Optional(Id),
      clientOrderId: Type.Optional(Name),
      state: Type.Optional(Type.Enum([...ORDER_STATUSES])),
      ...WINDOW,
    }),
    response: OrderHistory,
    run: (actions, { params, query }) => {
      const { category, clientOrderId, orderId, state, symbol } = query;
      const narrowed = { category, clientOrderId, orderId, state, symbol };
      return actions.orderHistoryOf({ ...narrowed, ...searchOf(params, query) });
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/fills",
    summary: "Lists a user's fills",
    description: PAGE_DESCRIPTION,
    params: UidPath,
    query: strict({ ...INSTRUMENTS, orderId: Type.Optional(Id), ...WINDOW }),
    response: FillHistory,
    run: (actions, { params, query }) => {
      const { category, orderId, symbol } = query;
      return actions.fillsOf({ category, orderId, symbol, ...searchOf(params, query) });
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/bills",
    summary: "Lists the changes of a user's balances",
    description: `${PAGE_DESCRIPTION} An instrument leaves only the bills that name one.`,
    params: UidPath,
    query: strict({
      ...INSTRUMENTS,
      coin: Type.Optional(Name),
      wallet: Type.Optional(Type.Enum([...USER_WALLETS])),
      kind: Type.Optional(Type.Enum([...BILL_KINDS])),
      ...WINDOW,
    }),
    response: BillHistory,
    run: (actions, { params, query }) => {
      const { category, coin, kind, symbol, wallet } = query;
      return actions.billsOf({ category, coin, kind, symbol, wallet, ...searchOf(params, query) });
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/liquidations",
    summary: "Lists a user's liquidations with the figures that caused them",
    description:
      `${PAGE_DESCRIPTION} \`parts\` are the closing orders, \`fund\` what the insurance fund ` +
      "received from the user and paid for the user.",
    params: UidPath,
    query: strict(WINDOW),
    response: LiquidationHistory,
    run: (actions, { params, query }) => actions.liquidationsOf(searchOf(params, query)),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/acts",
    summary: "Lists the acts of the operator that concerned a user",
    description: `${PAGE_DESCRIPTION} Rows as in \`GET acts\`.`,
    params: UidPath,
    query: strict(WINDOW),
    response: ActRows,
    run: (actions, { params, query }) => actions.actsOf(searchOf(params, query)),
  }),
  adminEndpoint({
    method: "GET",
    path: "/orders/:orderId",
    summary: "Shows an order of any user: its state, why it was closed, and its fills",
    description:
      "`placedBy` and `closedBy` are the commands that placed and ended the order, with request " +
      "and API key, as the journal has them. A plan that triggers, a liquidation and a countdown " +
      "are commands of the exchange itself. The order that filled this one may have ended it.",
    params: Type.Object({ orderId: Id }),
    response: FoundOrder,
    run: (actions, { params }) => actions.order(params.orderId),
  }),
];
