/**
 * The largest order that opens, at random states: placing accepts it and refuses a lot more.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { NO_PRICE, ticks } from "../money/units.ts";
import { readOpeningCapacity } from "../reads/account-reads.ts";
import { instrumentAt } from "../state.ts";

const FUNDS = 10_000;

const terms = fc.record({
  instrument: fc.constantFrom(LINEAR, INVERSE),
  isUnified: fc.boolean(),
  isIsolated: fc.boolean(),
  isHedge: fc.boolean(),
  leverage: fc.integer({ min: 1, max: 60 }),
  takerRateE6: fc.constantFrom(0, 600),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

const step = fc.record({
  /** In the instrument of the question, or in the other one. */
  isHere: fc.boolean(),
  isBuy: fc.boolean(),
  size: fc.integer({ min: 1, max: 900 }),
  price: fc.integer({ min: 96, max: 104 }),
  isTaken: fc.boolean(),
});

const question = fc.record({
  isBuy: fc.boolean(),
  price: fc.oneof(fc.constant(0), fc.integer({ min: 90, max: 110 })),
});

/** Alice, whose account is asked about, and Bob, who quotes and takes her orders. */
function start({ instrument, isHedge, isIsolated, isUnified, leverage, takerRateE6 }: Terms) {
  const core = new CoreFixture({ takerRateE6 });
  const rest = isUnified ? ({ accountKind: "unified" } as const) : {};
  const alice = core.user(
    "alice",
    isUnified
      ? [["unified", USD, FUNDS]]
      : [
          ["usdt_futures", USD, FUNDS],
          ["coin_futures", COIN, FUNDS],
        ],
    rest,
  );
  const bob = core.user("bob", [
    ["usdt_futures", USD, 100_000_000],
    ["coin_futures", COIN, 100_000_000],
  ]);
  if (isUnified) {
    const rates = { tierStarts: [0], ratesE6: [1_000_000] };
    core.run({ kind: "set_collateral", currency: USD, isDollar: true, isShared: false, ...rates });
    core.run({ kind: "set_account_level", user: alice, level: "advanced", isByOperator: true });
  }
  const marginMode = isIsolated && !isUnified ? "isolated" : "crossed";
  core.run({ kind: "set_margin_mode", user: alice, instrument, marginMode });
  core.run({ kind: "set_leverage", user: alice, instrument, positionSide: "net", leverage });
  if (isHedge) {
    for (const category of ["usdt_futures", "coin_futures"] as const) core.hedge(alice, category);
  }
  return { core, alice, bob };
}

describe("the largest order that opens", () => {
  it("is accepted, and one more lot is refused", () => {
    const seen = { accepted: 0, none: 0 };
    fc.assert(
      fc.property(
        terms,
        fc.array(step, { maxLength: 5 }),
        fc.integer({ min: 92, max: 108 }),
        question,
        (asked, steps, index, { isBuy, price }) => {
          const { alice, bob, core } = start(asked);
          const { instrument, isHedge } = asked;
          const sideOf = (buys: boolean) => (buys ? "buy" : "sell");
          const opening = (user: number, at: number, buys: boolean) =>
            ({
              ...({ user, instrument: at, side: sideOf(buys) } as const),
              positionSide: isHedge && user === alice ? (buys ? "long" : "short") : "net",
            }) as const;
          for (const made of steps) {
            const at = made.isHere ? instrument : LINEAR + INVERSE - instrument;
            const size = at === INVERSE ? made.size * 100 : made.size;
            core.place({ ...opening(alice, at, made.isBuy), size, price: made.price });
            if (!made.isTaken) continue;
            core.place({ ...opening(bob, at, !made.isBuy), size, price: made.price });
          }
          core.index(index);
          core.passMs(1_000);
          for (const buys of [true, false]) {
            core.place({ ...opening(bob, instrument, buys), size: 40, price: buys ? 95 : 105 });
          }
          const most = readOpeningCapacity(
            core.state,
            alice,
            instrumentAt(core.state, instrument),
            {
              isBuy,
              price: price === 0 ? NO_PRICE : ticks(price),
            },
          );
          const order = { ...opening(alice, instrument, isBuy), price };
          core.place({ ...order, size: most + 1 });
          expect(core.rejection).toBeDefined();
          if (most === 0) {
            seen.none += 1;
            return;
          }
          core.place({ ...order, size: most });
          expect(core.rejection).toBeUndefined();
          seen.accepted += 1;
        },
      ),
      { numRuns: 300, seed: 48 },
    );
    expect(Math.min(seen.accepted, seen.none)).toBeGreaterThan(10);
  });
});
