import { Type } from "typebox";
import { conversionPriceText } from "../../../wire/conversion-texts.ts";
import { wireId } from "../../../wire/ids.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { coin, decimal } from "../../http/fields.ts";
import { submitAccepted } from "../shared/submit.ts";
import { CONVERT_ACCESS, convertAmount, convertCoin } from "./convert-coin.ts";

export const getQuotedPrice = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/convert/quoted-price"],
  version: "v2",
  summary: "Price at which the exchange converts one coin into another",
  description: "Valid for 8 seconds. One of fromCoinSize and toCoinSize is given.",
  access: CONVERT_ACCESS,
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    fromCoin: coin(),
    fromCoinSize: Type.Optional(decimal({ description: "Amount to give" })),
    toCoin: coin(),
    toCoinSize: Type.Optional(decimal({ description: "Amount to receive" })),
  }),
  response: Type.Object({
    fee: Type.String({ description: "0: the price contains the spread" }),
    fromCoinSize: Type.String(),
    fromCoin: Type.String(),
    cnvtPrice: Type.String({ description: "toCoin for one fromCoin" }),
    toCoinSize: Type.String(),
    toCoin: Type.String(),
    traceId: Type.String({ description: "Id of the quotation" }),
  }),
  async handle(context, request) {
    const { fromCoinSize, toCoinSize } = request;
    const from = convertCoin(context, request.fromCoin);
    const to = convertCoin(context, request.toCoin);
    const isFromAmount = fromCoinSize !== undefined;
    const size = fromCoinSize ?? toCoinSize;
    if (size === undefined) throw context.errors.needsOneOf(["fromCoinSize", "toCoinSize"]);
    if (isFromAmount && toCoinSize !== undefined) throw context.errors.wrong("toCoinSize");
    const sized = isFromAmount
      ? { currency: from, name: "fromCoinSize" }
      : { currency: to, name: "toCoinSize" };
    const command = {
      kind: "quote_conversion",
      user: context.principal.userIndex,
      fromCurrency: from.index,
      toCurrency: to.index,
      isFromAmount,
      amount: convertAmount(context, size, sized),
    } as const;
    const { conversion, id } = await submitAccepted(context, command, "v2_spot");
    if (conversion === undefined) throw new TypeError("an accepted quote has its terms");
    return {
      fee: "0",
      fromCoinSize: coinText(from, conversion.fromAmount),
      fromCoin: from.code,
      cnvtPrice: conversionPriceText(conversion.price),
      toCoinSize: coinText(to, conversion.toAmount),
      toCoin: to.code,
      traceId: wireId(id),
    };
  },
});
