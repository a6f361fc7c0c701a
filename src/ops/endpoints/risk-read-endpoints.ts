/** Endpoints on the risk of the whole exchange: positions, concentration, payments of funds. */
import { Type } from "typebox";
import { CATEGORIES } from "../../core/base/vocabulary.ts";
import { adminEndpoint } from "../admin-endpoint.ts";
import {
  amount,
  INSTRUMENT_ROW,
  IsoTime,
  Name,
  OPEN_INTEREST,
  RealmName,
  rowsOf,
  strict,
  Text,
  TimeText,
  text,
} from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";
import { POSITION_ROW } from "../user-read-rows.ts";

const Realm = Type.Optional(RealmName);
const Share = text("share of the open interest: 0.25 is a quarter");
const RISKY_POSITION = {
  uid: text("`exchange` for the exchange itself"),
  isAgent: Type.Boolean(),
  valueUsd: amount("at mark, in US dollars"),
  share: Share,
  ...POSITION_ROW,
};

export const RISK_READ_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/risk/positions",
    summary: "Lists the largest positions, or those nearest to their liquidation",
    description:
      "Of the live realm when `realm` is absent. `order` is `value` when absent: the value at " +
      "mark; `risk` orders by `marginRatio`. The market's own agents are left out unless " +
      "`includesAgents` is `true`. At most 100.",
    query: strict({
      realm: Realm,
      order: Type.Optional(Type.Enum(["value", "risk"])),
      symbol: Type.Optional(Name),
      category: Type.Optional(Type.Enum([...CATEGORIES])),
      includesAgents: Type.Optional(Type.Enum(["true", "false"])),
      limit: PAGE_QUERY.limit,
    }),
    response: rowsOf(RISKY_POSITION),
    run: (actions, { query }) => {
      const { category, includesAgents, order = "value", realm = "live", symbol } = query;
      if ((symbol === undefined) !== (category === undefined)) {
        return { refused: "invalid", message: "symbol and category must be given together" };
      }
      const isNamed = symbol !== undefined && category !== undefined;
      const instrument = isNamed ? { symbol, category } : undefined;
      const { limit } = pageOf(query.limit === undefined ? {} : { limit: query.limit });
      const search = { realm, order, instrument, includesAgents: includesAgents === "true", limit };
      return actions.riskyPositions(search);
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/risk/contracts",
    summary: "Lists the open interest of contracts and how it is concentrated",
    description:
      "Of the live realm when `realm` is absent. Positions of the market's agents count, except " +
      "for `largestUid` and `largestUsd`.",
    query: strict({ realm: Realm }),
    response: rowsOf({
      ...INSTRUMENT_ROW,
      openInterest: text(OPEN_INTEREST),
      openInterestUsd: amount("at mark, in US dollars"),
      longs: Type.Integer({ description: "number of long positions" }),
      shorts: Type.Integer(),
      largestUid: text("user with the largest position; empty without one"),
      largestUsd: Text,
      ...{ largestLongShare: Share, fiveLongsShare: Share },
      ...{ largestShortShare: Share, fiveShortsShare: Share },
    }),
    run: async (actions, { query: { realm = "live" } }) => ({
      done: await actions.contractRisks(realm),
    }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/risk/deleveraging",
    summary: "Lists the holders of one side of a contract in the order of deleveraging",
    description:
      "The first is closed first when the other side of the contract is liquidated and neither " +
      "book nor insurance fund takes it. Accounts related to the liquidated one, and then its " +
      "counterparties, come before this order. `side` is that of the holders. The realm is live " +
      "when absent. At most 100; `holders` counts all.",
    query: strict({
      realm: Realm,
      symbol: Type.String({ minLength: 1, maxLength: 64, examples: ["BTCUSDT"] }),
      category: Type.Enum([...CATEGORIES], { examples: ["usdt_futures"] }),
      side: Type.Optional(Type.Enum(["long", "short"], { description: "long when absent" })),
      limit: PAGE_QUERY.limit,
    }),
    response: Type.Object({
      holders: Type.Integer({ description: "number of open positions of the side" }),
      queue: rowsOf({
        place: Type.Integer({ description: "1 is closed first" }),
        ...RISKY_POSITION,
      }),
    }),
    run: (actions, { query }) => {
      const { category, realm = "live", side = "long", symbol } = query;
      const { limit } = pageOf(query.limit === undefined ? {} : { limit: query.limit });
      return actions.deleveragingOrder({ realm, category, symbol, side, limit });
    },
  }),
  adminEndpoint({
    method: "GET",
    path: "/insurance-funds/movements",
    summary: "Lists what an insurance fund received and paid because of users, with the users",
    description:
      "Liquidations of positions (`surplus`, `shortfall`, `backstop`, `fees`) and of borrowed " +
      "money (`collateral_swap`, `loan_cover`, `liquidation_fee`), also of pledged loans. " +
      "Newest first, at most 100 a page; `cursor` of an answer requests the next page. `since` " +
      "and `until` are ISO times; the realm is live when absent. Movements for agents of the " +
      "market are only in the sums of the statements of the house.",
    query: strict({
      realm: Realm,
      coin: Type.String({ minLength: 1, maxLength: 64, examples: ["USDT"] }),
      since: Type.Optional(TimeText),
      until: Type.Optional(TimeText),
      ...PAGE_QUERY,
    }),
    response: Type.Object({
      movements: rowsOf({
        ...{ id: Text, time: IsoTime, uid: Text, isAgent: Type.Boolean(), liquidationId: Text },
        ...{ reason: Text, coin: Text },
        amount: amount("above zero if the fund received it"),
      }),
      cursor: Text,
    }),
    run: (actions, { query }) => {
      const { coin, realm = "live", since, until } = query;
      return actions.fundMovements({ realm, coin, since, until, ...pageOf(query) });
    },
  }),
];
