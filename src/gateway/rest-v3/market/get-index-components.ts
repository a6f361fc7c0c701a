import { Type } from "typebox";
import { formatTrimmed } from "../../../core/money/decimals.ts";
import { priceText } from "../../../wire/texts.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { category, symbol } from "../../http/fields.ts";
import { indexedInstrumentOf, TRADED_CATEGORIES } from "../instrument-scope.ts";

const WEIGHT_DECIMALS = 6;

function weightText(weight: number, sum: number): string {
  return formatTrimmed(BigInt(Math.round((weight / sum) * 10 ** WEIGHT_DECIMALS)), WEIGHT_DECIMALS);
}

export const getIndexComponents = defineEndpoint({
  method: "GET",
  paths: ["/api/v3/market/index-components"],
  version: "v3",
  summary: "Sources of which an index price is composed now",
  description:
    "The list is empty while no source has a fresh price; the index then keeps its last value. " +
    "Without a category the symbol is that of a contract before that of a spot pair.",
  access: { kind: "public" },
  limit: { perSecond: 10, per: "ip" },
  request: Type.Object({
    symbol: symbol(),
    category: Type.Optional(category(TRADED_CATEGORIES)),
  }),
  response: Type.Object({
    symbol: Type.String(),
    componentList: Type.Array(
      Type.Object({
        exchange: Type.String({ description: "Name of the source" }),
        spotPair: Type.String({ description: "Base and quote coin" }),
        equivalentPrice: Type.String({ description: "Price of the pair by this source" }),
        weight: Type.String({ description: "Share of the index; 1 in all" }),
      }),
    ),
  }),
  handle(context, request) {
    const instrument = indexedInstrumentOf(context, request.category, request.symbol);
    const { accounts, indexComponents } = context.exchange;
    const codeOf = (currency: number): string => accounts.currencyAt(currency)?.code ?? "";
    const components = indexComponents(instrument.index);
    const sum = components.reduce((total, { weight }) => total + weight, 0);
    return {
      symbol: instrument.symbol,
      componentList: components.map(({ price, source, weight }) => ({
        exchange: source,
        spotPair: `${codeOf(instrument.base)}/${codeOf(instrument.quote)}`,
        equivalentPrice: priceText(instrument, price),
        weight: weightText(weight, sum),
      })),
    };
  },
});
