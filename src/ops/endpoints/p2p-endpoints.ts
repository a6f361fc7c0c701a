/** Endpoints of peer-to-peer trading. */
import { Type } from "typebox";
import {
  P2P_AD_STATUSES,
  P2P_LEVELS,
  P2P_MERCHANT_LEVELS,
  P2P_ORDER_STATUSES,
  P2P_PRICE_TYPES,
  SIDES,
} from "../../core/base/vocabulary.ts";
import { adminEndpoint, answered } from "../admin-endpoint.ts";
import {
  amount,
  Decimal,
  Flag,
  IdPath,
  IsoTime,
  Name,
  rowsOf,
  strict,
  Text,
  text,
  Uid,
  UidPath,
} from "../admin-fields.ts";
import { PAGE_QUERY, pageOf } from "../admin-query.ts";
import { OPEN_P2P_ORDER_STATUSES, PRESENT_P2P_AD_STATUSES } from "../p2p-read-port.ts";

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const FIAT = {
  code: Name,
  decimals: Type.Integer({ minimum: 0, maximum: 8 }),
  usdRate: Decimal,
  ...{ amountMin: Decimal, amountMax: Decimal, floatMin: Decimal, floatMax: Decimal },
  ...{ fixedMin: Decimal, fixedMax: Decimal },
};
const FiatRow = Type.Object({
  ...FIAT,
  payMinutes: Type.Array(Type.Integer()),
  methods: Type.Array(Text),
});
const TOKEN = { coin: Name, quantityMin: Decimal, quantityMax: Decimal, fee: Decimal };
const LEVEL = {
  level: Type.Enum([...P2P_LEVELS]),
  ...{ sellAdsMax: Count, buyAdsMax: Count, adUsdMax: Count, adOrdersMax: Count, ordersMax: Count },
};
const ORDER = {
  ...{ id: Text, ad: Text },
  merchant: text("the party that published the ad"),
  ...{ buyer: Text, seller: Text, coin: Text, fiat: Text, price: Text, amount: Text },
  ...{ quantity: Text, fee: Text },
  status: Type.Enum([...P2P_ORDER_STATUSES]),
  ...{ method: Text, remark: Text, createdAt: IsoTime },
  ...{ payBy: IsoTime, paidAt: IsoTime, appealedAt: IsoTime },
};
const Cursor = text("cursor of the next page; empty on the last page");
const UidQuery = Type.Optional(Uid);

export const P2P_TERMS_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/p2p/terms",
    summary: "Lists all terms of peer-to-peer trading",
    response: Type.Object({
      fiats: Type.Array(FiatRow),
      tokens: rowsOf(TOKEN),
      levels: rowsOf(LEVEL),
      methods: Type.Array(Text),
    }),
    run: (actions) => answered(actions.p2pTerms()),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/p2p/fiats",
    roles: ["risk"],
    summary: "Sets the terms of a fiat currency",
    description: '`usdRate` is the price of a US dollar; "0" withdraws the currency.',
    body: strict({
      ...FIAT,
      payMinutes: Type.Array(Count, { maxItems: 10 }),
      methods: Type.Array(Name, { maxItems: 20 }),
    }),
    response: FiatRow,
    example: {
      ...{ code: "EUR", decimals: 2, usdRate: "0.92", amountMin: "10", amountMax: "50000" },
      ...{ floatMin: "0.8", floatMax: "1.2", fixedMin: "0.5", fixedMax: "2" },
      ...{ payMinutes: [15, 30], methods: ["Bank transfer"] },
    },
    run: (actions, { body }) => actions.setP2pFiat(body),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/p2p/tokens",
    roles: ["risk"],
    summary: "Sets bounds and fee of a coin",
    description: 'A largest quantity of "0" withdraws the coin.',
    body: strict(TOKEN),
    response: Type.Object(TOKEN),
    example: { coin: "USDT", quantityMin: "5", quantityMax: "1000000", fee: "0" },
    run: (actions, { body }) => actions.setP2pToken(body),
  }),
  adminEndpoint({
    method: "POST",
    path: "/p2p/methods",
    roles: ["risk"],
    summary: "Lists a method of payment",
    body: strict({ name: Name }),
    response: Type.Object({ name: Text }),
    isCreating: true,
    example: { name: "Cheque" },
    run: (actions, { body }) => actions.addP2pMethod(body.name),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/p2p/levels",
    roles: ["risk"],
    summary: "Sets the limits of a level of merchants",
    body: strict(LEVEL),
    response: Type.Object(LEVEL),
    example: {
      ...{ level: P2P_LEVELS[0], sellAdsMax: 5, buyAdsMax: 5, adUsdMax: 100_000 },
      ...{ adOrdersMax: 20, ordersMax: 50 },
    },
    run: (actions, { body }) => actions.setP2pLevel(body),
  }),
  adminEndpoint({
    method: "PUT",
    path: "/users/:uid/merchant",
    roles: ["support"],
    summary: "Makes a user a merchant, or ends it",
    description: "`level` is `none` to end it.",
    params: UidPath,
    body: strict({ level: Type.Enum([...P2P_MERCHANT_LEVELS]), nickName: Type.Optional(Name) }),
    response: Type.Object({
      uid: Text,
      level: Type.Enum([...P2P_MERCHANT_LEVELS]),
      nickName: Text,
    }),
    example: { level: P2P_LEVELS[0], nickName: "Honest Trader" },
    run: (actions, { body: { level, nickName = "" }, params }) =>
      actions.setP2pMerchant({ uid: params.uid, level, nickName }),
  }),
];

export const P2P_READ_ENDPOINTS = [
  adminEndpoint({
    method: "GET",
    path: "/p2p/summary",
    summary: "Counts merchants, ads and open orders, and compares the escrow with them",
    response: Type.Object({
      merchants: Type.Integer(),
      ads: Type.Object({ published: Type.Integer(), delisted: Type.Integer() }),
      orders: Type.Object({
        pending_payment: Type.Integer(),
        pending_release: Type.Integer(),
        in_appeal: Type.Integer(),
      }),
      oldestAppealAt: text("ISO time; empty without appeals"),
      escrow: rowsOf({ coin: Text, balance: Text, ofAds: Text, ofOrders: Text }),
    }),
    run: (actions) => answered(actions.p2pSummary()),
  }),
  adminEndpoint({
    method: "GET",
    path: "/p2p/merchants",
    summary: "Lists merchants with statistics of their orders",
    query: strict(PAGE_QUERY),
    response: Type.Object({
      merchants: rowsOf({
        ...{ uid: Text, nickName: Text, level: Type.Enum([...P2P_LEVELS]) },
        ...{ publishedAds: Type.Integer(), openOrders: Type.Integer() },
        ...{ completedOrders: Type.Integer(), completedRate: Text },
        undisputedRate: amount("share of the ended orders without an appeal"),
        recentCompletedOrders: Type.Integer({ description: "of the last 30 days" }),
        ...{ recentCompletedRate: Text, recentPayMinutes: Text, recentReleaseMinutes: Text },
      }),
      cursor: Cursor,
    }),
    run: (actions, { query }) => actions.listP2pMerchants(pageOf(query)),
  }),
  adminEndpoint({
    method: "GET",
    path: "/p2p/ads",
    summary: "Lists ads that are not removed, newest first",
    query: strict({
      ...PAGE_QUERY,
      uid: UidQuery,
      status: Type.Optional(Type.Enum([...PRESENT_P2P_AD_STATUSES])),
    }),
    response: Type.Object({
      ads: rowsOf({
        ...{ id: Text, merchant: Text, side: Type.Enum([...SIDES]), coin: Text, fiat: Text },
        priceType: Type.Enum([...P2P_PRICE_TYPES]),
        price: amount("empty for a floating price without a fresh index price"),
        premium: amount("ratio of a floating price to the exchange rate"),
        ...{ amountMin: Text, amountMax: Text, payMinutes: Type.Integer() },
        methods: Type.Array(Text),
        ...{ free: Text, ordered: Text, sold: Text, status: Type.Enum([...P2P_AD_STATUSES]) },
        isOpen: Type.Boolean({ description: "whether users can order from it now" }),
        ...{ remark: Text, tradeTerms: Text, createdAt: IsoTime, updatedAt: IsoTime },
      }),
      cursor: Cursor,
    }),
    run: (actions, { query }) =>
      actions.listP2pAds({ uid: query.uid, status: query.status, ...pageOf(query) }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/p2p/orders",
    summary: "Lists orders that have not ended, newest first",
    query: strict({
      ...PAGE_QUERY,
      uid: UidQuery,
      status: Type.Optional(Type.Enum([...OPEN_P2P_ORDER_STATUSES])),
    }),
    response: Type.Object({
      orders: rowsOf({ ...ORDER, account: Type.Object({ holder: Text, details: Text }) }),
      cursor: Cursor,
    }),
    run: (actions, { query }) =>
      actions.listP2pOrders({ uid: query.uid, status: query.status, ...pageOf(query) }),
  }),
  adminEndpoint({
    method: "GET",
    path: "/users/:uid/p2p-orders",
    summary: "Lists a user's peer-to-peer orders, ended ones included",
    params: UidPath,
    query: strict({
      ...PAGE_QUERY,
      status: Type.Optional(Type.Enum([...P2P_ORDER_STATUSES])),
    }),
    response: Type.Object({ orders: rowsOf({ ...ORDER, updatedAt: IsoTime }), cursor: Cursor }),
    run: (actions, { params, query }) =>
      actions.listUserP2pOrders({ uid: params.uid, status: query.status, ...pageOf(query) }),
  }),
  adminEndpoint({
    method: "POST",
    path: "/p2p/orders/:id/decision",
    roles: ["support"],
    summary: "Decides on an order in appeal",
    description: "`isReleased` true pays the buyer, false returns the coins to the seller.",
    params: IdPath,
    body: strict({ isReleased: Flag }),
    response: Type.Object({ id: Text, isReleased: Flag }),
    example: { isReleased: true },
    run: (actions, { body, params }) => actions.resolveP2pOrder({ ...params, ...body }),
  }),
];
