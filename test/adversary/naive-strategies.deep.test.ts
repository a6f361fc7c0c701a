import { describe, expect, it } from "vitest";
import { MarketModel } from "../../src/market-model/market-model.ts";
import { seededStreams } from "../support/seeded-streams.ts";
import { STRATEGY_BOUNDS } from "./naive/strategy-bounds.ts";
import { STRATEGY_GROUPS } from "./naive/strategy-groups.ts";
import { runStrategies, type StrategyResult } from "./naive/strategy-run.ts";

const SEEDS = [1, 2] as const;
const HOURS = 6;
/** Ends a run that hangs; no bound on speed. */
const HANGING_MS = 20 * 60_000;

const sumOf = ([first, second]: readonly [number, number]): number => first + second;

function run(createStrategies: (typeof STRATEGY_GROUPS)[keyof typeof STRATEGY_GROUPS]) {
  return SEEDS.flatMap((seed) =>
    runStrategies({
      seed,
      hours: HOURS,
      createStrategies,
      createOutside: (ofSeed, nowMs) =>
        new MarketModel({
          ...{ seed: ofSeed, nowMs, preset: "normal", stream: "naive" },
          streams: seededStreams(ofSeed),
        }),
    }),
  );
}

/** A strategy gains nothing reliable when one half of one seed at least ends without a profit. */
function isReliable(results: readonly StrategyResult[]): boolean {
  return results.every(({ net: [first, second] }) => first > 0 && second > 0);
}

describe.each(Object.entries(STRATEGY_GROUPS))("six hours with %s", (_, createStrategies) => {
  it(
    "leave no strategy a gain beyond its bound",
    () => {
      const byName = Map.groupBy(run(createStrategies), ({ name }) => name);
      for (const [name, results] of byName) {
        const bound = STRATEGY_BOUNDS[name];
        if (bound === undefined) throw new Error(`${name} has a bound`);
        for (const { gross, turnover } of results) {
          const most = bound.chance + (turnover * bound.basisPoints) / 10_000;
          expect(sumOf(gross), name).toBeLessThan(most);
        }
        expect(isReliable(results), name).toBe(false);
        // Over all seeds the fees are more than whatever chance has brought.
        const net = results.reduce((sum, result) => sum + sumOf(result.net), 0);
        expect(net, name).toBeLessThan(bound.chance);
      }
    },
    HANGING_MS,
  );
});
