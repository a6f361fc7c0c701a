/** Worked examples of trading-rules.md section 3, from the book and the clock to the payment. */
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { traders } from "../../../test/support/traders.ts";
import { lots, rateE8 } from "../money/units.ts";

const HOUR_MS = 3_600_000;
/** The clock of the fixture begins here; the first settlement of eight hours is at hour 8. */
const START_MS = 1_000_000;
const INDEX = 100_000;

type Terms = {
  readonly hours?: number;
  readonly min?: number;
  readonly max?: number;
  readonly impact?: number;
};

function setTerms(core: CoreFixture, instrument: number, terms: Terms): void {
  const { hours = 8, impact = 1, max = 300_000, min = -300_000 } = terms;
  core.run({
    kind: "set_funding_terms",
    ...{ instrument, intervalHours: hours, impactLots: lots(impact) },
    ...{ rateMin: rateE8(min), rateMax: rateE8(max) },
  });
}

/** A book of one bid and one ask, or of one side, at the index given; last traded at `last`. */
function market(instrument: number, quotes: { bid?: number; ask?: number; last?: number }) {
  const core = new CoreFixture();
  core.index(INDEX);
  const [alice, bob] = [core.rich("alice"), core.rich("bob")];
  const order = { instrument, size: 1 } as const;
  const { ask, bid, last } = quotes;
  if (last !== undefined) {
    core.place({ ...order, user: alice, side: "sell", price: last });
    core.place({ ...order, user: bob, side: "buy", price: last });
  }
  if (bid !== undefined) core.place({ ...order, user: alice, side: "buy", price: bid });
  if (ask !== undefined) core.place({ ...order, user: bob, side: "sell", price: ask });
  const { prices } = core.state;
  return { core, alice, bob, mark: () => prices[instrument]?.mark };
}

/** Samples of the book over the whole window of the basis, at a fresh index. */
function sampleWindow(core: CoreFixture): void {
  for (let sample = 0; sample < 60; sample++) {
    core.index(INDEX);
    core.passMs(5_000);
  }
}

describe("the mark price, the median of P1, P2 and P3", () => {
  it.for(
    [LINEAR, INVERSE].flatMap((instrument) =>
      (
        [
          // Bid 99,900 and ask 100,300 are 100 above the index: P2 = 100,100. The rate is 0.01 %.
          // [hours left, last, mark]; four of eight hours: P1 = 100,000 × 1.00005 = 100,005.
          [4, 99_950, 100_005],
          [4, 100_050, 100_050],
          [4, 100_250, 100_100],
          // Two hours: P1 = 100,002.5, rounded to the index.
          [2, 99_950, 100_002],
          [2, 100_003, 100_003],
        ] as const
      ).map((one) => [instrument, ...one] as const),
    ),
  )("of instrument %d, %d hours ahead, last %d", ([instrument, hours, last, expected]) => {
    const { core, mark } = market(instrument, { bid: 99_900, ask: 100_300, last });
    core.passMs((8 - hours) * HOUR_MS - START_MS - 300_000);
    sampleWindow(core);
    expect(mark()).toBe(expected);
  });

  it("has a P2 that averages samples of five seconds over the window", () => {
    const { core, mark } = market(LINEAR, { bid: 99_900, ask: 100_300, last: 101_000 });
    // Close enough to the settlement that P1 equals the index.
    core.passMs(8 * HOUR_MS - START_MS - 120_000);
    const marks = [INDEX, 100_040, 100_160].map((index) => {
      core.index(index);
      core.passMs(5_000);
      return mark();
    });
    // The mid of 100,100 is 100 above, 60 above and 60 below, each for 5 of 300 seconds: sums of
    // 500, 800 and 500 are 1.67, 2.67 and 1.67 on average.
    expect(marks).toEqual([100_001, 100_042, 100_161]);
    core.passMs(4_999);
    core.index(100_000);
    // Nothing new was sampled.
    expect(mark()).toBe(100_001);
  });

  it("forgets samples of five minutes ago", () => {
    const { core, mark } = market(LINEAR, { bid: 99_900, ask: 100_300, last: 101_000 });
    core.passMs(8 * HOUR_MS - START_MS - 600_000);
    core.index(99_400);
    core.passMs(5_000);
    for (let at = 0; at < 59; at++) {
      core.index(INDEX);
      core.passMs(5_000);
    }
    // 700 once and 100 fifty-nine times are 110 on average; then the 700 is gone.
    expect(mark()).toBe(100_110);
    core.passMs(5_000);
    expect(mark()).toBe(100_100);
  });

  it.for([LINEAR, INVERSE])(
    "takes impact prices of the notional that is set: instrument %d",
    (instrument) => {
      const core = new CoreFixture();
      core.index(1_000);
      const alice = core.rich("alice");
      const guards = { markCapE6: 0, markStepE6: 0, referenceStepE6: 0 };
      core.run({ kind: "set_price_guards", instrument, ...guards, impactUnits: 2_000 });
      // 2,000 dollars are two lots at 1,000, and 2,000 lots of a dollar when inverse.
      const unit = instrument === INVERSE ? 1_000 : 1;
      const quote = (side: "buy" | "sell", price: number, size: number): void => {
        core.place({ user: alice, instrument, side, price, size: size * unit });
      };
      const sample = (): number | undefined => {
        core.index(1_000);
        core.passMs(5_000);
        return core.state.prices[instrument]?.basis.samples.at(-1)?.twice;
      };
      quote("buy", 1_100, 1);
      quote("sell", 1_200, 2);
      // One lot of bids is too thin, whatever the asks.
      expect(sample()).toBeUndefined();
      quote("buy", 1_051, 9);
      // Two lots would sell at (1,100 + 1,051) ÷ 2 = 1,075.5, rounded down, and buy at 1,200.
      expect(sample()).toBe(75 + 200);
      quote("sell", 1_101, 1);
      // (1,101 + 1,200) ÷ 2 = 1,150.5, rounded up.
      expect(sample()).toBe(75 + 151);
    },
  );

  it("follows the rate below the index", () => {
    const { core, mark } = market(LINEAR, { ask: 99_000, last: 99_000 });
    core.passMs(5_000);
    // A discount of 1 % is bounded to −0.3 %; half of it remains after four hours:
    // P1 = 100,000 × 0.9985; P2 has no sample and is the index; P3 = 99,000.
    core.passMs(4 * HOUR_MS - START_MS - 5_000);
    expect(mark()).toBe(99_850);
  });
});

/** Ten lots at these prices, five at each, on one side of the book. */
function offered(instrument: number, prices: readonly number[], terms: Terms) {
  const { core, alice } = market(instrument, {});
  setTerms(core, instrument, { ...terms, impact: 10 });
  const side = (prices[0] ?? 0) > INDEX ? "buy" : "sell";
  for (const price of prices) core.place({ user: alice, instrument, side, price, size: 5 });
  core.passMs(5_000);
  return core.state.funding[instrument]?.rate;
}

describe("the funding rate", () => {
  // F = clamp((P + clamp(0.01 % − P, ±0.05 %)) ÷ (8 ÷ N), min, max), in 10^-8.
  it.for(
    [LINEAR, INVERSE].flatMap((instrument) =>
      (
        [
          // Bought at 100,200 on average: P = 0.2 %, pulled by 0.05 % to 0.15 %.
          [
            [100_300, 100_100],
            [150_000, 75_000, 37_500, 18_750],
          ],
          // Sold at 99,850: P = −0.15 %, pulled to −0.1 %.
          [
            [99_800, 99_900],
            [-100_000, -50_000, -25_000, -12_500],
          ],
          // P = 1 %, pulled to 0.95 %; bounded by 0.3 % for eight and four hours.
          [
            [101_000, 101_000],
            [300_000, 300_000, 237_500, 118_750],
          ],
          // P = −1 %, pulled to −0.95 %.
          [
            [99_000, 99_000],
            [-300_000, -300_000, -237_500, -118_750],
          ],
          // P = 0.05 % lies within 0.05 % of the interest: 0.01 %.
          [
            [100_060, 100_040],
            [10_000, 5_000, 2_500, 1_250],
          ],
          // P = −0.03 % as well.
          [
            [99_960, 99_980],
            [10_000, 5_000, 2_500, 1_250],
          ],
        ] as const
      ).flatMap(([prices, rates]) =>
        [8, 4, 2, 1].map((hours, at) => [instrument, hours, prices, rates[at]] as const),
      ),
    ),
  )("of instrument %d each %d hours at %j is %d", ([instrument, hours, prices, expected]) => {
    expect(offered(instrument, prices, { hours })).toBe(expected);
  });

  it.for([
    [[101_000, 101_000], { min: -1_000, max: 20_000 }, 20_000],
    [[99_000, 99_000], { min: -1_000, max: 20_000 }, -1_000],
    [[101_000, 101_000], { min: 0, max: 0 }, 0],
    [[100_060, 100_040], { min: 0, max: 9_999 }, 9_999],
  ] as const)("at %j within %j is %d", ([prices, terms, expected]) => {
    expect(offered(LINEAR, prices, terms)).toBe(expected);
  });

  it("averages the premium over the time it lasted", () => {
    const { core, alice } = market(LINEAR, {});
    setTerms(core, LINEAR, {});
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100_400, size: 1 });
    const { orderId } = core;
    for (let at = 0; at < 3; at++) {
      core.index(INDEX);
      core.passMs(5_000);
    }
    core.cancel(alice, orderId);
    expect(core.rejection).toBeUndefined();
    core.index(INDEX);
    core.passMs(25_000);
    // 0.4 % for 15 seconds and nothing for 25: 0.15 %, pulled to 0.1 %.
    expect(core.state.funding[LINEAR]?.rate).toBe(100_000);
  });

  it.for([
    // 200 units of margin at a hundred times leverage are 20,000: at 100 each 200 lots.
    [LINEAR, 199, 10_000],
    [LINEAR, 200, 300_000],
    // A lot of an inverse contract is a dollar.
    [INVERSE, 19_999, 10_000],
    [INVERSE, 20_000, 300_000],
  ] as const)("hears orders of 200 units of margin: instrument %d, %d", (example) => {
    const [instrument, size, expected] = example;
    const core = new CoreFixture();
    const alice = core.rich("alice");
    core.place({ user: alice, instrument, side: "buy", price: 101, size });
    core.passMs(5_000);
    expect(core.state.funding[instrument]?.rate).toBe(expected);
  });
});

/** Alice holds a position; eight hours later its mark and a rate of ±0.3 % or 0.01 % are fixed. */
function settled(example: {
  readonly terms: Parameters<typeof traders>[0];
  readonly side: "buy" | "sell";
  readonly size: number;
  readonly mark: number;
  readonly percent: "-0.3" | "0.01" | "0.3";
}) {
  const { mark, percent, side, size, terms } = example;
  const held = traders({ wallet: 20_000, ...terms });
  const { core, instrument, trade } = held;
  trade(side, size, "net");
  const carol = core.rich("carol");
  setTerms(core, instrument, {});
  core.index(mark);
  const quote = { user: carol, instrument, size: 1 } as const;
  if (percent === "0.3") core.place({ ...quote, side: "buy", price: Math.ceil(mark * 1.01) });
  if (percent === "-0.3") core.place({ ...quote, side: "sell", price: Math.floor(mark * 0.99) });
  core.passMs(5_000);
  core.passMs(8 * HOUR_MS - START_MS - 5_000);
  return { ...held, paid: only(core.passMs(0), "funding_paid") };
}

describe("a funding payment", () => {
  it.for([
    // [instrument, isolated, side, size, entry, mark, rate in percent, payment]
    // 30 × 1,250 = 37,500: 3.75 at 0.01 %, paid rounded up and received rounded down.
    [LINEAR, false, "buy", 30, 1_000, 1_250, "0.01", -4n],
    [LINEAR, false, "sell", 30, 1_000, 1_250, "0.01", 3n],
    [LINEAR, true, "buy", 30, 1_000, 1_250, "0.01", -4n],
    // 30 × 980 = 29,400: 88.2 at 0.3 %; a rate below zero is paid by shorts.
    [LINEAR, false, "buy", 30, 1_000, 980, "0.3", -89n],
    [LINEAR, true, "sell", 30, 1_000, 980, "0.3", 88n],
    [LINEAR, false, "buy", 30, 1_000, 980, "-0.3", 88n],
    [LINEAR, true, "sell", 30, 1_000, 980, "-0.3", -89n],
    // Inverse: 500,000 ÷ 125 = 4,000 coins, 12 at 0.3 % to the last one.
    [INVERSE, false, "buy", 500_000, 100, 125, "0.3", -12n],
    [INVERSE, true, "sell", 500_000, 100, 125, "0.3", 12n],
    [INVERSE, true, "buy", 500_000, 100, 125, "-0.3", 12n],
    // 500,000 ÷ 96 = 5,208.33 coins: 15.625 at 0.3 %.
    [INVERSE, false, "sell", 500_000, 100, 96, "-0.3", -16n],
    [INVERSE, true, "buy", 500_000, 100, 96, "-0.3", 15n],
  ] as const)(
    "of instrument %d, isolated %s: %s %d from %d at %d and %s %%",
    ([instrument, isIsolated, side, size, price, mark, percent, expected]) => {
      const terms = { instrument, price, isIsolated };
      const { alice, core, paid } = settled({ terms, side, size, mark, percent });
      const own = paid.filter(({ user }) => user === alice);
      const [futures, coin] =
        instrument === INVERSE
          ? (["coin_futures", COIN] as const)
          : (["usdt_futures", USD] as const);
      const margin = side === "buy" ? "long_margin" : "short_margin";
      expect(own).toMatchObject([
        { mark, amount: expected, currency: coin, wallet: isIsolated ? margin : futures },
      ]);
      // Value at entry, the fee of opening at 0.06 %, the margin of an isolated one at ten times.
      const value = instrument === INVERSE ? size / price : size * price;
      const free = 20_000n - BigInt(Math.ceil((value * 6) / 10_000));
      const backing = isIsolated ? BigInt(value / 10) : free;
      expect(own[0]?.balance).toBe(backing + expected);
      expect(core.money(alice, futures, coin)[0]).toBe(
        isIsolated ? free - backing : free + expected,
      );
    },
  );
});
