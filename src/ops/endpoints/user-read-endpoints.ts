/** Endpoints that find users and show what one has open now: orders, plans, positions, loans. */
import { Type } from "typebox";
import { ACCOUNT_KINDS } from "../../core/base/vocabulary.ts";
import { adminEndpoint } from "../admin-endpoint.ts";
import { RealmName, strict, Uid, UidPath } from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";
import { Loans, OpenOrders, OpenPlans, OpenPositions } from "../user-read-rows.ts";
import { UserDetail, UserPage } from "../user-rows.ts";

/** A query is text: the words of a flag. */
const FlagWord = Type.Optional(Type.Enum(["true", "false"]));

function flagOf(word: "true" | "false" | undefined): boolean | undefined {
  return word === undefined ? undefined : word === "true";
}

export const USER_READ_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users/search",
    summary: "Searches users by uid, main account, API key or a part of the name",
    description:
      "`query` is the uid of a user or of its main account, an API key, or a part of a name in " +
      "upper or lower case. In order of creation, at most 100 a page; `after` of an answer " +
      "requests the next page. A page may be short: the search ends when `after` is empty. " +
      "`isFrozen` means any freeze.",
    query: strict({
      query: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      realm: Type.Optional(RealmName),
      accountKind: Type.Optional(Type.Enum([...ACCOUNT_KINDS])),
      kind: Type.Optional(Type.Enum(["main", "sub"])),
      isFrozen: FlagWord,
      isUnderReview: FlagWord,
      after: Type.Optional(Uid),
      limit: PAGE_QUERY.limit,
    }),
    response: UserPage,
    run: (actions, { query: given }) => {
      const { accountKind, after, kind, limit, query, realm } = given;
      return actions.searchUsers({
        ...{ accountKind, after, kind, query, realm },
        isFrozen: flagOf(given.isFrozen),
        isUnderReview: flagOf(given.isUnderReview),
        limit: pageOf(limit === undefined ? {} : { limit }).limit,
      });
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid",
    summary: "Shows a user with freezes, review, value, and the numbers of what it has open",
    params: UidPath,
    response: UserDetail,
    run: (actions, { params }) => actions.userDetail(params.uid),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/orders",
    summary: "Lists a user's open orders of all categories, newest first",
    params: UidPath,
    response: OpenOrders,
    run: (actions, { params }) => actions.openOrdersOf(params.uid),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/plans",
    summary: "Lists a user's pending trigger, take-profit and stop-loss plans, newest first",
    params: UidPath,
    response: OpenPlans,
    run: (actions, { params }) => actions.openPlansOf(params.uid),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/positions",
    summary: "Lists a user's open positions",
    params: UidPath,
    response: OpenPositions,
    run: (actions, { params }) => actions.positionsOf(params.uid),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/loans",
    summary: "Lists a user's debts",
    description:
      "`margin`: crossed and isolated margin accounts. `unified`: coins below zero. `pledged`: " +
      "loans against pledges. `institutional`: loans of the risk unit of the user.",
    params: UidPath,
    response: Loans,
    run: (actions, { params }) => actions.loansOf(params.uid),
  }),
];
