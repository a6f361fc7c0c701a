import { beforeAll, describe, expect, it } from "vitest";
import { CrowdedMarket, type CrowdedMarketTerms } from "../../../test/support/crowded-market.ts";
import { audit } from "../../core/audit.ts";

const START_MS = Date.UTC(2026, 0, 5, 8);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TERMS: CrowdedMarketTerms = {
  startMs: START_MS,
  seed: 5,
  volatility: 2.5,
  symbols: ["BTCUSDT", "ETHUSDT", "SOLUSDT", "BTCUSD", "ETHUSD"],
};

/** The order is filled, or the price moves, between the look of a member and its command. */
const RACES: readonly string[] = ["order_not_found", "opening_too_risky"];

describe("three hours of a wild market with the leveraged crowd", () => {
  const crowded = new CrowdedMarket(TERMS);
  const { exchange } = crowded.market;
  const commandsPerSecond: number[] = [];
  const longShares: number[] = [];

  beforeAll(() => {
    let submitted = 0;
    for (let atMs = 1_000; atMs <= 3 * HOUR_MS; atMs += 1_000) {
      crowded.market.run(START_MS + atMs);
      commandsPerSecond.push(crowded.crowd.submitted - submitted);
      submitted = crowded.crowd.submitted;
      if (atMs % (10 * MINUTE_MS) !== 0) continue;
      const positions = crowded.positions().filter(({ instrument }) => !instrument.isInverse);
      const notional = (isLong: boolean): number =>
        positions
          .filter(({ positionSide }) => (positionSide === "long") === isLong)
          .reduce((sum, { openNotional }) => sum + Number(openNotional), 0);
      longShares.push(notional(true) / (notional(true) + notional(false)));
    }
  });

  it("liquidates long and short positions", () => {
    expect(crowded.liquidated.length).toBeGreaterThan(24);
    expect(new Set(crowded.liquidated.map(({ isLong }) => isLong)).size).toBe(2);
  });

  it("pays the remains of liquidated positions into the insurance funds", () => {
    expect(crowded.surpluses).toBeGreaterThan(5);
  });

  it("holds an open interest in every perpetual", () => {
    const held = new Set(crowded.positions().map(({ instrument }) => instrument.index));
    expect(held.size).toBe(exchange.instruments.length);
  });

  it("changes the crowded side with the trend", () => {
    expect(Math.max(...longShares) - Math.min(...longShares)).toBeGreaterThan(0.2);
  });

  it("credits new members in the place of emptied ones", () => {
    expect(crowded.credits.length).toBeGreaterThan(0);
    for (const { amount } of crowded.credits) expect(amount).toBeGreaterThan(0n);
  });

  it("sends no more than five commands a second on average over two seconds", () => {
    const pairs = commandsPerSecond.slice(1).map((count, i) => count + (commandsPerSecond[i] ?? 0));
    expect(Math.max(...pairs)).toBeLessThanOrEqual(15);
    expect(crowded.crowd.submitted / commandsPerSecond.length).toBeLessThan(1);
  });

  it("causes only rejections that races make unavoidable", () => {
    const kinds = [...crowded.crowd.rejections.keys()];
    expect(kinds.filter((kind) => !RACES.includes(kind))).toEqual([]);
  });

  it("keeps every invariant of the exchange", () => {
    const broken = audit(exchange.state).verdicts.filter(({ findings }) => findings.length > 0);
    expect(broken).toEqual([]);
  });
});

it("is liquidated a few times in three hours of ordinary volatility", () => {
  const crowded = new CrowdedMarket({ ...TERMS, volatility: 1 });
  crowded.market.run(START_MS + 3 * HOUR_MS);
  expect(crowded.liquidated.length).toBeGreaterThan(2);
  expect(crowded.liquidated.length).toBeLessThan(50);
  const broken = audit(crowded.market.exchange.state).verdicts;
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
