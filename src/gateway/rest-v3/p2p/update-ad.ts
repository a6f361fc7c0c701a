import { Type } from "typebox";
import { P2P_PAY_MINUTES_MAX, P2P_TEXT_LENGTH_MAX } from "../../../core/base/limits.ts";
import { P2P_PRICE_TYPE_WORDS } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { decimal, id, integer, text, word } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import { P2P_WRITE, PAYMENTS_FIELD, p2pId, paymentsOf, submitP2p } from "../../p2p/p2p-request.ts";
import { adAmounts, checkPricing } from "./ad-amounts.ts";

export const updateP2pAd = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/ad-update"],
  version: "v3",
  summary: "Change an ad; terms that are not sent stay",
  description: "Open orders keep their terms. 25200 for a price that the type of price ignores.",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    advId: id(),
    priceType: Type.Optional(word(P2P_PRICE_TYPE_WORDS)),
    price: Type.Optional(decimal({ description: "Of a fixed price" })),
    premium: Type.Optional(decimal({ description: "Floating price ÷ exchange rate: 1.01" })),
    minAmount: Type.Optional(decimal()),
    maxAmount: Type.Optional(decimal()),
    quantity: Type.Optional(decimal({ description: "What can be ordered from now on" })),
    payMethodIds: Type.Optional(PAYMENTS_FIELD),
    payTimeLimit: Type.Optional(integer({ min: 1, max: P2P_PAY_MINUTES_MAX })),
    remark: Type.Optional(text({ lengthMax: P2P_TEXT_LENGTH_MAX })),
    tradeTerms: Type.Optional(text({ lengthMax: P2P_TEXT_LENGTH_MAX })),
  }),
  response: Type.String(),
  async handle(context, request) {
    const { accounts } = context.exchange;
    const user = context.principal.userIndex;
    const ad = accounts.p2p.ad(user, p2pId(request.advId));
    const currency = ad === undefined ? undefined : accounts.currencyAt(ad.currency);
    const fiat = ad === undefined ? undefined : accounts.p2p.fiatAt(ad.fiat);
    if (ad === undefined || currency === undefined || fiat === undefined) {
      throw wireError("60004");
    }
    const { amounts, price, premiumE6 } = adAmounts(context, request, { currency, fiat });
    const { payMethodIds, priceType, remark, tradeTerms } = request;
    checkPricing(context, priceType ?? ad.terms.priceType, { price, premiumE6 }, ad.terms);
    return await submitP2p(context, {
      ...{ kind: "update_p2p_ad", user, ad: ad.id, priceType: priceType ?? "keep" },
      ...{ price, premiumE6, ...amounts, payMinutes: request.payTimeLimit ?? 0 },
      payments: payMethodIds === undefined ? [] : paymentsOf(context, ad.side, payMethodIds),
      ...{ remark: remark ?? ad.terms.remark, tradeTerms: tradeTerms ?? ad.terms.tradeTerms },
    });
  },
});
