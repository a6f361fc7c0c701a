import { Type } from "typebox";
import { P2P_PAY_MINUTES_MAX, P2P_TEXT_LENGTH_MAX } from "../../../core/base/limits.ts";
import { P2P_PRICE_TYPE_WORDS } from "../../../wire/words/p2p-words.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { decimal, integer, text, word } from "../../http/fields.ts";
import { wireError } from "../../http/wire-error.ts";
import {
  fiatOf,
  P2P_WRITE,
  PAIR_FIELDS,
  PAYMENTS_FIELD,
  paymentsOf,
  SIDE_FIELD,
  submitP2p,
  tokenOf,
} from "../../p2p/p2p-request.ts";
import { adAmounts, checkPricing } from "./ad-amounts.ts";

export const createP2pAd = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/p2p/ad-create"],
  version: "v3",
  summary: "Create and publish an ad",
  description: "The quantity of a sell ad moves from the funding account into escrow.",
  access: P2P_WRITE,
  limit: { perSecond: 10, per: "uid" },
  once: true,
  request: Type.Object({
    ...PAIR_FIELDS,
    side: SIDE_FIELD,
    priceType: word(P2P_PRICE_TYPE_WORDS),
    price: Type.Optional(decimal({ description: "Of a fixed price" })),
    premium: Type.Optional(decimal({ description: "Floating price ÷ exchange rate: 1.01" })),
    minAmount: decimal({ description: "Of an order, in fiat" }),
    maxAmount: decimal({ description: "Of an order, in fiat" }),
    quantity: decimal({ description: "In the token" }),
    payMethodIds: PAYMENTS_FIELD,
    remark: Type.Optional(text({ lengthMax: P2P_TEXT_LENGTH_MAX })),
    tradeTerms: Type.Optional(text({ lengthMax: P2P_TEXT_LENGTH_MAX })),
    payTimeLimit: integer({ min: 1, max: P2P_PAY_MINUTES_MAX, description: "Minutes" }),
  }),
  response: Type.Object({ advId: Type.String() }),
  async handle(context, request) {
    const { priceType, side } = request;
    const user = context.principal.userIndex;
    if (context.exchange.accounts.p2p.merchant(user) === undefined) throw wireError("60049");
    const currency = tokenOf(context, request.token);
    const fiat = fiatOf(context, request.fiat);
    const { amounts, price, premiumE6 } = adAmounts(context, request, { currency, fiat });
    checkPricing(context, priceType, { price, premiumE6 });
    const advId = await submitP2p(context, {
      ...{ kind: "create_p2p_ad", user, side },
      ...{ currency: currency.index, fiat: fiat.index, priceType, price, premiumE6, ...amounts },
      payMinutes: request.payTimeLimit,
      payments: paymentsOf(context, side, request.payMethodIds),
      ...{ remark: request.remark ?? "", tradeTerms: request.tradeTerms ?? "" },
    });
    return { advId };
  },
});
