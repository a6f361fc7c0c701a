import { describe, expect, it } from "vitest";
import { BANDS, isWithin } from "./bands.ts";
import type { FigureValues } from "./figures.ts";
import { measureBooks, measurePrices } from "./generated/measure-generated.ts";
import { mean } from "./measures/series.ts";

const SEEDS = [1, 2, 3, 4, 5];
const DAYS = 30;
/** A little more than the hour after which the last impact is measured. */
const HOURS = 1.03;

/** Ends a run that hangs; no bound on speed. */
const TEST_MS_MAX = 1_200_000;

const isOfPrices = (id: string): boolean => /^(minutes|past|funding)\./.test(id);

const ofPrices = Object.keys(BANDS).filter(isOfPrices);
const ofBooks = Object.keys(BANDS).filter((id) => !isOfPrices(id));

/** Figures outside of their bands or not measured, as texts. */
function outside(ids: readonly string[], figures: FigureValues): string[] {
  return ids.flatMap((id) => {
    const value = figures[id];
    const isOk = value !== undefined && isWithin(value, BANDS[id] ?? {});
    return isOk ? [] : [`${id}: ${value}`];
  });
}

describe("the default market is within the bands", () => {
  it.each(SEEDS)("in its prices and its past, with seed %i", (seed) => {
    const { figures } = measurePrices({ seed, preset: "normal", days: DAYS });
    expect(outside(ofPrices, figures)).toEqual([]);
  });

  const measured: FigureValues[] = [];

  it.each(SEEDS)(
    "in its books and the impact of outsiders, with seed %i",
    (seed) => {
      const { figures } = measureBooks({ seed, preset: "normal", hours: HOURS });
      measured.push(figures);
      expect(outside(ofBooks, figures)).toEqual([]);
    },
    TEST_MS_MAX,
  );

  it("in the mean over the seeds of rates that follow volatility", () => {
    const low = ofBooks.flatMap((id) => {
      const value = mean(measured.map((figures) => figures[id] ?? Number.NaN));
      const { meanMin } = BANDS[id] ?? {};
      return meanMin === undefined || value >= meanMin ? [] : [`${id}: ${value}`];
    });
    expect(measured).toHaveLength(SEEDS.length);
    expect(low).toEqual([]);
  });
});
