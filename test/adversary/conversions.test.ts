/**
 * Colluding accounts that see the outside market before the index follows: each second they request
 * prices in both directions, keep the quotes for their eight seconds, and accept those that the
 * market has made favourable. The gain is measured at outside prices (decision 0060).
 */
import { describe, expect, it } from "vitest";
import { dayResultOf } from "../../src/core/converting/conversion-limits.ts";
import { Random } from "../simulation/random.ts";
import { type Accepted, ConversionFixture } from "../support/conversion-fixture.ts";
import { COIN, USD } from "../support/core-listings.ts";

const INDEX = 10_000;
const SIZE = 10;
const SPREAD = 0.001;
const DAY_LOSS = 2_000;
const NET_MAX = 200;
const SECONDS = 240;
const E8 = 100_000_000;

type Figures = {
  conversions: number;
  /** Refusals because the market moved, and because a limit of the exchange was reached. */
  moved: number;
  limited: number;
  /** Largest gain of a conversion at the index, and at the outside price. */
  atIndex: number;
  atMarket: number;
  /** Sum of the gains at outside prices. */
  total: number;
  /** Largest lag of the index behind the outside price, as a share of the index. */
  lag: number;
  /** Worst result of the day for the exchange, at the index. */
  worst: number;
};

/** Value of a conversion's gain for its user at a price. */
function gainAt(price: number, { fromAmount, fromCurrency, toAmount }: Accepted): number {
  const [from, to] = [Number(fromAmount), Number(toAmount)];
  return fromCurrency === COIN ? to - from * price : to * price - from;
}

/** Plays the attack; the index follows every `lagSeconds`, by steps of at most `stepE4`. */
function play(seed: number, terms: { lagSeconds: number; stepE4: number }): Figures {
  const core = new ConversionFixture();
  const random = new Random(seed);
  core.index(INDEX);
  core.endow(USD, 100_000_000);
  core.rules({ dayLossUsdMax: DAY_LOSS });
  core.terms(COIN, { spreadE6: (SPREAD * 1_000_000) / 2, netMax: NET_MAX });
  core.terms(USD, { spreadE6: (SPREAD * 1_000_000) / 2 });
  const mallory = core.rich("mallory");
  const accounts = [mallory, core.rich("trudy")];
  for (const user of accounts) {
    const funds = { kind: "credit", user, wallet: "spot" } as const;
    core.run({ ...funds, currency: USD, amount: 100_000_000n as never });
  }
  const figures: Figures = {
    ...{
      conversions: 0,
      moved: 0,
      limited: 0,
      atIndex: Number.NEGATIVE_INFINITY,
      atMarket: Number.NEGATIVE_INFINITY,
    },
    ...{ total: 0, lag: 0, worst: 0 },
  };
  let [outside, index] = [INDEX, INDEX];
  let kept: { user: number; quote: Accepted; until: number }[] = [];
  for (let second = 1; second <= SECONDS; second++) {
    core.passMs(1_000);
    outside += Math.round((outside * random.between(-terms.stepE4, terms.stepE4)) / 10_000);
    if (second % terms.lagSeconds === 0) {
      index = outside;
      core.index(index);
    }
    figures.lag = Math.max(figures.lag, Math.abs(outside - index) / index);
    figures.worst = Math.min(figures.worst, Number(dayResultOf(core.state, "live")) / E8);
    kept = kept.filter(({ until }) => until > second);
    for (const user of accounts) {
      for (const coins of [[COIN, USD] as const, [USD, COIN] as const]) {
        core.quote(user, coins, coins[0] === COIN ? SIZE : -SIZE);
        if (core.rejection === undefined)
          kept.push({ user, quote: core.quoted, until: second + 8 });
        else if (core.rejection === "conversion_limit_reached") figures.limited += 1;
      }
    }
    for (const { quote, user } of kept.filter((one) => gainAt(outside, one.quote) > 0)) {
      core.accept(user, quote);
      if (core.rejection === "conversion_price_moved") figures.moved += 1;
      if (core.rejection === "conversion_limit_reached") figures.limited += 1;
      if (core.rejection !== undefined) continue;
      figures.conversions += 1;
      figures.atIndex = Math.max(figures.atIndex, gainAt(index, quote));
      figures.atMarket = Math.max(figures.atMarket, gainAt(outside, quote));
      figures.total += gainAt(outside, quote);
      kept = kept.filter((one) => one.quote !== quote);
    }
  }
  core.index(outside);
  figures.worst = Math.min(figures.worst, Number(dayResultOf(core.state, "live")) / E8);
  return figures;
}

const SEEDS = [1, 2];

describe("quotes that are kept until the market has made them favourable", () => {
  it.each(SEEDS)("gain nothing while the index follows the market (seed %i)", (seed) => {
    const { atMarket, conversions, moved } = play(seed, { lagSeconds: 1, stepE4: 30 });
    // Every quote that the market made favourable is refused: there is no free option.
    expect(moved).toBeGreaterThan(0);
    expect(conversions).toBe(0);
    expect(atMarket).toBe(Number.NEGATIVE_INFINITY);
  });

  it.each(SEEDS)("gain at most the bound while the index lags by seconds (seed %i)", (seed) => {
    const figures = play(seed, { lagSeconds: 4, stepE4: 30 });
    const { atIndex, atMarket, conversions, lag, limited, total, worst } = figures;
    expect(conversions).toBeGreaterThan(0);
    expect(atIndex).toBeLessThanOrEqual(0);
    const value = SIZE * INDEX * 1.5;
    expect(atMarket).toBeLessThanOrEqual((lag - SPREAD) * value);
    // The attack reaches the limit, and the loss of the exchange stays within the bound of the day.
    const bound = DAY_LOSS + NET_MAX * INDEX * 1.5 * lag;
    expect(limited).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(0);
    expect(-worst).toBeGreaterThan(0);
    expect(-worst).toBeLessThanOrEqual(bound);
  });
});
