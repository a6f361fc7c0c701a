import Big from "big.js";
import { describe, expect, it } from "vitest";
import type { Instrument } from "../../state/instruments.ts";
import { singleCover } from "./cover.ts";
import {
  baseSize,
  convertedSize,
  type Draft,
  EMPTY_DRAFT,
  exitPrices,
  orderOf,
  planOf,
  type TicketContext,
} from "./draft.ts";
import { faultsOf, isComplete } from "./draft-faults.ts";
import type { Holding } from "./holding.ts";
import { previewOf } from "./preview.ts";
import { isMarketRefusal, refusedField } from "./refused-field.ts";
import { tierOf } from "./tier.ts";

const FUTURES = {
  ...{ key: "usdt-futures:BTCUSDT", category: "usdt-futures", symbol: "BTCUSDT" },
  ...{ base: "BTC", quote: "USDT", settle: "USDT", isFutures: true, isInverse: false },
  ...{ priceStep: "0.5", priceDecimals: 1, sizeStep: "0.001", sizeDecimals: 3, quoteDecimals: 2 },
  ...{ sizeMin: "0.001", sizeMax: "100", marketSizeMax: "50", notionalMin: "5" },
  ...{ makerRate: 0.0002, takerRate: 0.0006, leverageMax: 100, status: "online" },
} as Instrument;
const SPOT = {
  ...{ ...FUTURES, key: "spot:BTCUSDT", category: "spot", isFutures: false },
  ...{ makerRate: 0.001, takerRate: 0.001 },
} as Instrument;

const context = (instrument: Instrument, changed: Partial<TicketContext> = {}): TicketContext => ({
  ...{
    instrument,
    lastPrice: "100",
    bidPrice: "",
    askPrice: "",
    marginMode: "crossed",
    isHedge: false,
  },
  ...changed,
});
const draft = (changed: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...changed });
const HOLDING: Holding = {
  ...{ leverage: "10", long: undefined, short: undefined },
  cover: singleCover(Big(1_000)),
  tiers: [{ tier: 1, valueMin: 0, valueMax: 1_000_000, leverageMax: 100, maintenanceRate: 0.005 }],
  markPrice: "100",
};
const LIMIT = draft({ price: "100", size: "2" });

it("a distance of an exit is not wrong while there is no size, and no stop is dropped", () => {
  const exits = { hasExits: true, exitUnit: "profit", stopLoss: "50" } as const;
  expect(faultsOf(draft({ price: "100", ...exits }), context(FUTURES))).toEqual({});
  const far = draft({ price: "100", size: "0.1", ...exits, stopLoss: "20" });
  expect(faultsOf(far, context(FUTURES)).stopLoss).toMatch(/^No price above zero/);
  expect(isComplete(far, context(FUTURES))).toBe(false);
});

describe("the size", () => {
  it("in quote coins is converted at the price and rounded down to the step", () => {
    const written = draft({ price: "30", size: "1", unit: "quote" });
    expect(baseSize(written, context(FUTURES))?.toFixed()).toBe("0.033");
    expect(convertedSize(LIMIT, context(FUTURES), "quote")).toBe("200");
    expect(convertedSize(draft({ size: "2" }), context(FUTURES), "quote")).toBe("");
  });

  it.each(["base", "quote"] as const)(
    "of a market buy on spot is an amount, also when the unit is %s",
    (unit) => {
      const written = draft({ type: "market", size: "25", unit });
      expect(orderOf(written, context(SPOT), "c")).toMatchObject({ amount: "25", type: "market" });
      expect(orderOf(written, context(SPOT), "c").size).toBeUndefined();
      expect(previewOf(written, context(SPOT), HOLDING).cost).toBe("25");
    },
  );

  it("of a market sale on spot is in base coins", () => {
    const written = draft({ type: "market", side: "sell", size: "25", unit: "quote" });
    expect(orderOf(written, context(SPOT), "c").size).toBe("0.25");
    expect(orderOf(written, context(SPOT), "c").amount).toBeUndefined();
  });

  it("of a trigger that buys on spot is in base coins, of a limit order", () => {
    const written = draft({ type: "trigger", triggerPrice: "90", price: "91", size: "2" });
    expect(planOf(written, context(SPOT), "c")).toMatchObject({
      ...{ type: "limit", price: "91", size: "2" },
    });
    expect(planOf({ ...written, side: "sell" }, context(SPOT), "c").type).toBe("market");
  });
});

describe("an order", () => {
  it("has what was written, and nothing else", () => {
    expect(orderOf(LIMIT, context(FUTURES), "c")).toEqual({
      ...{ category: "usdt-futures", symbol: "BTCUSDT", side: "buy", marginMode: "crossed" },
      ...{ positionSide: undefined, size: "2", type: "limit", clientId: "c" },
      ...{ price: "100", timeInForce: "gtc", stpMode: "none" },
    });
  });

  it.each([
    ["buy", false, "long"],
    ["sell", false, "short"],
    ["sell", true, "long"],
    ["buy", true, "short"],
  ] as const)("in hedge mode a %s, closing %s, is of the %s", (side, isClosing, position) => {
    const written = draft({ ...LIMIT, side, isClosing, reduceOnly: true });
    const order = orderOf(written, context(FUTURES, { isHedge: true }), "c");
    expect(order.positionSide).toBe(position);
    expect(order.reduceOnly).toBeUndefined();
  });

  it("of margin says whether to borrow and to repay; one of own coins does not", () => {
    const written = draft({ ...LIMIT, spotMode: "crossed", autoBorrow: true });
    expect(orderOf(written, context(SPOT), "c")).toMatchObject({
      ...{ marginMode: "crossed", autoBorrow: true, autoRepay: false },
    });
    expect(orderOf(LIMIT, context(SPOT), "c").autoBorrow).toBeUndefined();
  });

  it("that waits has its trigger, and a trailing one its distance as a fraction", () => {
    const trigger = draft({ ...LIMIT, type: "trigger", triggerPrice: "90", triggerBy: "mark" });
    expect(planOf(trigger, context(FUTURES), "c")).toMatchObject({
      ...{ kind: "trigger", type: "market", triggerPrice: "90", triggerBy: "mark" },
    });
    expect(planOf({ ...trigger, isLimitAfter: true }, context(FUTURES), "c").price).toBe("100");
    const trailing = draft({ ...LIMIT, type: "trailing", callback: "1.5" });
    expect(planOf(trailing, context(FUTURES), "c")).toMatchObject({
      ...{ kind: "trailing", callbackRate: "0.015" },
    });
  });
});

describe("exits", () => {
  const exits = { ...LIMIT, hasExits: true, takeProfit: "10", stopLoss: "5" };

  it.each([
    ["price", "buy", "10", "5"],
    ["percent", "buy", "110.0", "95.0"],
    ["percent", "sell", "90.0", "105.0"],
    // Two coins: a profit of 10 is 5 of the price, a loss of 5 is 2.5.
    ["profit", "buy", "105.0", "97.5"],
  ] as const)("as %s of a %s are %s and %s", (exitUnit, side, takeProfit, stopLoss) => {
    const written = draft({ ...exits, exitUnit, side });
    expect(exitPrices(written, context(FUTURES))).toEqual({ takeProfit, stopLoss });
  });

  it("are not sent by orders that cannot carry them, whatever was written before", () => {
    const none = { takeProfit: "", stopLoss: "" };
    const wrong = { ...exits, takeProfit: "1", stopLoss: "x" };
    const trailing = draft({ ...wrong, type: "trailing" });
    const margin = draft({ ...wrong, spotMode: "crossed" });
    expect(exitPrices(trailing, context(FUTURES))).toEqual(none);
    expect(exitPrices(margin, context(SPOT))).toEqual(none);
    expect(faultsOf(trailing, context(FUTURES))).toEqual({});
    expect(faultsOf(margin, context(SPOT))).toEqual({});
  });

  it("are not sent unless they are wanted", () => {
    expect(exitPrices({ ...exits, hasExits: false }, context(FUTURES))).toEqual({
      ...{ takeProfit: "", stopLoss: "" },
    });
  });
});

describe("a fault", () => {
  it.each([
    [{ price: "100.3" }, "price"],
    [{ price: "0" }, "price"],
    [{ size: "0.0005" }, "size"],
    [{ size: "101" }, "size"],
    [{ size: "0.01" }, "size"],
    [{ type: "market", size: "51" }, "size"],
    [{ type: "trailing", callback: "100" }, "callback"],
    [{ type: "trigger", triggerPrice: "101.2" }, "triggerPrice"],
    [{ hasExits: true, takeProfit: "99" }, "takeProfit"],
    [{ hasExits: true, stopLoss: "101" }, "stopLoss"],
  ] as const)("of %o is at the field %s", (changed, field) => {
    const written = draft({ ...LIMIT, ...changed });
    expect(Object.keys(faultsOf(written, context(FUTURES)))).toEqual([field]);
    expect(isComplete(written, context(FUTURES))).toBe(false);
  });

  it("is not in a complete order, and a draft without a size is not complete", () => {
    expect(faultsOf(LIMIT, context(FUTURES))).toEqual({});
    expect(isComplete(LIMIT, context(FUTURES))).toBe(true);
    expect(isComplete(draft({ price: "100" }), context(FUTURES))).toBe(false);
  });

  it("of the exchange is at the field that its code is about", () => {
    expect(refusedField("40762")).toBe("size");
    expect(refusedField("45121")).toBe("price");
    expect(refusedField("00000")).toBeUndefined();
    expect(isMarketRefusal("25102")).toBe(true);
  });
});

describe("the preview", () => {
  const holding = HOLDING;

  it("of an order against a position needs margin for what it opens alone", () => {
    const against = (opposite: string) =>
      previewOf(LIMIT, context(FUTURES), {
        ...{ ...holding, cover: singleCover(Big(50)) },
        short: {
          ...{ side: "short", size: opposite, face: "", entryPrice: "100" },
          ...{ markPrice: "100", unrealised: "0", margin: "" },
        },
      });
    expect(against("2")).toMatchObject({ cost: "0", liquidationPrice: "", takerFee: "0.12" });
    expect(against("5").cost).toBe("0");
    expect(against("1.5").cost).toBe("5");
  });

  it("of futures has value, margin, and both fees", () => {
    expect(previewOf(LIMIT, context(FUTURES), holding)).toMatchObject({
      ...{ value: "200", cost: "20", costCoin: "USDT", makerFee: "0.04", takerFee: "0.12" },
    });
  });

  it("of a spot buy takes the fee from what comes in, of a sale from what is paid", () => {
    expect(previewOf(LIMIT, context(SPOT), holding)).toMatchObject({
      ...{ cost: "200", costCoin: "USDT", takerFee: "0.002", feeCoin: "BTC" },
    });
    expect(previewOf({ ...LIMIT, side: "sell" }, context(SPOT), holding)).toMatchObject({
      ...{ cost: "2", costCoin: "BTC", takerFee: "0.2", feeCoin: "USDT" },
    });
  });

  it("liquidates where equity equals maintenance and closing fee", () => {
    const isolated = context(FUTURES, { marginMode: "isolated" });
    // Equity at P: margin 20 + 2 (P − 100); maintenance and fee: 2 P (0.005 + 0.0006): the first
    // price step at which equity is less.
    expect(previewOf(LIMIT, isolated, holding).liquidationPrice).toBe("90.5");
    const short = { ...LIMIT, side: "sell" } as const;
    expect(previewOf(short, isolated, holding).liquidationPrice).toBe("109.5");
  });

  it("of crossed margin counts the equity, and says nothing where no price is near", () => {
    expect(previewOf(LIMIT, context(FUTURES), holding).liquidationPrice).toBe("");
    const little = { ...holding, cover: singleCover(Big(50)) };
    expect(previewOf(LIMIT, context(FUTURES), little).liquidationPrice).toBe("75.0");
  });

  it("of a closing order needs no margin", () => {
    const closing = { ...LIMIT, reduceOnly: true };
    expect(previewOf(closing, context(FUTURES), holding).cost).toBe("0");
  });

  it("is empty without price or size", () => {
    expect(previewOf(draft({ size: "1" }), context(FUTURES), holding).value).toBe("");
  });
});

it("the tier of a value is the first that reaches it, and the last above all", () => {
  const tier = (valueMax: number) => ({
    ...{ tier: valueMax, valueMin: 0, valueMax, leverageMax: 1, maintenanceRate: 0.01 },
  });
  const tiers = [tier(10), tier(20)];
  expect([5, 10, 11, 99].map((value) => tierOf(tiers, value)?.valueMax)).toEqual([10, 10, 20, 20]);
  expect(tierOf([], 1)).toBeUndefined();
});
