import { Type } from "typebox";
import type { LiveP2p } from "../../../projections/live/live-p2p.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { decimal, integer } from "../../http/fields.ts";
import {
  fiatOf,
  P2P_READ,
  PAIR_FIELDS,
  p2pAtoms,
  SIDE_FIELD,
  tokenOf,
} from "../../p2p/p2p-request.ts";
import { adListItem, adListItemSchema } from "../../p2p/p2p-rows.ts";
import { p2pStatisticsOf } from "../../p2p/p2p-statistics.ts";

/** Ads of a page (specification, Get Ad List), and pages. */
const ADS_PER_PAGE = 10;
const PAGES_MAX = 1_000_000;

type OpenAd = ReturnType<LiveP2p["openAds"]>[number];

export const listP2pAds = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/p2p/ad-list"],
  version: "v3",
  summary: "Published ads of a token and a fiat currency, best price first",
  description: "The side is that of the merchant. Cheapest sell ads first, dearest buy ads first.",
  access: P2P_READ,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...PAIR_FIELDS,
    side: SIDE_FIELD,
    amount: Type.Optional(decimal({ description: "In fiat: only ads that offer this amount" })),
    pageNum: integer({ min: 1, max: PAGES_MAX, description: "From 1 on" }),
    limit: integer({ min: 1, max: ADS_PER_PAGE }),
  }),
  response: Type.Array(adListItemSchema),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const currency = tokenOf(context, request.token);
    const fiat = fiatOf(context, request.fiat);
    const value = request.amount;
    const sent = value === undefined ? undefined : { name: "amount", value };
    const amount = sent === undefined ? undefined : p2pAtoms(context, sent, fiat.decimals);
    const isOffered = ({ ad, price }: OpenAd): boolean => {
      if (ad.currency !== currency.index || ad.fiat !== fiat.index) return false;
      if (ad.side !== request.side) return false;
      if (amount === undefined) return true;
      return accounts.p2p.offers(ad, { amount, price });
    };
    const isCheapFirst = request.side === "sell";
    const sorted = accounts.p2p
      .openAds()
      .filter(isOffered)
      .toSorted((one, other) => {
        if (one.price === other.price) return one.ad.id - other.ad.id;
        return one.price < other.price === isCheapFirst ? -1 : 1;
      });
    const from = (request.pageNum - 1) * request.limit;
    const page = sorted.slice(from, from + request.limit);
    const users = page.map(({ ad }) => ad.user);
    const statistics = await p2pStatisticsOf(context.exchange, users);
    return page.map((open) => adListItem(accounts, open, statistics(open.ad.user)));
  },
});
