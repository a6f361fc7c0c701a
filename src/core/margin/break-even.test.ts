import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { atoms, lots, NO_PRICE, type Ticks, ticks } from "../money/units.ts";
import { readPositions } from "../reads/account-reads.ts";
import { instrumentAt } from "../state.ts";
import { breakEvenPrice, netResultAt, type Stake } from "./break-even.ts";

const TAKER_E6 = 600;

/** Alice and Bob with plenty of both coins, at maker 0.02 % and taker 0.06 %. */
function traders() {
  const core = new CoreFixture({ makerRateE6: 200, takerRateE6: TAKER_E6 });
  const [alice = 0, bob = 0] = ["alice", "bob"].map((name) =>
    core.user(name, [
      ["usdt_futures", USD, 100_000_000],
      ["coin_futures", COIN, 100_000_000],
    ]),
  );
  core.index(1_000);
  return { core, alice, bob };
}

describe("the break-even price", () => {
  it.for([
    // As maker: (1,000,000 + 200) ÷ 0.9994 ÷ 1,000 = 1,000.8; as taker + 600: 1,001.2.
    ["buy", "maker", 1_001],
    ["buy", "taker", 1_002],
    // (1,000,000 − 200) ÷ 1.0006 ÷ 1,000 = 999.2; − 600: 998.8.
    ["sell", "maker", 999],
    ["sell", "taker", 998],
  ] as const)("counts the fee that was paid: %s as %s", ([side, role, expected]) => {
    const { alice, bob, core } = traders();
    const other = side === "buy" ? "sell" : "buy";
    const terms = { instrument: LINEAR, size: 1_000, price: 1_000 };
    const own = { user: alice, side, ...terms } as const;
    const opposite = { user: bob, side: other, ...terms } as const;
    for (const order of role === "maker" ? [own, opposite] : [opposite, own]) core.place(order);
    expect(readPositions(core.state, alice)).toMatchObject([{ breakEven: expected }]);
  });

  it("takes the share of a closed part from fees and funding", () => {
    const { alice, bob, core } = traders();
    const trade = (side: "buy" | "sell", size: number) => {
      const terms = { instrument: LINEAR, size, price: 1_000 };
      core.place({ user: bob, side: side === "buy" ? "sell" : "buy", ...terms });
      core.place({ user: alice, side, ...terms });
    };
    trade("buy", 1_000);
    core.passMs(8 * 3_600_000 - 1_000_000);
    core.passMs(0);
    // 0.01 % of 1,000,000 paid: (1,000,000 + 600 + 100) ÷ 0.9994 = 1,001,300.8.
    const held = { funding: -100n, breakEven: 1_002 };
    expect(readPositions(core.state, alice)).toMatchObject([held]);
    core.index(1_000);
    trade("sell", 500);
    expect(readPositions(core.state, alice)).toMatchObject([held]);
  });

  it("is none where funding has recovered more than the entry", () => {
    const { core } = traders();
    const stake = {
      ...{ isLong: true, size: lots(10), openNotional: atoms(1_000n) },
      ...{ openFee: atoms(1n), funding: atoms(1_002n) },
    };
    expect(breakEvenPrice(instrumentAt(core.state, LINEAR), stake)).toBe(NO_PRICE);
  });

  it("is the first tick without a loss, and the tick before it is a loss", () => {
    const { core } = traders();
    let found = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(LINEAR, INVERSE),
        fc.boolean(),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 100, max: 10_000 }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: -500, max: 500 }),
        (index, isLong, size, entry, feeE6, fundingE4) => {
          const instrument = instrumentAt(core.state, index);
          const value = index === INVERSE ? BigInt(size) * 1_000n : BigInt(size * entry);
          const held = index === INVERSE ? size * entry * 1_000 : size;
          const stake: Stake = {
            ...{ isLong, size: lots(Math.min(held, 1_000_000_000)) },
            openNotional: atoms(
              index === INVERSE ? BigInt(Math.min(held, 1_000_000_000)) / BigInt(entry) : value,
            ),
            openFee: atoms((value * BigInt(feeE6)) / 1_000_000n),
            funding: atoms((value * BigInt(fundingE4)) / 10_000n),
          };
          const price = breakEvenPrice(instrument, stake);
          if (price === NO_PRICE) return;
          found += 1;
          const net = (at: number) => netResultAt(instrument, stake, ticks(at) as Ticks);
          expect(net(price)).toBeGreaterThanOrEqual(0n);
          const before = isLong ? price - 1 : price + 1;
          if (before > 0) expect(net(before)).toBeLessThan(0n);
        },
      ),
      { numRuns: 2_000, seed: 5 },
    );
    expect(found).toBeGreaterThan(1_000);
  });
});
