import { describe, expect, it, test } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { FUNDING_PAYMENTS_PER_TICK } from "../base/limits.ts";
import { lots, rateE8 } from "../money/units.ts";
import { isFundingDue } from "./run-funding.ts";

const HOUR_MS = 3_600_000;
/** The fixture begins at 1,000,000 ms; funding every eight hours. */
const TO_FUNDING_MS = 8 * HOUR_MS - 1_000_000;

type Terms = Partial<{ hours: number; min: number; max: number; impact: number }>;

function terms(core: CoreFixture, instrument: number, changes: Terms = {}): void {
  const { hours = 8, min = -300_000, max = 300_000, impact = 0 } = changes;
  core.run({
    kind: "set_funding_terms",
    instrument,
    intervalHours: hours,
    rateMin: rateE8(min),
    rateMax: rateE8(max),
    impactLots: lots(impact),
  });
}

/** Alice is long 1,000 at 100 and Bob short. */
function opened(instrument = LINEAR, size = 1_000) {
  const core = new CoreFixture();
  const alice = core.rich("alice");
  const bob = core.rich("bob");
  core.place({ user: bob, instrument, side: "sell", price: 100, size });
  core.place({ user: alice, instrument, side: "buy", price: 100, size });
  return { core, alice, bob };
}

it("reports a bound of zero without a sign, as the journal decodes it", () => {
  const core = new CoreFixture();
  const events = core.run({
    kind: "set_funding_terms",
    instrument: LINEAR,
    intervalHours: 8,
    rateMin: rateE8(-0),
    rateMax: rateE8(300_000),
    impactLots: lots(0),
  });
  expect(only(events, "funding_terms_changed")).toEqual([expect.objectContaining({ rateMin: 0 })]);
});

describe("a settlement", () => {
  it("is fixed at its time, and paid by longs to shorts", () => {
    const { core, alice, bob } = opened();
    expect(only(core.passMs(TO_FUNDING_MS - 1), "funding_fixed")).toEqual([]);
    const settledAtMs = 8 * HOUR_MS;
    expect(only(core.passMs(1), "funding_fixed")).toMatchObject([
      { instrument: LINEAR, number: 1, rate: 10_000, mark: 100, settledAtMs },
      { instrument: INVERSE, number: 1, rate: 10_000, mark: 100, nextAtMs: 16 * HOUR_MS },
    ]);
    // 1,000 × 100 × 0.01 % = 10.
    const paid = only(core.passMs(0), "funding_paid");
    expect(paid.map(({ user, amount, balance }) => [user, amount, balance])).toEqual([
      [alice, -10n, 999_990n],
      [bob, 10n, 1_000_010n],
    ]);
    expect(core.passMs(0)).toEqual([]);
  });

  it("of an inverse contract is paid in the coin, and no user receives the roundings", () => {
    // 30,000,007 ÷ 100 × 0.01 % = 30.0…: alice pays 31, bob receives 30.
    const { core, alice, bob } = opened(INVERSE, 30_000_7);
    core.passMs(TO_FUNDING_MS);
    core.passMs(0);
    const [paid] = core.money(alice, "coin_futures", COIN);
    const [received] = core.money(bob, "coin_futures", COIN);
    expect([paid - 100_000n, received - 100_000n]).toEqual([-1n, 0n]);
  });

  it("is paid by shorts when the book lies below the index", () => {
    const { core, alice } = opened();
    const carol = core.rich("carol");
    terms(core, LINEAR, { impact: 5 });
    core.place({ user: carol, instrument: LINEAR, side: "sell", price: 99, size: 5 });
    core.index(100);
    core.passMs(5_000);
    // A discount of 1 %, pulled by 0.05 %, is beyond the bound of 0.3 %.
    expect(core.state.funding[LINEAR]?.rate).toBe(-300_000);
    core.passMs(TO_FUNDING_MS);
    const own = only(core.passMs(0), "funding_paid").filter(({ user }) => user === alice);
    expect(own).toMatchObject([{ amount: 300n, rate: -300_000 }]);
  });

  it("happens once for all settlement times that a stop skipped", () => {
    const { core } = opened();
    const fixed = only(core.passMs(100 * HOUR_MS), "funding_fixed");
    expect(fixed).toMatchObject([
      { number: 1, settledAtMs: 8 * HOUR_MS, nextAtMs: 104 * HOUR_MS },
      { number: 1 },
    ]);
  });
});

describe("a change of a position after the settlement time", () => {
  test("a fill that closes it takes the settlement first", () => {
    const { core, alice, bob } = opened();
    core.passMs(TO_FUNDING_MS);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 100, size: 1_000 });
    const events = core.place({
      user: alice,
      instrument: LINEAR,
      side: "sell",
      price: 100,
      size: 1_000,
    });
    expect(only(events, "funding_paid")).toMatchObject([
      { user: bob, amount: 10n, size: 1_000 },
      { user: alice, amount: -10n, size: 1_000 },
    ]);
    const closed = only(events, "position_changed").map(({ user, funding }) => [user, funding]);
    expect(closed).toEqual([
      [bob, 10n],
      [alice, -10n],
    ]);
    expect(only(core.passMs(0), "funding_paid")).toEqual([]);
  });

  test("a position opened after it pays nothing", () => {
    const { core } = opened();
    core.passMs(TO_FUNDING_MS);
    const carol = core.rich("carol");
    const dave = core.rich("dave");
    core.place({ user: carol, instrument: LINEAR, side: "sell", price: 101, size: 500 });
    core.place({ user: dave, instrument: LINEAR, side: "buy", price: 101, size: 500 });
    const paid = only(core.passMs(0), "funding_paid").map(({ user }) => user);
    expect(paid).not.toContain(carol);
    expect(paid).not.toContain(dave);
  });

  test("funds due as funding cannot be transferred before they are paid", () => {
    const { core, alice } = opened();
    core.passMs(TO_FUNDING_MS);
    const moved = (amount: bigint) =>
      core.transfer({ user: alice, from: "usdt_futures", to: "spot", currency: USD, amount });
    // 1,000,000 less 5,000 of margin (leverage 20) less 10 of funding.
    moved(994_991n);
    expect(core.rejection).toBe("insufficient_available");
    moved(994_990n);
    expect(core.rejection).toBeUndefined();
  });

  test("both positions of hedge mode take it", () => {
    const core = new CoreFixture();
    const alice = core.rich("alice");
    const bob = core.rich("bob");
    core.hedge(alice, "usdt_futures");
    const order = { instrument: LINEAR, price: 100 } as const;
    core.place({ ...order, user: bob, side: "sell", size: 3_000 });
    core.place({ ...order, user: alice, side: "buy", positionSide: "long", size: 3_000 });
    core.place({ ...order, user: bob, side: "buy", size: 1_000 });
    core.place({ ...order, user: alice, side: "sell", positionSide: "short", size: 1_000 });
    core.passMs(TO_FUNDING_MS);
    const own = only(core.passMs(0), "funding_paid").filter(({ user }) => user === alice);
    expect(own.map(({ positionSide, amount }) => [positionSide, amount])).toEqual([
      ["long", -30n],
      ["short", 10n],
    ]);
  });
});

describe("the clock", () => {
  it("pays in pieces, and reports more work until all have paid", () => {
    const core = new CoreFixture();
    const maker = core.rich("maker");
    const wide = { positionSide: "net", leverage: 10 } as const;
    core.run({ kind: "set_leverage", user: maker, instrument: LINEAR, ...wide });
    const people = FUNDING_PAYMENTS_PER_TICK + 3;
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: people * 100 });
    for (let at = 0; at < people; at++) {
      const user = core.user(`u${at}`, [["usdt_futures", USD, 1_000]]);
      core.place({ user, instrument: LINEAR, side: "buy", price: 100, size: 100 });
    }
    core.passMs(TO_FUNDING_MS);
    expect(isFundingDue(core.state)).toBe(true);
    const pieces: number[] = [];
    while (isFundingDue(core.state)) pieces.push(only(core.passMs(0), "funding_paid").length);
    expect(pieces).toEqual([FUNDING_PAYMENTS_PER_TICK, 4]);
  });

  it("samples only while the index is fresh", () => {
    const { core } = opened();
    terms(core, LINEAR, { impact: 1 });
    const carol = core.rich("carol");
    core.place({ user: carol, instrument: LINEAR, side: "buy", price: 101, size: 1 });
    core.passMs(30_000);
    const fresh = core.state.funding[LINEAR]?.rate;
    expect(fresh).toBe(300_000);
    core.cancel(carol, core.orderId);
    core.passMs(5_000);
    expect(core.state.funding[LINEAR]?.rate).toBe(fresh);
    core.index(100);
    core.passMs(5_000);
    // 1 % for 30 s, nothing for 5 s: 0.857 % on average.
    expect(core.state.funding[LINEAR]).toMatchObject({ weightMs: 35_000 });
  });
});

describe("the terms of funding", () => {
  it("bring the next settlement forward with a shorter interval", () => {
    const { core } = opened();
    terms(core, LINEAR, { hours: 1 });
    expect(core.state.funding[LINEAR]).toMatchObject({ nextAtMs: HOUR_MS, rate: 1_250 });
    const fixed = only(core.passMs(HOUR_MS - 1_000_000), "funding_fixed");
    expect(fixed).toMatchObject([{ instrument: LINEAR, rate: 1_250, nextAtMs: 2 * HOUR_MS }]);
  });

  it.for([
    ["three hours", { hours: 3 }],
    ["a least rate above zero", { min: 1 }],
    ["a least rate below −10 %", { min: -10_000_001 }],
    ["a largest rate below zero", { max: -1 }],
    ["a largest rate above 10 %", { max: 10_000_001 }],
    ["an impact size above the largest order", { impact: 1_000_001 }],
  ] as const)("refuse %s", ([, changes]) => {
    const core = new CoreFixture();
    terms(core, LINEAR, changes);
    expect(core.rejection).toBe("funding_terms_out_of_bounds");
  });

  it("cannot be set for spot", () => {
    const core = new CoreFixture();
    terms(core, 0);
    expect(core.rejection).toBe("instrument_not_futures");
    terms(core, 77);
    expect(core.rejection).toBe("instrument_not_found");
  });
});
