import { describe, expect, it } from "vitest";
import { CrowdedMarket, type CrowdedMarketTerms } from "../../../test/support/crowded-market.ts";
import { digestEvents } from "../../../test/support/virtual-exchange.ts";
import { audit } from "../../core/audit.ts";

const START_MS = Date.UTC(2026, 0, 5, 8);
const MINUTE_MS = 60_000;
const TERMS: CrowdedMarketTerms = {
  startMs: START_MS,
  seed: 5,
  volatility: 6,
  symbols: ["BTCUSD"],
};

/** The price moves between the look of a member and its order. */
const RACES: readonly string[] = ["order_not_found", "opening_too_risky"];

function expectWhole(crowded: CrowdedMarket): void {
  const { verdicts } = audit(crowded.market.exchange.state);
  expect(verdicts.filter(({ findings }) => findings.length > 0)).toEqual([]);
}

it("is liquidated in fast markets, to the profit of the insurance fund", () => {
  const crowded = new CrowdedMarket({ ...TERMS, symbols: ["SOLUSDT"] });
  crowded.market.run(START_MS + 30 * MINUTE_MS);
  expect(crowded.liquidated.length).toBeGreaterThan(3);
  expect(crowded.surpluses).toBeGreaterThan(1);
  const kinds = [...crowded.crowd.rejections.keys()];
  expect(kinds.filter((kind) => !RACES.includes(kind))).toEqual([]);
  expectWhole(crowded);
});

describe("a restart of the crowd", () => {
  it("goes on with the positions that its members hold", () => {
    const crowded = new CrowdedMarket({ ...TERMS, volatility: 1 });
    crowded.market.run(START_MS + 20 * MINUTE_MS);
    const held = crowded.positions();
    expect(held.length).toBeGreaterThan(3);
    crowded.restart();
    crowded.market.run(START_MS + 80 * MINUTE_MS);
    const open = new Set(crowded.positions().map(({ positionId }) => positionId));
    const left = held.filter(({ positionId }) => open.has(positionId));
    expect(left.length).toBeLessThan(held.length);
    expectWhole(crowded);
  });
});

describe("the seed", () => {
  const hashAfterMinutes = (seed: number): string => {
    const crowded = new CrowdedMarket({ ...TERMS, seed });
    const digest = digestEvents(crowded.market.exchange);
    crowded.market.run(START_MS + 5 * MINUTE_MS);
    return digest();
  };

  it("determines every event", () => {
    expect(hashAfterMinutes(11)).toBe(hashAfterMinutes(11));
  });

  it("leads to another crowd when it differs", () => {
    expect(hashAfterMinutes(12)).not.toBe(hashAfterMinutes(11));
  });
});
