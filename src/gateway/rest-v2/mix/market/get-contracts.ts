import { Type } from "typebox";
import type { InstrumentStatus } from "../../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../../core/instruments/instrument.ts";

import { currencyCode } from "../../../../wire/listings.ts";
import {
  faceText,
  sizeLimitText,
  smallestText,
  stepDecimals,
  stepText,
} from "../../../../wire/sizes.ts";
import { amountText, rateE6Text } from "../../../../wire/texts.ts";
import { deliveryWordsOf } from "../../../../wire/words/delivery-words.ts";
import { isOpeningOver, openingWordsOf } from "../../../../wire/words/opening-words.ts";
import type { ExchangeAccess } from "../../../exchange-access.ts";
import { defineEndpoint } from "../../../http/endpoint.ts";
import { mixInstruments } from "../../shared/instruments.ts";
import { CONTRACTS_FIELDS } from "./contract-fields.ts";

const STATUSES: Readonly<Record<InstrumentStatus, string>> = {
  online: "normal",
  halted: "maintain",
  offline: "off",
  reduce_only: "limit_open",
  post_only: "restrictedAPI",
};

/** Before a delivery, or by order of the operator, positions can only be closed. */
function statusOf(instrument: Instrument, timeMs: number): string {
  const isOver = isOpeningOver(instrument, timeMs);
  return isOver && instrument.status === "online" ? "limit_open" : STATUSES[instrument.status];
}

const contractRow = Type.Object({
  symbol: Type.String(),
  baseCoin: Type.String(),
  quoteCoin: Type.String(),
  symbolStatus: Type.String({ description: "normal, limit_open, restrictedAPI, maintain, off" }),
  symbolType: Type.String(),
  supportMarginCoins: Type.Array(Type.String()),
  buyLimitPriceRatio: Type.String(),
  sellLimitPriceRatio: Type.String(),
  feeRateUpRatio: Type.String(),
  openCostUpRatio: Type.String(),
  makerFeeRate: Type.String(),
  takerFeeRate: Type.String(),
  minTradeNum: Type.String(),
  sizeMultiplier: Type.String({ description: "Sizes are multiples of it" }),
  volumePlace: Type.String({ description: "Decimals of sizes" }),
  pricePlace: Type.String({ description: "Decimals of prices" }),
  priceEndStep: Type.String({ description: "Price increment in units of the last decimal" }),
  minTradeUSDT: Type.String({ description: "Smallest order value in quote coin" }),
  maxSymbolOrderNum: Type.String(),
  maxProductOrderNum: Type.String(),
  maxPositionNum: Type.String(),
  maxMarketOrderQty: Type.String(),
  maxOrderQty: Type.String(),
  limitOpenTime: Type.String(),
  offTime: Type.String(),
  maintainTime: Type.String(),
  deliveryTime: Type.String(),
  deliveryStartTime: Type.String(),
  deliveryPeriod: Type.String(),
  launchTime: Type.String(),
  openTime: Type.String(),
  fundInterval: Type.String({ description: "Hours between fundings" }),
  minLever: Type.String(),
  maxLever: Type.String(),
  posLimit: Type.String(),
  isRwa: Type.String(),
});

function contractOf(exchange: ExchangeAccess, instrument: Instrument) {
  const { symbol, isInverse } = instrument;
  const { mark } = exchange.accounts.prices(instrument);
  const fees = exchange.accounts.fees.ofMarket(instrument);
  const delivery = deliveryWordsOf(instrument, exchange.live.timeMs);
  const valueMin = amountText(exchange.accounts, instrument.quote, instrument.valueMin);
  return {
    symbol,
    baseCoin: currencyCode(exchange.accounts, instrument.base),
    quoteCoin: currencyCode(exchange.accounts, instrument.quote),
    symbolStatus: statusOf(instrument, exchange.live.timeMs),
    symbolType: delivery.type,
    supportMarginCoins: [currencyCode(exchange.accounts, instrument.settle)],
    buyLimitPriceRatio: rateE6Text(instrument.buyLimitRatio),
    sellLimitPriceRatio: rateE6Text(instrument.sellLimitRatio),
    makerFeeRate: rateE6Text(fees.makerRate),
    takerFeeRate: rateE6Text(fees.takerRate),
    minTradeNum: smallestText(instrument, instrument.sizeLotsMin),
    sizeMultiplier: stepText(instrument),
    volumePlace: String(stepDecimals(instrument)),
    pricePlace: String(instrument.priceDecimals),
    priceEndStep: String(instrument.tickStep),
    // The lots of an inverse order are its notional in quote coin.
    minTradeUSDT: isInverse ? faceText(instrument, instrument.sizeLotsMin) : valueMin,
    ...openingWordsOf(instrument, exchange.live.timeMs),
    maxMarketOrderQty: sizeLimitText(instrument, instrument.sizeLotsMarketMax, mark),
    maxOrderQty: sizeLimitText(instrument, instrument.sizeLotsMax, mark),
    offTime: delivery.offTime,
    maintainTime: "",
    deliveryTime: delivery.deliveryTime,
    deliveryStartTime: delivery.deliveryStartTime,
    deliveryPeriod: delivery.deliveryPeriod,
    launchTime: String(instrument.listedAtMs),
    openTime: String(instrument.listedAtMs),
    fundInterval: String(instrument.fundingIntervalHours),
    minLever: String(instrument.leverageMin),
    maxLever: String(instrument.leverageMax),
    isRwa: "NO",
  };
}

export const getContracts = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/market/contracts"],
  version: "v2",
  summary: "Terms of one or all contracts of a product line",
  access: { kind: "public" },
  limit: { perSecond: 20, per: "ip" },
  request: Type.Object(CONTRACTS_FIELDS),
  response: Type.Array(contractRow),
  handle(context, request) {
    const instruments = mixInstruments(context, request);
    return instruments.map((instrument) => contractOf(context.exchange, instrument));
  },
});
