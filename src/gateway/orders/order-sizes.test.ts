import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Lots, ticks, ZERO_LOTS } from "../../core/money/units.ts";
import { WITHOUT_EXITS } from "../../projections/live/order-exits.ts";
import { orderSizeText, positionTexts } from "../../wire/sizes.ts";
import { WireError } from "../http/wire-error.ts";
import type { HeldPosition, OpenOrder, OrderContext, OrderInstrument } from "./order-context.ts";
import { amendedSize, exitSizeOf, orderSize, type SizingOrder } from "./order-sizes.ts";
import { MIX_UNITS } from "./v2-orders.ts";

const BITCOIN: OrderInstrument = {
  ...{ index: 3, symbol: "BTCUSD", category: "coin_futures", realm: "live" },
  ...{ quote: 2, settle: 3, isInverse: true, priceDecimals: 1, tickStep: 1 },
  ...{ sizeDecimals: 0, lotStep: 1 },
};
const BUY: SizingOrder = {
  ...{ side: "buy", positionSide: "net", reduceOnly: false },
  ...{ orderType: "limit", price: ticks(600_000) },
};
const SELL: SizingOrder = { ...BUY, side: "sell" };

type Stand = {
  readonly long?: HeldPosition;
  readonly open?: OpenOrder;
  readonly market?: number;
};

function unitsWith({ long, market = 600_000, open }: Stand) {
  const directory = {
    held: (_user: number, _index: number, side: string) => (side === "long" ? long : undefined),
    marketPrice: () => ticks(market),
    openOrder: (_user: number, _id: number, clientOrderId: string) =>
      clientOrderId === "first" ? open : undefined,
  } as unknown as OrderContext["directory"];
  const principal = { userIndex: 8 } as OrderContext["principal"];
  return {
    context: { directory, principal, nowMs: 0 },
    instrument: BITCOIN,
    errors: MIX_UNITS,
  };
}

/** Size as rows report it after the conversion. */
function reported({ size, sizing }: { size: Lots; sizing?: { priceE6: number } }): string {
  return orderSizeText(BITCOIN, { size, sizingPriceE6: sizing?.priceE6 ?? 0 });
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof WireError) return thrown.code;
    throw thrown;
  }
  return "accepted";
}

/** A position of `size` dollars at a price in ticks. */
function longAt(size: number, price: number, closable = size): HeldPosition {
  return { size, closable, openNotional: (BigInt(size) * 1_000_000_000n) / BigInt(price) };
}

describe("an opening size", () => {
  it("is converted at the limit price, rounded down to lots", () => {
    const order = { ...BUY, price: ticks(601_239) };
    expect(orderSize(unitsWith({}), "0.1", order)).toEqual({
      size: 6_012,
      sizing: { priceE6: 601_239_000_000 },
    });
  });

  it("is converted at the best opposite price for a market order", () => {
    const order = { ...BUY, orderType: "market", price: ticks(0) } as const;
    expect(orderSize(unitsWith({ market: 610_000 }), "0.1", order).size).toBe(6_100);
    expect(codeOf(() => orderSize(unitsWith({ market: 0 }), "0.1", order))).toBe("40823");
  });

  it("is converted at the trigger price for a plan at market", () => {
    const plan = { ...BUY, orderType: "market", price: ticks(0) } as const;
    const size = orderSize(unitsWith({}), "0.1", { ...plan, triggerPrice: ticks(650_000) });
    expect(size.size).toBe(6_500);
  });

  it("is refused off the step", () => {
    expect(codeOf(() => orderSize(unitsWith({}), "0.0005", BUY))).toBe("22038");
  });

  it("is that of the open order with the same client id", () => {
    const sized = { size: 6_543, sizingPriceE6: 654_300_000_000 };
    const open = { ...BUY, instrument: 3, ...sized, filled: ZERO_LOTS, exits: WITHOUT_EXITS };
    const again = { ...BUY, clientOrderId: "first" };
    expect(orderSize(unitsWith({ open }), "0.1", again).size).toBe(6_543);
    expect(orderSize(unitsWith({ open }), "0.2", again).size).toBe(12_000);
    expect(orderSize(unitsWith({ open }), "0.1", { ...again, clientOrderId: "new" }).size).toBe(
      6_000,
    );
  });
});

describe("a closing size", () => {
  const position = fc.record({
    size: fc.integer({ min: 1, max: 10_000_000 }),
    price: fc.integer({ min: 20_000, max: 20_000_000 }),
    now: fc.integer({ min: 20_000, max: 20_000_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it.each([
    ["one-way, plain", SELL],
    ["one-way, reduce-only", { ...SELL, reduceOnly: true }],
    ["hedge", { ...SELL, positionSide: "long" }],
  ] as const)("closes all of the position that was reported: %s", (_name, terms) => {
    fc.assert(
      fc.property(position, ({ now, price, share, size }) => {
        const long = longAt(size, price, Math.floor(size * share));
        const units = unitsWith({ long });
        const { available, total } = positionTexts(BITCOIN, long);
        const order = { ...terms, price: ticks(now) };
        const whole = orderSize(units, total, order);
        expect([whole.size, reported(whole)]).toEqual([size, total]);
        if (available === "0" || available === total) return;
        const rest = orderSize(units, available, order);
        expect([rest.size, reported(rest)]).toEqual([long.closable, available]);
      }),
    );
  });

  it("closes half of the face by half of the size, at any price", () => {
    const units = unitsWith({ long: longAt(6_100, 600_000) });
    const half = orderSize(units, "0.051", { ...SELL, price: ticks(900_000) });
    expect([half.size, reported(half)]).toEqual([3_050, "0.051"]);
  });

  it("turns a position around with what exceeds it, at the price of the order", () => {
    const units = unitsWith({ long: longAt(6_000, 600_000) });
    const turned = orderSize(units, "0.15", { ...SELL, price: ticks(620_000) });
    expect([turned.size, reported(turned)]).toEqual([6_000 + 3_100, "0.15"]);
  });

  it("does not look at the position of the other side", () => {
    const units = unitsWith({ long: longAt(6_100, 610_000) });
    expect(orderSize(units, "0.1", BUY).size).toBe(6_000);
    const opening = { ...SELL, positionSide: "short", price: ticks(620_000) } as const;
    expect(orderSize(units, "0.1", opening).size).toBe(6_200);
  });

  it("of an exit is a share, too", () => {
    const units = unitsWith({ long: longAt(6_100, 600_000) });
    const exit = { side: "long", trigger: ticks(700_000) } as const;
    expect(exitSizeOf(units, "0.102", exit).size).toBe(6_100);
    expect(exitSizeOf(units, "0.051", exit).size).toBe(3_050);
  });
});

describe("an amended size", () => {
  const old = { size: 6_000, sizingPriceE6: 600_000_000_000 };

  it("keeps the price of the conversion", () => {
    expect(amendedSize({ instrument: BITCOIN, errors: MIX_UNITS }, "0.2", old)).toBe(12_000);
    expect(amendedSize({ instrument: BITCOIN, errors: MIX_UNITS }, "0.1", old)).toBe(6_000);
  });

  it("is not looked at for a plan without a size", () => {
    const none = { size: 0, sizingPriceE6: 0 };
    expect(amendedSize({ instrument: BITCOIN, errors: MIX_UNITS }, "0.1", none)).toBe(100);
  });
});
