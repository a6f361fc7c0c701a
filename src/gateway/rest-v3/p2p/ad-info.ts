import { type Static, Type } from "typebox";
import { formatRatio, formatTrimmed } from "../../../core/money/decimals.ts";
import type { P2pAdRead } from "../../../core/reads/p2p-reads.ts";
import type { LiveAccounts } from "../../../projections/live/live-accounts.ts";
import { wireId } from "../../../wire/ids.ts";
import { P2P_PRICE_TYPE_WORDS } from "../../../wire/words/p2p-words.ts";
import { RATIO_DECIMALS, wireMethod } from "../../p2p/p2p-request.ts";
import { pairTexts } from "../../p2p/p2p-rows.ts";
import type { P2pStatistics } from "../../p2p/p2p-statistics.ts";

const SHARE_DECIMALS = 4;

export const adInfoSchema = Type.Object({
  advId: Type.String(),
  side: Type.String(),
  priceType: Type.String(),
  token: Type.String(),
  fiat: Type.String(),
  price: Type.String({ description: "Empty while a floating price is not known" }),
  amount: Type.String({ description: "Sold, in open orders and left, in the token" }),
  minAmount: Type.String(),
  maxAmount: Type.String(),
  payDuration: Type.String({ description: "Minutes" }),
  soldAmount: Type.String(),
  lastAmount: Type.String(),
  premium: Type.String({ description: "Floating price ÷ exchange rate; empty for a fixed one" }),
  turnover: Type.String({ description: "Sold share of the amount" }),
  remark: Type.String(),
  tradeTerm: Type.String(),
  payMethodIds: Type.Array(
    Type.Object({ payMethodId: Type.String(), userPayMethodId: Type.Optional(Type.String()) }),
  ),
  tokenPrecision: Type.String(),
  fiatPrecision: Type.String(),
  market: Type.String(),
  avgTime: Type.String({ description: "Average release time of 30 days, minutes" }),
  createdTime: Type.String(),
  updatedTime: Type.String(),
});

function payMethodIds(accounts: LiveAccounts, ad: P2pAdRead) {
  const { payments } = ad.terms;
  if (ad.side === "buy") return payments.map((method) => ({ payMethodId: wireMethod(method) }));
  const own = accounts.p2p.accountsOf(ad.user).filter(({ id }) => payments.includes(id));
  return own.map(({ id, method }) => ({
    payMethodId: wireMethod(method),
    userPayMethodId: wireId(id),
  }));
}

/** Returns an ad as its owner sees it. */
export function adInfo(
  accounts: LiveAccounts,
  ad: P2pAdRead,
  statistics: P2pStatistics,
): Static<typeof adInfoSchema> {
  const { coins, fiat, fiatDecimals, money, token, tokenDecimals } = pairTexts(accounts, ad);
  const { terms } = ad;
  const price = accounts.p2p.priceOf(ad);
  const open = accounts.p2p.ordersOf(ad.user).filter((order) => order.ad === ad.id);
  const all = open.reduce((sum, order) => sum + order.quantity, ad.free + ad.sold);
  const isFloating = terms.priceType === "floating";
  return {
    advId: wireId(ad.id),
    ...{ side: ad.side, priceType: P2P_PRICE_TYPE_WORDS[terms.priceType], token, fiat },
    price: price === undefined ? "" : money(price),
    amount: coins(all),
    minAmount: money(terms.amountMin),
    maxAmount: money(terms.amountMax),
    payDuration: String(terms.payMinutes),
    soldAmount: coins(ad.sold),
    lastAmount: coins(ad.free),
    premium: isFloating ? formatTrimmed(terms.premiumE6, RATIO_DECIMALS) : "",
    turnover: all === 0n ? "0" : formatRatio(ad.sold, all, SHARE_DECIMALS),
    ...{ remark: terms.remark, tradeTerm: terms.tradeTerms },
    payMethodIds: payMethodIds(accounts, ad),
    ...{ tokenPrecision: String(tokenDecimals), fiatPrecision: String(fiatDecimals) },
    market: "public",
    avgTime: statistics.recentReleaseMinutes,
    createdTime: String(ad.createdAtMs),
    updatedTime: String(ad.updatedAtMs),
  };
}
