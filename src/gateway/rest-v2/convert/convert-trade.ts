import { Type } from "typebox";
import { conversionPriceOf, conversionPriceText } from "../../../wire/conversion-texts.ts";
import { idOfWire } from "../../../wire/ids.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, decimal, id } from "../../http/fields.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { submitAccepted } from "../shared/submit.ts";
import { CONVERT_ACCESS, convertAmount, convertCoin } from "./convert-coin.ts";

export const convertTrade = defineEndpoint({
  method: "POST",
  paths: ["/api/v2/convert/trade"],
  version: "v2",
  summary: "Convert at a quoted price",
  description:
    "All members repeat those of the quotation. A quotation is used once: a repeated request is " +
    "answered 12021, and the conversion is in the records.",
  access: CONVERT_ACCESS,
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    fromCoin: coin(),
    fromCoinSize: decimal(),
    cnvtPrice: decimal(),
    toCoin: coin(),
    toCoinSize: decimal(),
    traceId: id(),
  }),
  response: Type.Object({
    ts: Type.String(),
    cnvtPrice: Type.String(),
    toCoinSize: Type.String(),
    toCoin: Type.String(),
  }),
  async handle(context, request) {
    const from = convertCoin(context, request.fromCoin);
    const to = convertCoin(context, request.toCoin);
    const { fromCoinSize, toCoinSize } = request;
    const fromAmount = convertAmount(context, fromCoinSize, {
      currency: from,
      name: "fromCoinSize",
    });
    const toAmount = convertAmount(context, toCoinSize, { currency: to, name: "toCoinSize" });
    const price = conversionPriceOf(request.cnvtPrice);
    if (price === undefined) throw rejectionError("conversion_quote_altered", "v2_spot");
    const command = {
      kind: "convert",
      user: context.principal.userIndex,
      quoteId: idOfWire(request.traceId) ?? 0,
      fromCurrency: from.index,
      fromAmount,
      toCurrency: to.index,
      toAmount,
      priceDigits: price.digits,
      priceDecimals: price.decimals,
    } as const;
    const { timeMs } = await submitAccepted(context, command, "v2_spot");
    return {
      ts: String(timeMs),
      cnvtPrice: conversionPriceText(price),
      toCoinSize: coinText(to, toAmount),
      toCoin: to.code,
    };
  },
});
