/** Endpoints of fees: of instruments, of levels and of users. */
import { Type } from "typebox";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  Decimal,
  INSTRUMENT,
  INSTRUMENT_ROW,
  RealmOrLive,
  rowsOf,
  strict,
  Text,
  text,
  Uid,
  UidPath,
} from "../admin-fields.ts";
import { TEXT_FORMATS } from "../text-formats.ts";

const LEVEL_MAX = 100;

const Level = Type.Integer({ minimum: 0, maximum: LEVEL_MAX });
const From = Type.Optional(
  Type.String({ maxLength: 32, description: "ISO time; absent or empty: at once" }),
);
const LEVEL_RATES = {
  spotMaker: Decimal,
  spotTaker: Decimal,
  futuresMaker: Decimal,
  futuresTaker: Decimal,
};
const UserLevel = {
  uid: Uid,
  level: Level,
  nextLevel: Type.Integer({ description: "the present level when no change waits" }),
  from: text("ISO time at which the next level begins; empty when no change waits"),
};
const RATES = {
  spotMaker: "0.0008",
  spotTaker: "0.001",
  futuresMaker: "0.00014",
  futuresTaker: "0.0004",
};

export const FEE_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/fees",
    summary: "Lists fee levels and the users who have one",
    description: "Fees of instruments are in the list of instruments.",
    response: Type.Object({
      levels: rowsOf({ level: Level, ...LEVEL_RATES }),
      users: rowsOf(UserLevel),
    }),
    run: (actions) => answered(actions.listFees()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/fees/instruments",
    roles: ["treasury"],
    summary: "Sets the fees of an instrument",
    description:
      'At most those of its listing; `"0.001"` is 0.1 % of the traded value. With `from` they ' +
      "begin at that time, within 366 days; a change that waits is replaced.",
    body: strict({ ...INSTRUMENT, realm: RealmOrLive, maker: Decimal, taker: Decimal, from: From }),
    response: Type.Object({ ...INSTRUMENT_ROW, maker: Text, taker: Text, from: Text }),
    example: { symbol: "BTCUSDT", category: "usdt_futures", maker: "0.0001", taker: "0.0005" },
    run: (actions, { body }) => actions.setMarketFees({ realm: "live", from: "", ...body }),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/fees/levels/:level",
    roles: ["treasury"],
    summary: "Sets the fees of a level",
    description:
      "Levels from 1 to 100. A fill is charged the lower of the fees of the level and of the " +
      "instrument.",
    params: Type.Object({ level: Type.String({ pattern: TEXT_FORMATS.feeLevel.pattern }) }),
    body: strict(LEVEL_RATES),
    response: Type.Object({ level: Level, ...LEVEL_RATES }),
    example: RATES,
    run: (actions, { body, params }) =>
      actions.setFeeLevel({ level: Number(params.level), ...body }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/fee-level",
    summary: "Shows the fee level of a user",
    params: UidPath,
    response: Type.Object(UserLevel),
    run: (actions, { params }) => actions.feeLevelOf(params.uid),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/fee-level",
    roles: ["treasury"],
    summary: "Gives a user a fee level",
    description:
      "The main account of the user and all its sub-accounts get the level; 0 for none. With " +
      "`from` it begins at that time, within 366 days; a change that waits is replaced.",
    params: UidPath,
    body: strict({ level: Level, from: From }),
    response: Type.Object(UserLevel),
    example: { level: 0 },
    run: (actions, { body: { from = "", level }, params }) =>
      actions.setUserFeeLevel({ uid: params.uid, level, from }),
  }),
];
