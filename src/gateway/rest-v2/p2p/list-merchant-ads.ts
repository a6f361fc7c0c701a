import { Type } from "typebox";
import { SIDES } from "../../../core/base/vocabulary.ts";
import { formatRatio } from "../../../core/money/decimals.ts";
import type { P2pAdRow } from "../../../projections/history/p2p-tables.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";
import { P2P_AD_STATUS_WORDS_V2 } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, enumeration, id, limit, text, timestampMs } from "../../http/fields.ts";
import { methodOfWire, wireMethod } from "../../p2p/p2p-request.ts";
import { adUpdatedMs, methodName, ownPrice, pairTexts } from "../../p2p/p2p-rows.ts";
import { endIdOf, idBound, idFilter, windowOf } from "../shared/paging.ts";
import { P2P_READ_ACCESS, P2P_SPAN_DAYS_MAX, pairFilter } from "./p2p-filters.ts";

const STATUSES = { online: "published", offline: "delisted", completed: "removed" } as const;
const SHARE_DECIMALS = 4;

const userLimitSchema = Type.Object({
  minCompleteNum: Type.String(),
  maxCompleteNum: Type.String({ description: "Empty: not limited" }),
  placeOrderNum: Type.String({ description: "Open orders of a taker on the ad" }),
  allowMerchantPlace: Type.String(),
  completeRate30d: Type.String(),
  country: Type.String({ description: "Empty: not limited" }),
});

/** Every ad takes an order of any user, one at a time of each main account. */
const USER_LIMITS = {
  ...{ minCompleteNum: "0", maxCompleteNum: "", placeOrderNum: "1", allowMerchantPlace: "yes" },
  ...{ completeRate30d: "0", country: "" },
};

const paymentSchema = Type.Object({
  paymentMethod: Type.String(),
  paymentId: Type.String(),
  paymentInfo: Type.Array(
    Type.Object({ name: Type.String(), required: Type.Boolean(), type: Type.String() }),
  ),
});

const adSchema = Type.Object({
  advId: Type.String(),
  advNo: Type.String(),
  side: Type.String(),
  advSize: Type.String({ description: "Sold, in open orders and left" }),
  size: Type.String({ description: "Left" }),
  coin: Type.String(),
  price: Type.String(),
  coinPrecision: Type.String(),
  fiat: Type.String(),
  fiatPrecision: Type.String(),
  fiatSymbol: Type.String(),
  status: Type.String({ description: "online, offline, completed" }),
  hide: Type.String(),
  maxTradeAmount: Type.String(),
  minTradeAmount: Type.String(),
  payDuration: Type.String({ description: "Minutes" }),
  turnoverNum: Type.String({ description: "Quantity of completed orders" }),
  turnoverRate: Type.String({ description: "Sold share of the size" }),
  label: Type.Null(),
  userLimitList: userLimitSchema,
  paymentMethodList: Type.Array(paymentSchema),
  merchantCertifiedList: Type.Array(Type.String(), { description: "Empty" }),
  utime: Type.String(),
  ctime: Type.String(),
});

function adRow(accounts: LiveAccounts, ad: P2pAdRow) {
  const { coins, fiat, fiatDecimals, money, token, tokenDecimals } = pairTexts(accounts, ad);
  const open = accounts.p2p.ordersOf(ad.user).filter((order) => order.ad === ad.id);
  const size = open.reduce((sum, order) => sum + order.quantity, ad.free + ad.sold);
  return {
    ...{ advId: wireId(ad.id), advNo: wireId(ad.id), side: ad.side },
    ...{ advSize: coins(size), size: coins(ad.free), coin: token, price: ownPrice(accounts, ad) },
    ...{ coinPrecision: String(tokenDecimals), fiat, fiatPrecision: String(fiatDecimals) },
    ...{ fiatSymbol: fiat, status: P2P_AD_STATUS_WORDS_V2[ad.status], hide: "no" },
    ...{ maxTradeAmount: money(ad.amountMax), minTradeAmount: money(ad.amountMin) },
    payDuration: String(ad.payMinutes),
    turnoverNum: coins(ad.sold),
    turnoverRate: size === 0n ? "0" : formatRatio(ad.sold, size, SHARE_DECIMALS),
    label: null,
    userLimitList: USER_LIMITS,
    paymentMethodList: ad.methods.split(",").map((method) => ({
      paymentMethod: methodName(accounts, Number(method)),
      paymentId: wireMethod(Number(method)),
      paymentInfo: [{ name: "account", required: true, type: "txt" }],
    })),
    merchantCertifiedList: [],
    ...{ utime: String(adUpdatedMs(accounts, ad)), ctime: String(ad.createdAtMs) },
  };
}

export const listMerchantAds = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/p2p/advList"],
  version: "v2",
  summary: "Own ads of peer-to-peer trading, newest first",
  description: "No ad is in the status editing. orderBy, language and sourceType have no effect.",
  access: P2P_READ_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    startTime: timestampMs(),
    endTime: Type.Optional(timestampMs({ description: "At most 90 days after startTime" })),
    idLessThan: Type.Optional(id()),
    limit: limit({ default: 20, max: 20 }),
    status: enumeration(["online", "offline", "editing", "completed"]),
    advNo: Type.Optional(id()),
    side: enumeration(SIDES),
    coin: coin(),
    fiat: coin(),
    payMethodId: Type.Optional(text({ lengthMax: 8 })),
  }),
  response: Type.Object({ advList: Type.Array(adSchema), minAdvId: Type.String() }),
  async handle(context, request) {
    const { accounts, history } = context.exchange;
    const { payMethodId, side, status } = request;
    const page = {
      ...windowOf(context, request, { spanDaysMax: P2P_SPAN_DAYS_MAX }),
      ...{ user: context.principal.userIndex, side, limit: request.limit },
      ...pairFilter(context, request),
      id: idFilter(request.advNo),
      method: payMethodId === undefined ? undefined : methodOfWire(payMethodId),
      idLessThan: idBound(request.idLessThan),
    };
    if (status === "editing") return { advList: [], minAdvId: "" };
    const { rows } = await history.p2pAds({ ...page, status: STATUSES[status] });
    const advList = rows.map((row) => adRow(accounts, row));
    return { advList, minAdvId: endIdOf(rows) };
  },
});
