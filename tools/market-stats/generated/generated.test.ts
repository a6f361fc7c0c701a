import { describe, expect, it } from "vitest";
import { audit } from "../../../src/core/audit.ts";
import { decodeEvents } from "../../../src/core/events/event-buffer.ts";
import { BOOK_KEYS, bookValues } from "../figures.ts";
import { openGeneratedMarket } from "./generated-market.ts";
import { buyAtMarket, startDust } from "./outsider-trades.ts";
import { generatedMinutes } from "./price-path.ts";
import { recordMarket } from "./record-market.ts";

const PLAN = { seconds: 20, warmUpMs: 30_000 };
const options = (seed: number) => ({ seed, preset: "normal" }) as const;

const valuesOf = (seed: number) =>
  bookValues(recordMarket(openGeneratedMarket(options(seed)), PLAN));

describe("a recorded run of the agent market", () => {
  it("has every book in each second", () => {
    const market = openGeneratedMarket(options(1));
    const recordings = recordMarket(market, PLAN);
    expect(Object.keys(recordings)).toEqual(BOOK_KEYS);
    for (const { asks, bids, middles, seconds } of Object.values(recordings)) {
      expect([seconds, bids.length, asks.length, middles.length]).toEqual([21, 21, 21, 21]);
      expect(Math.min(...asks.map((ask, second) => ask - (bids[second] ?? 0)))).toBeGreaterThan(0);
    }
    expect(recordings.btc_perp?.updates).toBeGreaterThan(0);
    const findings = audit(market.exchange.state).verdicts.flatMap((verdict) => verdict.findings);
    expect(findings).toEqual([]);
  });

  it("is determined by its seed", () => {
    const values = valuesOf(3);
    expect(valuesOf(3)).toEqual(values);
    expect(valuesOf(4)).not.toEqual(values);
  });
});

describe("outsiders", () => {
  /** Fills of the outsiders in the seconds after they begin. */
  function fillsWith(begin: typeof startDust) {
    const market = openGeneratedMarket(options(2));
    const { exchange, outsiders } = market;
    market.run(exchange.nowMs() + PLAN.warmUpMs);
    const words: Float64Array[] = [];
    exchange.onApplied = (applied) => words.push(applied);
    begin(market);
    market.run(exchange.nowMs() + 1_000 * PLAN.seconds);
    const events = words.flatMap(decodeEvents);
    const fills = events.flatMap((event) =>
      event.kind === "order_filled" && outsiders.includes(event.user) ? [event] : [],
    );
    const findings = audit(exchange.state).verdicts.flatMap((verdict) => verdict.findings);
    expect(findings).toEqual([]);
    return { fills, market };
  }

  it("buy the BTC perpetual with one order", () => {
    const { fills, market } = fillsWith(buyAtMarket);
    const bought = fills.filter(({ side }) => side === "buy");
    expect(bought).toEqual(fills);
    expect(new Set(fills.map(({ orderId }) => orderId)).size).toBe(1);
    expect(new Set(fills.map(({ instrument }) => instrument))).toEqual(
      new Set([market.instruments.btc_perp.index]),
    );
    expect(Math.max(...fills.map(({ price }) => price))).toBeGreaterThan(
      Math.min(...fills.map(({ price }) => price)),
    );
  });

  it("trade dust ten times a second and keep next to nothing of it", () => {
    const { fills, market } = fillsWith(startDust);
    expect(fills.length).toBeGreaterThan(100);
    const net = fills.reduce((sum, { side, size }) => sum + (side === "buy" ? size : -size), 0);
    const oneEther = 10 ** market.instruments.eth_perp.sizeDecimals;
    expect(Math.abs(net)).toBeLessThan(oneEther);
  });
});

it("takes the minutes of the outside price without gaps", () => {
  const candles = generatedMinutes(options(5), 0.05);
  expect(candles).toHaveLength(73);
  for (const [index, { close, high, low, open, startMs }] of candles.entries()) {
    const before = candles[index - 1];
    if (before !== undefined)
      expect([open, startMs]).toEqual([before.close, before.startMs + 60_000]);
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
  }
  expect(generatedMinutes(options(5), 0.05)).toEqual(candles);
  expect(generatedMinutes(options(6), 0.05)).not.toEqual(candles);
});
