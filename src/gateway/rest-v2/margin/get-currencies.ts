import { Type } from "typebox";
import { sizeText } from "../../../channels/channel-instrument.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { amountText, currencyCode, rateE6Text } from "../shared/texts.ts";

export const getMarginCurrencies = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/margin/currencies"],
  version: "v2",
  summary: "What can be borrowed for spot margin trading: nothing so far",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({}),
  response: Type.Array(
    Type.Object({
      symbol: Type.String(),
      baseCoin: Type.String(),
      quoteCoin: Type.String(),
      maxCrossedLeverage: Type.String(),
      maxIsolatedLeverage: Type.String(),
      warningRiskRatio: Type.String(),
      liquidationRiskRatio: Type.String(),
      minTradeAmount: Type.String(),
      maxTradeAmount: Type.String(),
      takerFeeRate: Type.String(),
      makerFeeRate: Type.String(),
      pricePrecision: Type.String(),
      quantityPrecision: Type.String(),
      minTradeUSDT: Type.String(),
      isBorrowable: Type.Boolean(),
      userMinBorrow: Type.String(),
      status: Type.String({ description: "2 when margin trading is closed" }),
      isIsolatedBaseBorrowable: Type.Boolean(),
      isIsolatedQuoteBorrowable: Type.Boolean(),
      isIsolatedQuotedBorrowable: Type.Boolean(),
      isCrossBorrowable: Type.Boolean(),
    }),
  ),
  handle(context) {
    const { exchange, realm } = context;
    return exchange.accounts.instrumentsOf(realm, "spot").map((instrument) => ({
      symbol: instrument.symbol,
      baseCoin: currencyCode(exchange, instrument.base),
      quoteCoin: currencyCode(exchange, instrument.quote),
      maxCrossedLeverage: "",
      maxIsolatedLeverage: "",
      warningRiskRatio: "",
      liquidationRiskRatio: "",
      minTradeAmount: sizeText(instrument, instrument.sizeLotsMin),
      maxTradeAmount: sizeText(instrument, instrument.sizeLotsMax),
      takerFeeRate: rateE6Text(instrument.takerRate),
      makerFeeRate: rateE6Text(instrument.makerRate),
      pricePrecision: String(instrument.priceDecimals),
      quantityPrecision: String(instrument.sizeDecimals),
      minTradeUSDT: amountText(exchange, instrument.quote, instrument.valueMin),
      isBorrowable: false,
      userMinBorrow: "",
      status: "2",
      isIsolatedBaseBorrowable: false,
      isIsolatedQuoteBorrowable: false,
      isIsolatedQuotedBorrowable: false,
      isCrossBorrowable: false,
    }));
  },
});
