/** Dust at the best prices does not lower what others may hold (decision 0037). */
import { expect, it } from "vitest";
import type { Instrument } from "../../src/core/instruments/instrument.ts";
import { type Lots, lots } from "../../src/core/money/units.ts";
import { readDepth } from "../../src/core/reads/loss-reads.ts";
import { lossLimitsWith } from "../../src/main/founding/loss-terms.ts";
import { FoundedCore, INDEX } from "./founded-core.ts";

/** Levels of the maker's book on each side, in steps of a thousandth of mark. */
const QUOTES = 15;
const QUOTE_STEP = INDEX / 1_000;
/** Orders of the attacker on a side: two sides are the most open orders of an account. */
const DUST = 200;
const SAMPLE_MS = 5_000;
/** Samples of five minutes: all that the average is taken of. */
const SAMPLES = 60;

const listed = new FoundedCore();
const futures = listed.state.instruments.filter(
  ({ isFutures, realm, symbol }) => isFutures && realm === "live" && symbol.startsWith("BTC"),
);

/** Quotes of the same size on both sides, the `place`-th so far from mark. */
function quotes(
  core: FoundedCore,
  instrument: Instrument,
  terms: {
    readonly user: number;
    readonly count: number;
    readonly size: Lots;
    readonly distanceOf: (place: number) => number;
  },
): void {
  for (let place = 1; place <= terms.count; place += 1) {
    const distance = terms.distanceOf(place);
    for (const [side, price] of [
      ["buy", INDEX - distance],
      ["sell", INDEX + distance],
    ] as const) {
      const order = { side, price, size: terms.size };
      expect(core.place(terms.user, instrument, order)).toBeUndefined();
    }
  }
}

it.for(futures.map(({ category, index, symbol }) => [`${category} ${symbol}`, index] as const))(
  "200 orders of the smallest size on each side of %s lower no limit of exposure",
  ([, index]) => {
    const core = new FoundedCore();
    const instrument = core.state.instruments[index] as Instrument;
    const { sizeLotsMax, sizeLotsMin } = instrument;
    const maker = core.user("maker");
    const size = lots(Math.floor(sizeLotsMax / 500));
    const distanceOf = (place: number): number => place * QUOTE_STEP;
    quotes(core, instrument, { user: maker, count: QUOTES, size, distanceOf });
    core.run(lossLimitsWith(instrument, 0n));
    const sample = (): void => {
      core.quoteIndex();
      core.passMs(SAMPLE_MS);
    };
    for (let count = 0; count < SAMPLES; count += 1) sample();
    const before = readDepth(core.state, instrument);
    expect(before.depth).toBe(QUOTES * size);
    expect(before.openInterestMax, "more than the floor").toBeGreaterThan(sizeLotsMax);

    const mallory = core.user("mallory");
    quotes(core, instrument, {
      ...{ user: mallory, count: DUST, size: sizeLotsMin },
      distanceOf: (place) => place,
    });
    for (let count = 0; count < SAMPLES; count += 1) sample();
    const { depth, openInterestMax, positionMax } = readDepth(core.state, instrument);
    expect(depth).toBe(before.depth + DUST * sizeLotsMin);
    expect(openInterestMax).toBeGreaterThanOrEqual(before.openInterestMax);
    expect(positionMax).toBeGreaterThanOrEqual(before.positionMax);
  },
);
