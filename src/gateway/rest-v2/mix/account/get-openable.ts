import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { parseUnits } from "../../../../core/money/decimals.ts";
import { type Lots, lots, NO_PRICE, type Ticks } from "../../../../core/money/units.ts";
import { sizeText } from "../../../../wire/texts.ts";
import { defineEndpoint, type EndpointContext } from "../../../http/endpoint.ts";
import { coin, decimal, enumeration, integer } from "../../../http/fields.ts";
import { openCapacity } from "../../../orders/open-capacity.ts";
import { priceTicks } from "../../../orders/order-units.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { mixInstrument } from "../../shared/instruments.ts";
import { CONTRACT_FIELDS } from "../market/contract-fields.ts";

const E6 = 1_000_000n;

/**
 * The most lots that `amount` opens: amount ÷ (value of a lot × (1 ÷ leverage + taker rate)),
 * rounded down; at most the largest order. The buffer of opening (trading-rules.md section 2.1)
 * raises the rate.
 */
function openable(
  instrument: Instrument,
  by: {
    readonly amount: bigint;
    readonly price: Ticks;
    readonly leverage: number;
  },
): Lots {
  const { feeUpRatio } = instrument.limits;
  const leverage = BigInt(by.leverage);
  const price = BigInt(by.price);
  const rateE12 = BigInt(instrument.takerRate) * (E6 + BigInt(feeUpRatio));
  const costE12 = E6 * E6 + leverage * rateE12;
  const top = by.amount * leverage * E6 * E6;
  const size = instrument.isInverse
    ? (top * price) / (instrument.atomTicksPerLot * costE12)
    : top / (price * instrument.atomsPerTickLot * costE12);
  const max = BigInt(instrument.sizeLotsMax);
  return lots(Number(size < max ? size : max));
}

function askedPrice(instrument: Instrument, text: string): Ticks {
  const price = priceTicks(text, instrument, MIX_UNITS);
  if (price === 0) throw rejectionError("price_out_of_range", "v2_mix");
  return price;
}

/** The price a market order starts at: the best opposite one, else the mark price. */
function marketPrice(context: EndpointContext, instrument: Instrument, isLong: boolean): Ticks {
  const { live, accounts } = context.exchange;
  const book = live.books.of(instrument.index);
  const best = isLong ? book.asks.bestPrice : book.bids.bestPrice;
  const price = best === 0 ? accounts.prices(instrument).mark : best;
  if (price === 0) throw rejectionError("mark_price_missing", "v2_mix");
  return price;
}

/** The price of an order that opens: its own, or the one a market order starts at. */
export function openingPrice(
  context: EndpointContext,
  instrument: Instrument,
  request: {
    readonly posSide: "long" | "short";
    readonly orderType: "limit" | "market";
    readonly openPrice?: string | undefined;
  },
): Ticks {
  const { openPrice, orderType } = request;
  if (orderType === "market") return marketPrice(context, instrument, request.posSide === "long");
  if (openPrice === undefined) throw context.errors.missing("openPrice");
  return askedPrice(instrument, openPrice);
}

export const getOpenCount = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/open-count"],
  version: "v2",
  summary: "Estimate of the size that an amount opens, its fee included",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 10, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    openAmount: decimal(),
    openPrice: decimal(),
    leverage: integer({ min: 1, max: 1_000, default: 20 }),
  }),
  response: Type.Object({ size: Type.String() }),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const decimals = context.exchange.accounts.currencyAt(instrument.settle)?.decimals ?? 0;
    const amount = parseUnits(request.openAmount, decimals);
    if (amount === undefined) throw context.errors.wrong("openAmount");
    if (request.leverage > instrument.leverageMax) {
      throw rejectionError("leverage_out_of_range", "v2_mix");
    }
    const price = askedPrice(instrument, request.openPrice);
    const size = openable(instrument, { amount, price, leverage: request.leverage });
    return { size: sizeText(instrument, size) };
  },
});

export const getMaxOpen = defineEndpoint({
  method: "GET",
  paths: ["/api/v2/mix/account/max-open"],
  version: "v2",
  summary: "The largest order of a side that the caller can place now",
  access: { kind: "private", permission: "read" },
  limit: { perSecond: 20, per: "uid" },
  request: Type.Object({
    ...CONTRACT_FIELDS,
    marginCoin: coin(),
    posSide: enumeration(["long", "short"]),
    orderType: enumeration(["limit", "market"]),
    openPrice: Type.Optional(decimal({ description: "Needed for limit orders" })),
  }),
  response: Type.Object({ maxOpen: Type.String() }),
  handle(context, request) {
    const instrument = mixInstrument(context, request);
    const { orderType } = request;
    const price = openingPrice(context, instrument, request);
    const limit = orderType === "market" ? NO_PRICE : price;
    const order = { instrument, side: request.posSide === "long" ? "buy" : "sell", limit } as const;
    const max = orderType === "market" ? instrument.sizeLotsMarketMax : instrument.sizeLotsMax;
    return { maxOpen: sizeText(instrument, openCapacity(context, order, max)) };
  },
});
