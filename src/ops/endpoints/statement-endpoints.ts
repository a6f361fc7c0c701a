/** Endpoints of daily statements. */
import { type TProperties, Type } from "typebox";
import { HOUSE_SIDES } from "../../projections/history/house-sides.ts";
import { adminEndpoint } from "../admin-endpoint.ts";
import {
  amount,
  RealmName,
  RealmOrLive,
  rowsOf,
  strict,
  Text,
  text,
  UidPath,
} from "../admin-fields.ts";
import { TEXT_FORMATS } from "../text-formats.ts";

const Day = Type.String({
  pattern: TEXT_FORMATS.day.pattern,
  description: "UTC day such as 2026-01-31",
  examples: ["2026-01-31"],
});
const PERIOD = { from: Day, to: Day };

const MOVEMENT = {
  kind: text("kind of the bills, or of the posting where an account has no bills"),
  count: Type.Integer(),
  amount: amount("received, or below zero paid, before fees"),
  fee: Text,
};

const HOUSE_MOVEMENT = {
  ...MOVEMENT,
  otherSides: Type.Array(Type.Enum([...HOUSE_SIDES]), {
    description:
      "accounts that pay it or receive it: wallets of users and agents, what users hold for " +
      "withdrawals and pledges, or a wallet of the exchange",
  }),
};

function daysOf<M extends TProperties>(movement: M) {
  return rowsOf({
    day: Text,
    isFinal: Type.Boolean({ description: "false while the day has not ended" }),
    accounts: rowsOf({
      ...{ wallet: Text, coin: Text, opening: Text },
      movements: rowsOf(movement),
      closing: amount("opening plus amounts minus fees"),
    }),
  });
}

const PERIOD_TEXT =
  "At most 31 UTC days, `from` and `to` included. Wallets without money and movements are left " +
  "out. Of days that the history has not reached there is none.";

export const STATEMENT_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/statements",
    summary: "Shows the daily statements of a user",
    description:
      `Opening, movements by kind and closing of each wallet and coin. ${PERIOD_TEXT} ` +
      "`withdrawing` holds open withdrawals, `pledged` the pledges of loans.",
    params: UidPath,
    query: strict(PERIOD),
    response: Type.Object({ uid: Text, from: Text, to: Text, days: daysOf(MOVEMENT) }),
    run: (actions, { params, query }) => actions.statementsOf(params.uid, query),
  }),
  adminEndpoint({
    method: "GET",
    path: "/house/statements",
    summary: "Shows the daily statements of the exchange's own accounts",
    description:
      `Fees, funds, pools, clearing and so on, of a realm. ${PERIOD_TEXT} \`outside_world\` is ` +
      "what came from and went outside, with its sign reversed; `market_agents` are all agents " +
      "of the simulated market. With the statements of all users of the realm, the movements of " +
      "a coin sum to zero.",
    query: strict({ realm: RealmOrLive, ...PERIOD }),
    response: Type.Object({
      ...{ realm: RealmName, from: Text, to: Text },
      days: daysOf(HOUSE_MOVEMENT),
    }),
    run: (actions, { query: { realm = "live", ...period } }) =>
      actions.houseStatements(realm, period),
  }),
];
