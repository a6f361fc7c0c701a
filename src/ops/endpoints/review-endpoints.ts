/** Endpoints of reviews and of surveillance. */
import { Type } from "typebox";
import { ALERT_KINDS } from "../../core/base/alert-kinds.ts";
import { REVIEW_REASONS } from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import { Flag, IsoTime, rowsOf, strict, Text, text, UidPath } from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";

const Review = Type.Object({
  ...{ uid: Text, mainUid: Text, subUids: Type.Array(Text), isHeld: Flag },
  reason: text("empty without a review"),
  heldSince: text("ISO time; empty without a review"),
});

const ALERT_TRADE = {
  ...{ tradeId: Text, symbol: Text, category: Text, realm: Text, price: Text, size: Text },
  takerSide: Type.Enum(["buy", "sell"]),
  ...{ takerUid: Text, makerUid: Text, takerOrderId: Text, makerOrderId: Text, time: IsoTime },
};

export const REVIEW_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/review",
    summary: "Shows the review of an account",
    params: UidPath,
    response: Review,
    run: (actions, { params }) => actions.review(params.uid),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/review",
    roles: ["support", "risk"],
    summary: "Begins or ends the review of an account",
    description:
      "It covers the main account and its sub-accounts; nothing moves between their users.",
    params: UidPath,
    body: strict({ isHeld: Flag, reason: Type.Optional(Type.Enum([...REVIEW_REASONS])) }),
    response: Review,
    example: { isHeld: true, reason: "wash_trading" },
    run: (actions, { body: { isHeld, reason = "operator_decision" }, params }) =>
      actions.setReview({ uid: params.uid, isHeld, reason }),
  }),
];

export const SURVEILLANCE_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/surveillance/alerts",
    summary: "Lists alerts, newest first",
    description: "`since` is an ISO time.",
    query: strict({
      kind: Type.Optional(Type.Enum([...ALERT_KINDS])),
      since: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
      ...PAGE_QUERY,
    }),
    response: Type.Object({
      alerts: rowsOf({
        ...{ id: Text, kind: Type.Enum([...ALERT_KINDS]), realm: Text },
        symbol: text("empty for losses of a whole account"),
        ...{ category: Text, uids: Type.Array(Text), linkedBy: Type.Array(Text) },
        valueUsd: Type.Number(),
        measures: Type.Record(Text, Type.Union([Type.Number(), Text])),
        ...{ count: Type.Integer(), firstSeen: IsoTime, lastSeen: IsoTime },
        trades: rowsOf(ALERT_TRADE),
        counterparties: rowsOf({
          ...{ uid: Text, trades: Type.Integer(), valueUsd: Type.Number() },
          ...{ gainUsd: Type.Number(), linkedBy: Type.Array(Text) },
        }),
      }),
      cursor: text("cursor of the next page; empty on the last page"),
    }),
    run: (actions, { query }) => {
      const { kind, since = "" } = query;
      return actions.listAlerts({ kind, since, ...pageOf(query) });
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/surveillance/groups/:uid",
    summary: "Shows the accounts linked to a user, and why",
    params: UidPath,
    response: Type.Object({
      uid: Text,
      accounts: rowsOf({ mainUid: Text, subUids: Type.Array(Text) }),
      links: rowsOf({
        ...{ fromUid: Text, toUid: Text, by: Text },
        label: text("label of a request address, until the next start"),
        since: IsoTime,
      }),
    }),
    run: (actions, { params }) => actions.accountGroup(params.uid),
  }),
  adminEndpoint({
    method: "GET",
    path: "/surveillance/figures",
    summary: "Shows the thresholds of surveillance",
    response: Type.Record(Text, Type.Integer()),
    run: (actions) => answered(actions.surveillanceFigures()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/surveillance/figures",
    roles: ["risk"],
    summary: "Changes thresholds of surveillance",
    body: Type.Record(Type.String({ pattern: "^[a-zA-Z]{1,32}$" }), Type.Integer({ minimum: 0 }), {
      additionalProperties: false,
      minProperties: 1,
    }),
    response: Type.Record(Text, Type.Integer()),
    example: { washValueMin: 200_000 },
    run: (actions, { body }) => actions.setSurveillanceFigures(body),
  }),
];
