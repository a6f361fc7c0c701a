import { type Static, Type } from "typebox";
import { assert } from "../../../core/base/assert.ts";
import type { Side } from "../../../core/base/vocabulary.ts";
import { hasPrice } from "../../../core/base/word-traits.ts";
import type { Instrument } from "../../../core/instruments/instrument.ts";
import { NO_PRICE, type Ticks } from "../../../core/money/units.ts";
import { sizeLimitText } from "../../../wire/sizes.ts";
import { coinText } from "../../../wire/texts.ts";
import { defineEndpoint, type PrivateContext } from "../../http/endpoint.ts";
import { category, decimal, symbol } from "../../http/fields.ts";
import { orderTypeField, sideField } from "../../http/word-fields.ts";
import { sizeAtPrice } from "../../orders/order-sizes.ts";
import { priceTicks } from "../../orders/order-units.ts";
import { UNIT_ERRORS_V3 } from "../../orders/v3-orders.ts";
import { rejectionError } from "../../rejection-codes.ts";
import { instrumentOf } from "../instrument-scope.ts";

const responseSchema = Type.Object({
  available: Type.String({ description: "Coin of payment on spot, free margin on futures" }),
  maxOpen: Type.String({
    description: "The largest order of the side: futures in size, MARGIN in the coin of payment",
  }),
  buyOpenCost: Type.String({
    description: "Margin, open loss and fee of a buy of size, or of the largest",
  }),
  sellOpenCost: Type.String(),
  maxBuyOpen: Type.String(),
  maxSellOpen: Type.String(),
  maxBuyAvailable: Type.String({ description: "Not used: empty" }),
  maxSellAvailable: Type.String({ description: "Not used: empty" }),
});
type MaxOpen = Static<typeof responseSchema>;

interface Asked {
  readonly side: Side;
  /** Undefined for the best price of each side. */
  readonly price: Ticks | undefined;
  readonly size: string | undefined;
}

const UNUSED = { maxBuyAvailable: "", maxSellAvailable: "" } as const;

function maxOnSpot(context: PrivateContext, instrument: Instrument, side: Side): MaxOpen {
  const { accounts } = context.exchange;
  const currency = accounts.currencyAt(side === "buy" ? instrument.quote : instrument.base);
  assert(currency !== undefined, "an instrument's currencies are listed");
  const { available } = accounts.balance(context.principal.userIndex, "unified", currency);
  const none = { maxOpen: "", buyOpenCost: "", sellOpenCost: "", maxBuyOpen: "", maxSellOpen: "" };
  return { available: coinText(currency, available), ...none, ...UNUSED };
}

/**
 * Returns the values as on spot, and in `maxOpen` the amount that can be paid with borrowed funds.
 */
function maxOnMargin(context: PrivateContext, instrument: Instrument, side: Side): MaxOpen {
  const { accounts } = context.exchange;
  const isBuy = side === "buy";
  const currency = accounts.currencyAt(isBuy ? instrument.quote : instrument.base);
  const most = accounts.debts.mostHeld(context.principal.userIndex, instrument, isBuy);
  return { ...maxOnSpot(context, instrument, side), maxOpen: coinText(currency, most) };
}

/** Best price of orders of one side; NO_PRICE, which counts as at market, without any. */
function bestPrice(context: PrivateContext, instrument: Instrument, side: Side): Ticks {
  const { asks, bids } = context.exchange.live.books.of(instrument.index).top(1);
  return (side === "buy" ? bids : asks)[0]?.price ?? NO_PRICE;
}

function maxOnFutures(context: PrivateContext, instrument: Instrument, asked: Asked): MaxOpen {
  const { accounts } = context.exchange;
  const user = context.principal.userIndex;
  const settle = accounts.currencyAt(instrument.settle);
  assert(settle !== undefined, "an instrument's currencies are listed");
  const { free } = accounts.margin(user, "unified", settle);
  const of = (side: Side) => {
    const limit = asked.price ?? bestPrice(context, instrument, side);
    const price = limit === NO_PRICE ? accounts.marketPrice(instrument.index, side) : limit;
    const order = { isBuy: side === "buy", price: limit };
    const max = accounts.openingCapacity(user, instrument, order);
    const units = { instrument, errors: UNIT_ERRORS_V3 };
    const sent = asked.size === undefined ? max : sizeAtPrice(units, asked.size, price);
    const { cost, marginPrice } = accounts.opening(user, instrument, { ...order, size: sent });
    if (marginPrice === NO_PRICE) throw rejectionError("mark_price_missing", "v3");
    return { max: sizeLimitText(instrument, max, price), cost: coinText(settle, cost) };
  };
  const buy = of("buy");
  const sell = of("sell");
  return {
    available: coinText(settle, free < 0n ? 0n : free),
    maxOpen: asked.side === "buy" ? buy.max : sell.max,
    buyOpenCost: buy.cost,
    sellOpenCost: sell.cost,
    maxBuyOpen: buy.max,
    maxSellOpen: sell.max,
    ...UNUSED,
  };
}

export const getMaxOpenAvailable = defineEndpoint({
  method: "POST",
  paths: ["/api/v3/account/max-open-available"],
  version: "v3",
  summary: "How large an order the account can place",
  description:
    "Fields that do not apply are empty: all but available on spot, and maxOpen on MARGIN.",
  access: { kind: "private", permission: "uta_trade_read" },
  limit: { perSecond: 5, per: "uid" },
  request: Type.Object({
    category: category(),
    symbol: symbol(),
    orderType: orderTypeField(),
    side: sideField(),
    price: Type.Optional(
      decimal({ description: "Of a limit order; absent: the best price of the side" }),
    ),
    size: Type.Optional(decimal()),
  }),
  response: responseSchema,
  handle(context, request) {
    const isMarket = !hasPrice(request.orderType);
    const instrument = instrumentOf(context, request.category, request.symbol);
    const { price, size, side } = request;
    const named = price === undefined ? undefined : priceTicks(price, instrument, UNIT_ERRORS_V3);
    const limit = isMarket ? NO_PRICE : named;
    if (!isMarket && named === NO_PRICE) throw rejectionError("price_out_of_range", "v3");
    if (request.category === "MARGIN") return maxOnMargin(context, instrument, side);
    if (!instrument.isFutures) return maxOnSpot(context, instrument, side);
    return maxOnFutures(context, instrument, { side, price: limit, size });
  },
});
