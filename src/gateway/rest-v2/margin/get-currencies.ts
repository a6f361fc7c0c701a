import { Type } from "typebox";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import type { LoanTermsRead } from "../../../core/reads/loan-reads.ts";
import { currencyCode } from "../../../wire/listings.ts";
import { lotsText } from "../../../wire/sizes.ts";
import { amountText, rateE6Text } from "../../../wire/texts.ts";
import { defineEndpoint, type EndpointContext } from "../../http/endpoint.ts";
import { isTraded, leverageMaxOf, type PairTerms, pairLending } from "../../market/pair-lending.ts";

function isLent(terms: LoanTermsRead | undefined): boolean {
  return (terms?.tiers[terms.tiers.length - 1]?.amountMax ?? 0n) > 0n;
}

/** Returns the largest leverage of the pair in the account; empty if it is not traded there. */
function leverageOf(terms: PairTerms): string {
  return isTraded(terms) ? String(leverageMaxOf(terms)) : "";
}

/**
 * Loans available for a pair: its own coins in isolated margin, and both coins in crossed margin.
 */
function lendingOf(context: EndpointContext, instrument: Instrument) {
  const { accounts } = context.exchange;
  const { crossed, isolated } = pairLending(context, instrument);
  const money = [isolated, crossed].find(isTraded)?.quote;
  return {
    isolatedLeverage: leverageOf(isolated),
    crossedLeverage: leverageOf(crossed),
    isBase: isLent(isolated.base),
    isQuote: isLent(isolated.quote),
    isCross: isLent(crossed.base) && isLent(crossed.quote),
    isOpen: money !== undefined,
    amountMin: money === undefined ? "" : amountText(accounts, instrument.quote, money.amountMin),
  };
}

export const getMarginCurrencies = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/margin/currencies"],
  version: "v2",
  summary: "Pairs of spot margin trading and what can be borrowed on them",
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
    const { rules } = exchange.accounts.lending;
    return exchange.accounts.instrumentsOf(realm, "spot").map((instrument) => {
      const lent = lendingOf(context, instrument);
      const fees = exchange.accounts.fees.ofMarket(instrument);
      return {
        symbol: instrument.symbol,
        baseCoin: currencyCode(exchange.accounts, instrument.base),
        quoteCoin: currencyCode(exchange.accounts, instrument.quote),
        maxCrossedLeverage: lent.crossedLeverage,
        maxIsolatedLeverage: lent.isolatedLeverage,
        warningRiskRatio: rateE6Text(rules.warningRisk),
        liquidationRiskRatio: rateE6Text(rules.liquidationRisk),
        minTradeAmount: lotsText(instrument, instrument.sizeLotsMin),
        maxTradeAmount: lotsText(instrument, instrument.sizeLotsMax),
        takerFeeRate: rateE6Text(fees.takerRate),
        makerFeeRate: rateE6Text(fees.makerRate),
        pricePrecision: String(instrument.priceDecimals),
        quantityPrecision: String(instrument.sizeDecimals),
        minTradeUSDT: amountText(exchange.accounts, instrument.quote, instrument.valueMin),
        isBorrowable: lent.isBase || lent.isQuote || lent.isCross,
        userMinBorrow: lent.amountMin,
        status: lent.isOpen ? "1" : "2",
        isIsolatedBaseBorrowable: lent.isBase,
        isIsolatedQuoteBorrowable: lent.isQuote,
        isIsolatedQuotedBorrowable: lent.isQuote,
        isCrossBorrowable: lent.isCross,
      };
    });
  },
});
