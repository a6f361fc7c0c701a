/** Endpoints of money: credits, debits, funds of the exchange, and the second person. */
import { Type } from "typebox";
import { REALMS, WALLETS } from "../../core/base/vocabulary.ts";
import { WAITING_KINDS } from "../adjustment-port.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  amount,
  Decimal,
  Flag,
  IdPath,
  IsoTime,
  Name,
  RealmName,
  RealmOrLive,
  rowsOf,
  strict,
  Text,
  text,
  UidPath,
} from "../admin-fields.ts";
import { EXCHANGE_FUNDS } from "../risk-port.ts";
import { USER_WALLETS } from "../user-wallets.ts";

const Reference = Type.Optional(
  Type.String({ maxLength: 128, description: "ticket or event that it belongs to" }),
);
const BALANCE_CHANGE = {
  wallet: Type.Enum([...USER_WALLETS]),
  coin: Name,
  amount: Decimal,
  reference: Reference,
};
const FUND_CHANGE = {
  realm: RealmOrLive,
  fund: Type.Enum([...EXCHANGE_FUNDS]),
  coin: Name,
  amount: Decimal,
  reference: Reference,
};
const RESULT = {
  seq: Type.Integer({ description: "seq of the command" }),
  status: Type.Enum(["done", "waiting"]),
  adjustmentId: text("id of a change that waits for a second person; else empty"),
};
const BalanceResult = Type.Object({
  uid: Text,
  wallet: Type.Enum([...WALLETS]),
  coin: Text,
  amount: Text,
  ...RESULT,
});
const FundResult = Type.Object({
  realm: RealmName,
  fund: Type.Enum([...EXCHANGE_FUNDS]),
  coin: Text,
  amount: Text,
  ...RESULT,
});
const REPEATS = "Each request counts, also one that repeats the reference of an earlier one.";
const FOUR_EYES =
  "Above the daily value of one person (`adjustment-rules`) it waits for a second person.";

export const ADJUSTMENT_ENDPOINTS = [
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/credits",
    roles: ["treasury"],
    summary: "Credits funds from the outside-world account",
    description: `${REPEATS} ${FOUR_EYES}`,
    params: UidPath,
    body: strict(BALANCE_CHANGE),
    response: BalanceResult,
    isCreating: true,
    example: { wallet: "spot", coin: "USDT", amount: "1000", reference: "ticket 4711" },
    run: (actions, { body, params }) => actions.credit({ reference: "", ...body, uid: params.uid }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/users/:uid/debits",
    roles: ["treasury"],
    summary: "Debits funds to the outside-world account",
    description: `Takes no more than the user may move out. ${REPEATS} ${FOUR_EYES}`,
    params: UidPath,
    body: strict(BALANCE_CHANGE),
    response: BalanceResult,
    isCreating: true,
    example: { wallet: "spot", coin: "USDT", amount: "10", reference: "ticket 4712" },
    run: (actions, { body, params }) => actions.debit({ reference: "", ...body, uid: params.uid }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/adjustments",
    summary: "Lists credits, debits and corrections that wait for a second person",
    response: rowsOf({
      id: Text,
      kind: Type.Enum([...WAITING_KINDS]),
      correctedId: text("trade or liquidation that a correction refers to; else empty"),
      uid: text("who receives or pays; empty for a fund of the exchange"),
      ...{ realm: Type.Enum([...REALMS]), wallet: Type.Enum([...WALLETS]), coin: Text },
      amount: amount("below zero for a debit"),
      reference: Text,
      actor: text("who proposed it"),
      proposedAt: IsoTime,
    }),
    run: (actions) => answered(actions.listAdjustments()),
  }),
  adminEndpoint({
    method: "POST",
    path: "/adjustments/:id/decision",
    roles: ["treasury"],
    summary: "Approves or declines a waiting credit, debit or correction",
    description:
      "The proposer cannot approve it, nor can a token that the proposer issued or was issued by.",
    params: IdPath,
    body: strict({ isApproved: Flag }),
    response: Type.Object({ id: Text, isApproved: Flag }),
    example: { isApproved: true },
    run: (actions, { body, params }) => actions.decideAdjustment(params.id, body.isApproved),
  }),
  adminEndpoint({
    method: "GET",
    path: "/adjustment-rules",
    summary: "Shows the daily value that one person may adjust alone",
    response: Type.Object({
      fourEyesUsd: Type.Integer({ description: "whole US dollars; 0 for no limit" }),
    }),
    run: (actions) => answered(actions.adjustmentRules()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/adjustment-rules",
    summary: "Sets the daily value that one person may adjust alone",
    body: strict({ fourEyesUsd: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }) }),
    response: Type.Object({ fourEyesUsd: Type.Integer() }),
    example: { fourEyesUsd: 100_000 },
    run: (actions, { body }) => actions.setAdjustmentRules(body),
  }),
];

export const FUND_ENDPOINTS = [
  adminEndpoint({
    method: "POST",
    path: "/endowments",
    roles: ["treasury"],
    summary: "Endows a fund of the exchange from the outside-world account",
    description: FOUR_EYES,
    body: strict(FUND_CHANGE),
    response: FundResult,
    isCreating: true,
    example: { fund: "insurance_fund", coin: "USDT", amount: "1000" },
    run: (actions, { body }) => actions.endow({ realm: "live", reference: "", ...body }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/fund-withdrawals",
    roles: ["treasury"],
    summary: "Withdraws from a fund of the exchange to the outside-world account",
    description: `Takes no more than the fund has. ${FOUR_EYES}`,
    body: strict(FUND_CHANGE),
    response: FundResult,
    isCreating: true,
    example: { fund: "insurance_fund", coin: "USDT", amount: "10" },
    run: (actions, { body }) => actions.withdrawFromFund({ realm: "live", reference: "", ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/insurance-funds",
    summary: "Lists insurance funds and their terms",
    response: rowsOf({
      ...{ realm: RealmName, coin: Text, balance: Text },
      feeShare: amount("share of the trading fees in the coin"),
      drawMax: amount('largest payment in an hour for accounts without positions; "0": no limit'),
      drawn: amount("paid in the present hour"),
      until: text("ISO time at which the hour ends"),
    }),
    run: (actions) => answered(actions.listInsuranceFunds()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/insurance-funds",
    roles: ["treasury", "risk"],
    summary: "Sets the terms of an insurance fund",
    description: "Absent members keep their value.",
    body: strict({
      ...{ realm: RealmOrLive, coin: Name },
      ...{ feeShare: Type.Optional(Decimal), drawMax: Type.Optional(Decimal) },
    }),
    response: Type.Object({
      ...{ realm: RealmName, coin: Text },
      ...{ feeShare: Type.Optional(Text), drawMax: Type.Optional(Text) },
    }),
    example: { coin: "USDT", feeShare: "0.1" },
    run: (actions, { body }) => actions.setFundTerms({ realm: "live", ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/lending-pools",
    summary: "Lists lending pools: funds, loss of the hour, limit, whether it is reached",
    response: rowsOf({
      ...{ realm: RealmName, coin: Text },
      funds: amount("available and lent"),
      drawMax: amount("loss at which it stops lending; empty without a limit"),
      isPaused: Flag,
      drawn: amount("loss in the present hour"),
      until: text("ISO time at which the hour ends"),
    }),
    run: (actions) => answered(actions.listLendingPools()),
  }),
];
