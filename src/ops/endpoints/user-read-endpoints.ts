/** Endpoints that show what a user has open now: orders, plans, positions and loans. */
import { adminEndpoint } from "../admin-endpoint.ts";
import { UidPath } from "../admin-fields.ts";
import { Loans, OpenOrders, OpenPlans, OpenPositions } from "../user-read-rows.ts";

export const USER_READ_ENDPOINTS = [
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
