import { describe, expect, it } from "vitest";
import { VENUES } from "./mix-commands.ts";
import { countOutcomes, runMix } from "./mix-run.ts";
import { describeMix, generateMix, type MixShape, movesShape, placesShape } from "./order-mix.ts";
import type { ReferenceBook } from "./reference-book.ts";

const COMMANDS = 40_000;

function shares(shape: MixShape) {
  const described = describeMix(generateMix(shape));
  return described as {
    readonly percentByKind: Readonly<Record<string, number>>;
    readonly percentTrading: number;
    readonly levels: number;
    readonly restingLast: number;
  };
}

describe("the order mix", () => {
  it("moves: its shares are those of exchange-core's own measurement", () => {
    const { levels, percentByKind, percentTrading, restingLast } = shares(movesShape(COMMANDS));
    expect(Math.round(percentByKind["move"] ?? 0)).toBe(72);
    expect(Math.round(percentByKind["place"] ?? 0)).toBe(12);
    expect(Math.round(percentByKind["ioc"] ?? 0)).toBe(2);
    expect(percentTrading).toBeGreaterThan(1.5);
    expect(percentTrading).toBeLessThan(3);
    expect(Math.abs(levels - 780)).toBeLessThan(20);
    expect(Math.abs(restingLast - 1_000)).toBeLessThan(150);
  });

  it("places: a quarter of its commands trade", () => {
    const { percentTrading, restingLast } = shares(placesShape(COMMANDS));
    expect(percentTrading).toBeGreaterThan(21);
    expect(percentTrading).toBeLessThan(28);
    expect(Math.abs(restingLast - 1_000)).toBeLessThan(150);
  });

  it("is the same for the same seed, and another for another", () => {
    const trace = (seed: number): string => {
      const { order, price } = generateMix(movesShape(2_000, seed));
      return `${order.join()} ${price.join()}`;
    };
    expect(trace(7)).toBe(trace(7));
    expect(trace(7)).not.toBe(trace(8));
  });

  it("leaves no book crossed", () => {
    const { books } = generateMix(placesShape(COMMANDS));
    const [book] = books as [ReferenceBook];
    expect(book.bid).toBeLessThan(book.ask);
  });
});

describe("a mix through the core", () => {
  it("ends in the reference book, order by order, wherever it trades", async () => {
    const mix = generateMix(placesShape(5_000));
    for (const venue of VENUES) {
      const { checks } = await runMix(mix, venue, false);
      expect(checks.filter(({ holds }) => !holds)).toEqual([]);
    }
  });

  it("with leverage: plans fire, funding is paid, and no order is refused for it", () => {
    const outcomes = countOutcomes(generateMix(movesShape(80_000)), "leveraged");
    expect(outcomes.refused).toBe(0);
    expect(outcomes.plansFired).toBeGreaterThan(500);
    expect(outcomes.fundingPayments).toBeGreaterThan(500);
    expect(outcomes.refusedOthers).toBeLessThan(2_000);
  });
});
