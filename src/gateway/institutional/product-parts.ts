/** Products of institutional loans on the wire, the same on v2 and v3. */
import { Type } from "typebox";
import type { Category } from "../../core/base/vocabulary.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { LoanProductRead } from "../../core/reads/unit-reads.ts";
import { currencyCode } from "../../wire/listings.ts";
import { rateE6Text } from "../../wire/texts.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { text } from "../http/fields.ts";
import { leverageMaxOf, pairTermsOf } from "../market/pair-lending.ts";
import { productAsked } from "./unit-caller.ts";
import { sharedPart } from "./unit-endpoint.ts";

const request = Type.Object({ productId: text() });
const description = "For accounts with a risk unit, and users that are bound to one.";

/** Instruments of a product that a unit in debt may trade, of one category. */
function instrumentsOf(
  { exchange }: PrivateContext,
  product: LoanProductRead,
  category: Category,
): Instrument[] {
  return product.instruments.flatMap((index) => {
    const instrument = exchange.accounts.instrumentAt(index);
    return instrument?.category === category ? [instrument] : [];
  });
}

function yesNo(isSupported: boolean): string {
  return isSupported ? "YES" : "NO";
}

export const productTerms = sharedPart({
  summary: "Terms of a product of institutional loans",
  description,
  request,
  response: Type.Object({
    productId: Type.String(),
    leverage: Type.String(),
    supportUsdtContract: Type.String({ description: "YES or NO" }),
    supportCoinContract: Type.String({ description: "YES or NO" }),
    supportUsdcContract: Type.String({ description: "YES or NO" }),
    transferLine: Type.String({ description: "Largest loan-to-value ratio after a transfer out" }),
    spotBuyLine: Type.String({ description: "Largest ratio at which spot may be bought" }),
    usdtContractOpenLine: Type.String({ description: "Largest ratio at which may be opened" }),
    coinContractOpenLine: Type.String(),
    usdcContractOpenLine: Type.String(),
    liquidationLine: Type.String({ description: "Ratio at which a liquidation begins" }),
    stopLiquidationLine: Type.String({ description: "Ratio at which it ends" }),
  }),
  handle(context, { productId }) {
    const product = productAsked(context, productId);
    const supports = (category: Category): string =>
      yesNo(instrumentsOf(context, product, category).length > 0);
    const openLine = rateE6Text(product.openLine);
    return {
      productId,
      leverage: String(product.leverage),
      supportUsdtContract: supports("usdt_futures"),
      supportCoinContract: supports("coin_futures"),
      supportUsdcContract: supports("usdc_futures"),
      transferLine: rateE6Text(product.transferLine),
      spotBuyLine: rateE6Text(product.buyLine),
      usdtContractOpenLine: openLine,
      coinContractOpenLine: openLine,
      usdcContractOpenLine: openLine,
      liquidationLine: rateE6Text(product.liquidationLine),
      stopLiquidationLine: rateE6Text(product.stopLine),
    };
  },
});

/** Largest leverage at which an account may borrow the coins of a pair; 0 without such a pair. */
function marginLeverageOf(context: PrivateContext, pairs: readonly Instrument[]): number {
  const terms = context.exchange.accounts.lending.terms(context.realm, undefined);
  return Math.max(0, ...pairs.map((pair) => leverageMaxOf(pairTermsOf(terms, pair))));
}

const contracts = Type.Array(Type.Object({ symbol: Type.String(), leverage: Type.String() }));
const leverage = Type.String({ description: "Largest leverage of the symbols; 0 without any" });

export const productSymbols = sharedPart({
  summary: "Pairs and contracts that a risk unit in debt may trade",
  description,
  request,
  response: Type.Object({
    productId: Type.String(),
    spotSymbols: Type.Array(Type.String()),
    marginLeverage: Type.String({ description: "Of the spot symbols with crossed margin, or 0" }),
    usdtContractLeverage: leverage,
    coinContractLeverage: leverage,
    usdcContractLeverage: leverage,
    usdtContractSymbols: contracts,
    coinContractSymbols: contracts,
    usdcContractSymbols: contracts,
  }),
  handle(context, { productId }) {
    const product = productAsked(context, productId);
    const listed = (category: Category) => instrumentsOf(context, product, category);
    const rows = (category: Category) =>
      listed(category).map(({ leverageMax, symbol }) => ({
        symbol,
        leverage: String(leverageMax),
      }));
    const largest = (category: Category): string =>
      String(Math.max(0, ...listed(category).map(({ leverageMax }) => leverageMax)));
    return {
      productId,
      spotSymbols: listed("spot").map(({ symbol }) => symbol),
      marginLeverage: String(marginLeverageOf(context, listed("spot"))),
      usdtContractLeverage: largest("usdt_futures"),
      coinContractLeverage: largest("coin_futures"),
      usdcContractLeverage: largest("usdc_futures"),
      usdtContractSymbols: rows("usdt_futures"),
      coinContractSymbols: rows("coin_futures"),
      usdcContractSymbols: rows("usdc_futures"),
    };
  },
});

export const productCoins = sharedPart({
  summary: "Coins that count as collateral of a product",
  description,
  request,
  response: Type.Object({
    productId: Type.String(),
    coinInfo: Type.Array(
      Type.Object({
        coin: Type.String(),
        convertRatio: Type.String({ description: "Share of the value that counts" }),
        maxConvertValue: Type.String({ description: "Largest value that counts, in US dollars" }),
      }),
    ),
  }),
  handle(context, { productId }) {
    const { coins } = productAsked(context, productId);
    return {
      productId,
      coinInfo: coins.map(({ currency, ratio, valueMaxUsd }) => ({
        coin: currencyCode(context.exchange.accounts, currency),
        convertRatio: rateE6Text(ratio),
        maxConvertValue: String(valueMaxUsd),
      })),
    };
  },
});
