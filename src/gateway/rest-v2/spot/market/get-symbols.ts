import { Type } from "typebox";
import { OPEN_ORDERS_MAX_DEFAULT } from "../../../../core/base/limits.ts";
import type { InstrumentStatus } from "../../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { ATOMS_MAX } from "../../../../core/money/units.ts";
import { currencyCode } from "../../../../wire/listings.ts";
import { lotsText } from "../../../../wire/sizes.ts";
import { amountText, rateE6Text } from "../../../../wire/texts.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { symbol } from "../../../http/fields.ts";
import { spotInstruments } from "../../shared/instruments.ts";

const SPOT_STATUSES: Readonly<Record<InstrumentStatus, string>> = {
  online: "online",
  halted: "halt",
  offline: "offline",
  // No spot pair is reduce-only.
  reduce_only: "halt",
  post_only: "gray",
};

const VALUE_BOUND = "Largest amount of quote coin: orders are bounded by size alone";

const symbolRow = Type.Object({
  symbol: Type.String(),
  baseCoin: Type.String(),
  quoteCoin: Type.String(),
  minTradeAmount: Type.String(),
  maxTradeAmount: Type.String(),
  takerFeeRate: Type.String(),
  makerFeeRate: Type.String(),
  pricePrecision: Type.String(),
  quantityPrecision: Type.String(),
  quotePrecision: Type.String({ description: "Decimals of a market buy's quote amount" }),
  status: Type.String({ description: "online, halt, offline" }),
  maxLimitOrderValue: Type.String({ description: VALUE_BOUND }),
  maxMarketOrderValue: Type.String({ description: VALUE_BOUND }),
  minTradeUSDT: Type.String({ description: "Smallest order value in quote coin" }),
  buyLimitPriceRatio: Type.String(),
  sellLimitPriceRatio: Type.String(),
  areaSymbol: Type.String(),
  orderQuantity: Type.String({ description: "Open spot orders an account may have" }),
  openTime: Type.String(),
  offTime: Type.String(),
});

function symbolOf(exchange: ExchangeAccess, instrument: Instrument) {
  const fees = exchange.accounts.fees.ofMarket(instrument);
  const valueBound = amountText(exchange.accounts, instrument.quote, ATOMS_MAX);
  return {
    symbol: instrument.symbol,
    baseCoin: currencyCode(exchange.accounts, instrument.base),
    quoteCoin: currencyCode(exchange.accounts, instrument.quote),
    minTradeAmount: lotsText(instrument, instrument.sizeLotsMin),
    maxTradeAmount: lotsText(instrument, instrument.sizeLotsMax),
    takerFeeRate: rateE6Text(fees.takerRate),
    makerFeeRate: rateE6Text(fees.makerRate),
    pricePrecision: String(instrument.priceDecimals),
    quantityPrecision: String(instrument.sizeDecimals),
    quotePrecision: String(exchange.accounts.currencyAt(instrument.quote)?.decimals ?? 0),
    status: SPOT_STATUSES[instrument.status],
    maxLimitOrderValue: valueBound,
    maxMarketOrderValue: valueBound,
    minTradeUSDT: amountText(exchange.accounts, instrument.quote, instrument.valueMin),
    buyLimitPriceRatio: rateE6Text(instrument.buyLimitRatio),
    sellLimitPriceRatio: rateE6Text(instrument.sellLimitRatio),
    areaSymbol: "no",
    orderQuantity: String(OPEN_ORDERS_MAX_DEFAULT),
    openTime: String(instrument.listedAtMs),
    offTime: "",
  };
}

export const getSpotSymbols = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/spot/public/symbols"],
  version: "v2",
  summary: "Terms of one or all spot symbols",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object({ symbol: Type.Optional(symbol()) }),
  response: Type.Array(symbolRow),
  handle(context, request) {
    const instruments = spotInstruments(context, request.symbol);
    return instruments.map((instrument) => symbolOf(context.exchange, instrument));
  },
});
