import { type Static, Type } from "typebox";
import type { InstrumentStatus } from "../../../core/base/vocabulary.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { currencyCode } from "../../../wire/listings.ts";
import {
  faceText,
  sizeLimitText,
  smallestText,
  stepDecimals,
  stepText,
} from "../../../wire/sizes.ts";
import { amountText, priceText, rateE6Text, valueText } from "../../../wire/texts.ts";
import { wireCategoryOf } from "../../../wire/words/categories.ts";
import { deliveryWordsOf } from "../../../wire/words/delivery-words.ts";
import { isOpeningOver, openingWordsOf } from "../../../wire/words/opening-words.ts";
import type { ExchangeAccess } from "../../exchange-access.ts";
import type { Category } from "../../http/fields.ts";
import { leverageMaxOf, pairTermsOf } from "../../market/pair-lending.ts";

const STATUS_WORDS: Readonly<Record<InstrumentStatus, string>> = {
  online: "online",
  halted: "restrictedAPI",
  offline: "offline",
  reduce_only: "limit_open",
  post_only: "restrictedAPI",
};

const SHARED_FIELDS = {
  symbol: Type.String(),
  category: Type.String(),
  baseCoin: Type.String(),
  quoteCoin: Type.String(),
  buyLimitPriceRatio: Type.String(),
  sellLimitPriceRatio: Type.String(),
  makerFeeRate: Type.String(),
  takerFeeRate: Type.String(),
  minOrderQty: Type.String(),
  maxOrderQty: Type.String(),
  maxMarketOrderQty: Type.String(),
  pricePrecision: Type.String({ description: "Decimals of prices" }),
  quantityPrecision: Type.String({ description: "Decimals of quantities" }),
  quotePrecision: Type.String({ description: "Decimals of amounts in quote coin" }),
  priceMultiplier: Type.String({ description: "Price increment" }),
  quantityMultiplier: Type.String({ description: "Quantity increment" }),
  minOrderAmount: Type.String({ description: "Least order value in quote coin" }),
  maxSymbolOrderNum: Type.String(),
  maxProductOrderNum: Type.String(),
  status: Type.String({ description: "online, restrictedAPI while halted, offline" }),
  maintainTime: Type.String(),
  launchTime: Type.String(),
  areaSymbol: Type.String(),
  isRwa: Type.String(),
};

const FUTURES_FIELDS = {
  type: Type.String({ description: "perpetual" }),
  symbolType: Type.String(),
  settleCoin: Type.String(),
  feeRateUpRatio: Type.String(),
  openCostUpRatio: Type.String(),
  maxPositionNum: Type.String(),
  offTime: Type.String(),
  limitOpenTime: Type.String(),
  deliveryTime: Type.String(),
  deliveryStartTime: Type.String(),
  deliveryPeriod: Type.String(),
  fundInterval: Type.String({ description: "Hours between fundings" }),
  minLeverage: Type.String(),
  maxLeverage: Type.String(),
};

const MARGIN_FIELDS = {
  isIsolatedBaseBorrowable: Type.String({ description: "NO: unified accounts borrow in one pool" }),
  isIsolatedQuotedBorrowable: Type.String(),
  warningRiskRatio: Type.String(),
  liquidationRiskRatio: Type.String({ description: "Maintenance by equity" }),
  maxCrossedLeverage: Type.String(),
  maxIsolatedLeverage: Type.String(),
  userMinBorrow: Type.String({ description: "In quote coin" }),
};

const futuresFields = Type.Object(FUTURES_FIELDS);
const marginFields = Type.Object(MARGIN_FIELDS);
/** Terms of an instrument as clients see them. */
export const instrumentRow = Type.Object({
  ...SHARED_FIELDS,
  ...Type.Partial(futuresFields).properties,
  ...Type.Partial(marginFields).properties,
});

export type InstrumentRow = Static<typeof instrumentRow>;

function futuresRow(exchange: ExchangeAccess, one: Instrument): Static<typeof futuresFields> {
  const delivery = deliveryWordsOf(one, exchange.live.timeMs);
  const opening = openingWordsOf(one, exchange.live.timeMs);
  return {
    type: delivery.type,
    symbolType: "crypto",
    settleCoin: currencyCode(exchange.accounts, one.settle),
    feeRateUpRatio: opening.feeRateUpRatio,
    openCostUpRatio: opening.openCostUpRatio,
    maxPositionNum: opening.maxPositionNum,
    offTime: delivery.offTime,
    limitOpenTime: opening.limitOpenTime,
    deliveryTime: delivery.deliveryTime,
    deliveryStartTime: delivery.deliveryStartTime,
    deliveryPeriod: delivery.deliveryPeriod,
    fundInterval: String(one.fundingIntervalHours),
    minLeverage: String(one.leverageMin),
    maxLeverage: String(one.leverageMax),
  };
}

/** Loans of a pair: a unified account borrows both coins on all its collateral, never isolated. */
function marginRow(exchange: ExchangeAccess, one: Instrument): Static<typeof marginFields> {
  const { lending } = exchange.accounts;
  const terms = pairTermsOf(lending.terms(one.realm, undefined), one);
  return {
    isIsolatedBaseBorrowable: "NO",
    isIsolatedQuotedBorrowable: "NO",
    warningRiskRatio: rateE6Text(lending.rules.warningRisk),
    liquidationRiskRatio: "1",
    maxCrossedLeverage: String(leverageMaxOf(terms)),
    maxIsolatedLeverage: "0",
    userMinBorrow: amountText(exchange.accounts, one.quote, terms.quote?.amountMin ?? 0n),
  };
}

/** Before a delivery, or by order of the operator, positions can only be closed. */
function statusOf(one: Instrument, timeMs: number): string {
  const isOver = isOpeningOver(one, timeMs);
  return isOver && one.status === "online" ? "limit_open" : STATUS_WORDS[one.status];
}

/** Row of an instrument of the given category: MARGIN lists spot pairs. */
export function instrumentRowOf(
  exchange: ExchangeAccess,
  one: Instrument,
  category: Category,
): InstrumentRow {
  const { mark } = exchange.accounts.prices(one);
  const fees = exchange.accounts.fees.ofMarket(one);
  return {
    symbol: one.symbol,
    category: category === "MARGIN" ? category : wireCategoryOf(one.category),
    baseCoin: currencyCode(exchange.accounts, one.base),
    quoteCoin: currencyCode(exchange.accounts, one.quote),
    buyLimitPriceRatio: rateE6Text(one.buyLimitRatio),
    sellLimitPriceRatio: rateE6Text(one.sellLimitRatio),
    makerFeeRate: rateE6Text(fees.makerRate),
    takerFeeRate: rateE6Text(fees.takerRate),
    minOrderQty: smallestText(one, one.sizeLotsMin),
    maxOrderQty: sizeLimitText(one, one.sizeLotsMax, mark),
    maxMarketOrderQty: sizeLimitText(one, one.sizeLotsMarketMax, mark),
    pricePrecision: String(one.priceDecimals),
    quantityPrecision: String(stepDecimals(one)),
    quotePrecision: String(exchange.accounts.currencyAt(one.quote)?.decimals ?? 0),
    priceMultiplier: priceText(one, 1),
    quantityMultiplier: stepText(one),
    // The lots of an inverse order are its notional in quote coin.
    minOrderAmount: one.isInverse
      ? faceText(one, one.sizeLotsMin)
      : valueText(exchange.accounts, one, one.valueMin),
    maxSymbolOrderNum: String(one.limits.symbolOrdersMax),
    maxProductOrderNum: String(one.limits.productOrdersMax),
    status: statusOf(one, exchange.live.timeMs),
    maintainTime: "",
    launchTime: String(one.listedAtMs),
    areaSymbol: "NO",
    isRwa: "NO",
    ...(one.isFutures ? futuresRow(exchange, one) : {}),
    ...(category === "MARGIN" ? marginRow(exchange, one) : {}),
  };
}
