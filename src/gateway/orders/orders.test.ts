import type { TSchema } from "typebox";
import { expect, it } from "vitest";
import { orderDraft } from "../../../test/support/command-drafts.ts";
import type { Category } from "../../core/base/vocabulary.ts";
import { lots, ticks } from "../../core/money/units.ts";
import { WITHOUT_EXITS } from "../../projections/live/order-exits.ts";
import { wireId } from "../../wire/ids.ts";
import { PARAMETER_ERRORS } from "../http/parameter-errors.ts";
import { compileReader } from "../http/request-reader.ts";
import type { WireObject } from "../http/strict-json.ts";
import { WireError } from "../http/wire-error.ts";
import { modifyMixOrderV2 } from "./modify-mix-order.ts";
import type { OpenOrder, OrderContext, OrderDirectory, OrderInstrument } from "./order-context.ts";
import {
  cancelMixOrderRequestV2,
  cancelMixOrderV2,
  modifyMixOrderRequestV2,
  placeMixOrderRequestV2,
  placeMixOrderV2,
  placeSpotOrderRequestV2,
  placeSpotOrderV2,
} from "./v2-orders.ts";
import {
  cancelOrderRequestV3,
  cancelOrderV3,
  modifyOrderRequestV3,
  modifyOrderV3,
  placeOrderRequestV3,
  placeOrderV3,
} from "./v3-orders.ts";

const NOW_MS = 1_780_000_000_000;

function instrument(index: number, category: Category): OrderInstrument {
  return {
    index,
    symbol: "BTCUSDT",
    category,
    realm: "live",
    quote: 1,
    settle: 1,
    isInverse: false,
    priceDecimals: 1,
    tickStep: 1,
    sizeDecimals: 3,
    lotStep: 1,
  };
}

const INSTRUMENTS = [instrument(0, "spot"), instrument(1, "usdt_futures")];

const OPEN_ORDER: OpenOrder = {
  ...{ instrument: 1, side: "buy", positionSide: "net", reduceOnly: false, orderType: "limit" },
  ...{ price: ticks(600_000), size: 20, sizingPriceE6: 0, filled: lots(0), exits: WITHOUT_EXITS },
};

function contextOf(options: { isHedge?: boolean } = {}): OrderContext {
  const directory: OrderDirectory = {
    instrument: (realm, category, symbol) =>
      INSTRUMENTS.find(
        (one) => one.realm === realm && one.category === category && one.symbol === symbol,
      ),
    instrumentAt: (index) => INSTRUMENTS[index],
    currencyAt: (index) => (index === 1 ? { code: "USDT", decimals: 8 } : undefined),
    isHedge: () => options.isHedge ?? false,
    instrumentOfOrder: (_user, orderId) => (orderId === 77 ? 1 : undefined),
    openOrder: (_user, orderId) => (orderId === 77 ? OPEN_ORDER : undefined),
    held: () => undefined,
    marketPrice: () => ticks(600_000),
    backingOfOrder: (_user, orderId) => (orderId === 77 ? "default" : undefined),
  };
  const principal = {
    uid: "8",
    userIndex: 8,
    accountKind: "unified" as const,
    realm: "live" as const,
    keyId: "k",
    keyPrefix: 1,
    permissions: new Set<never>(),
    isSession: false,
  };
  return { principal, directory, nowMs: NOW_MS };
}

/** Reads `sent` with a schema and maps it, as both REST and WebSocket do. */
function mapped<T>(
  version: "v2" | "v3",
  schema: TSchema,
  map: (context: OrderContext, request: never) => T,
  options: { isHedge?: boolean } = {},
): (sent: WireObject) => T | string {
  const read = compileReader(schema, PARAMETER_ERRORS[version]);
  return (sent) => {
    try {
      return map(contextOf(options), read(sent) as never);
    } catch (error) {
      if (error instanceof WireError) return error.code;
      throw error;
    }
  };
}

const placeV3 = mapped("v3", placeOrderRequestV3, placeOrderV3);
const LIMIT_V3 = {
  category: "usdt-futures",
  symbol: "BTCUSDT",
  side: "buy",
  orderType: "limit",
  qty: "0.02",
  price: "60000",
};

it("maps a v3 limit order to ticks and lots with the defaults of v3", () => {
  const order = { user: 8, instrument: 1, side: "buy", price: 600_000, size: 20 } as const;
  expect(placeV3({ ...LIMIT_V3, clientOid: "a.b/c:1" })).toEqual(
    orderDraft({ ...order, stpMode: "cancel_maker", clientOrderId: "a.b/c:1" }),
  );
});

it.each([
  ["triggerPrice", "61000"],
  ["triggerPrice", 61_000],
  ["triggerPrice", "x"],
  ["stopPrice", "59000"],
])("refuses a v3 order with %s %j, which would execute at once", (name, price) => {
  for (const orderType of ["limit", "market"]) {
    expect(placeV3({ ...LIMIT_V3, orderType, [name]: price })).toBe("25200");
  }
  expect(placeV3({ ...LIMIT_V3, [name]: "" })).toMatchObject({ kind: "place_order" });
});

it("keeps the side of the trade on v3 in hedge mode", () => {
  expect(placeV3({ ...LIMIT_V3, side: "sell", posSide: "long" })).toMatchObject({
    side: "sell",
    positionSide: "long",
  });
});

it("sizes spot market buys in quote money and sells in base, ignoring price and force", () => {
  const buy = { category: "SPOT", symbol: "BTCUSDT", orderType: "market", timeInForce: "fok" };
  expect(placeV3({ ...buy, side: "buy", qty: "100.5", price: "1" })).toMatchObject({
    price: 0,
    size: 0,
    quoteAmount: 10_050_000_000n,
    timeInForce: "ioc",
  });
  expect(placeV3({ ...buy, side: "sell", qty: "0.5" })).toMatchObject({
    size: 500,
    quoteAmount: 0n,
  });
});

it("refuses v3 values off the increment, unknown symbols and missing parameters", () => {
  expect(placeV3({ ...LIMIT_V3, price: "60000.05" })).toBe("25244");
  expect(placeV3({ ...LIMIT_V3, qty: "0.0205" })).toBe("25610");
  expect(placeV3({ ...LIMIT_V3, symbol: "NOPEUSDT" })).toBe("25100");
  expect(placeV3({ ...LIMIT_V3, price: null })).toBe("40019");
  expect(placeV3({ ...LIMIT_V3, side: "hold" })).toBe("25200");
  expect(placeV3({ ...LIMIT_V3, category: "margin", reduceOnly: "yes" })).toBe("25236");
  expect(placeV3({ ...LIMIT_V3, takeProfit: "70000" })).toMatchObject({
    kind: "place_order",
    exits: { profitTrigger: 700_000, profitBy: "last", lossTrigger: 0 },
  });
  expect(placeV3({ ...LIMIT_V3, marginMode: "isolated" })).toBe("25240");
  expect(placeV3({ ...LIMIT_V3, clientOid: "x".repeat(33) })).toBe("40305");
});

it("refuses requests outside their receive window", () => {
  const window = (requestTime: number, receiveWindow: number) =>
    placeV3({ ...LIMIT_V3, requestTime: `${requestTime}`, receiveWindow: `${receiveWindow}` });
  expect(window(NOW_MS - 5_001, 5_000)).toBe("40078");
  expect(window(NOW_MS, 60_000)).toBe("40079");
  expect(window(NOW_MS - 5_000, 5_000)).toMatchObject({ kind: "place_order" });
});

it("finds the increments of a v3 modification through the open order", () => {
  const modify = mapped("v3", modifyOrderRequestV3, modifyOrderV3);
  expect(modify({ orderId: wireId(77), clientOid: "c", price: "61000.5" })).toEqual({
    kind: "amend_order",
    user: 8,
    orderId: 77,
    clientOrderId: "",
    price: 610_005,
    size: 0,
    autoCancel: false,
    exits: undefined,
  });
  expect(modify({ orderId: wireId(78), price: "61000" })).toBe("25204");
  expect(modify({ orderId: wireId(77) })).toBe("40913");
  expect(modify({ price: "1" })).toBe("40924");
  expect(modify({ orderId: wireId(77), qty: "0" })).toBe("25207");
  expect(modify({ orderId: wireId(77), price: "0" })).toBe("25200");
});

it("cancels by the order id when both ids are given", () => {
  const cancel = mapped("v3", cancelOrderRequestV3, cancelOrderV3);
  const both = cancel({ orderId: wireId(5), clientOid: "c" });
  expect(both).toMatchObject({ orderId: 5, clientOrderId: "" });
  expect(cancel({ clientOid: "c" })).toMatchObject({ orderId: 0, clientOrderId: "c" });
  expect(cancel({ orderId: "5" })).toBe("25204");
});

const LIMIT_MIX = {
  symbol: "btcusdt",
  productType: "usdt-futures",
  marginMode: "crossed",
  marginCoin: "usdt",
  size: "0.02",
  price: "60000",
  side: "buy",
  orderType: "limit",
  force: "GTC",
};

it("ignores tradeSide in one-way mode on v2 and defaults to no self-trade prevention", () => {
  const place = mapped("v2", placeMixOrderRequestV2, placeMixOrderV2);
  expect(place({ ...LIMIT_MIX, tradeSide: "Close", reduceOnly: "YES" })).toMatchObject({
    side: "buy",
    positionSide: "net",
    reduceOnly: true,
    stpMode: "none",
    timeInForce: "gtc",
  });
  expect(place({ ...LIMIT_MIX, marginCoin: "USDC" })).toBe("40778");
  expect(place({ ...LIMIT_MIX, productType: "COIN-FUTURES" })).toBe("40072");
  expect(place({ ...LIMIT_MIX, price: "0.01" })).toBe("45115");
  expect(place({ ...LIMIT_MIX, size: "0.0001" })).toBe("22038");
});

it("reverses the side when a v2 hedge order closes", () => {
  const place = mapped("v2", placeMixOrderRequestV2, placeMixOrderV2, { isHedge: true });
  const sides = (side: string, tradeSide: string) => place({ ...LIMIT_MIX, side, tradeSide });
  expect(sides("buy", "open")).toMatchObject({ side: "buy", positionSide: "long" });
  expect(sides("buy", "close")).toMatchObject({ side: "sell", positionSide: "long" });
  expect(sides("sell", "open")).toMatchObject({ side: "sell", positionSide: "short" });
  expect(sides("sell", "close")).toMatchObject({ side: "buy", positionSide: "short" });
  expect(place(LIMIT_MIX)).toBe("40774");
});

it("maps v2 spot orders and refuses what is not served", () => {
  const place = mapped("v2", placeSpotOrderRequestV2, placeSpotOrderV2);
  const limit = { symbol: "BTCUSDT", side: "sell", orderType: "limit", size: "1", price: "60000" };
  expect(place(limit)).toMatchObject({ instrument: 0, size: 1000, positionSide: "net" });
  expect(place({ ...limit, price: "1.23" })).toBe("40808");
  expect(place({ ...limit, symbol: "XUSDT" })).toBe("40034");
  expect(place({ ...limit, tpslType: "tpsl" })).toBe("40019");
  expect(place({ ...limit, tpslType: "tpsl", triggerPrice: "59000" })).toMatchObject({
    kind: "place_plan",
    planKind: "normal",
    orderType: "limit",
  });
});

it("modifies v2 futures orders only with price, size and a new client id", () => {
  const modify = mapped("v2", modifyMixOrderRequestV2, modifyMixOrderV2);
  const head = { symbol: "BTCUSDT", productType: "USDT-FUTURES", orderId: wireId(9) };
  expect(modify({ ...head, newSize: "1", newPrice: "5" })).toBe("22003");
  expect(modify({ ...head, newSize: "1", newClientOid: "n" })).toBe("40925");
  expect(modify({ ...head, newSize: "1", newPrice: "5", newClientOid: "n" })).toMatchObject({
    kind: "replace_order",
    orderId: 9,
    price: 50,
    size: 1000,
    newClientOrderId: "n",
  });
  const cancel = mapped("v2", cancelMixOrderRequestV2, cancelMixOrderV2);
  expect(cancel({ ...head, orderId: "12" })).toBe("40768");
});
