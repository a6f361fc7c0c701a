/** What colluding accounts gain from loans against pledges, and what a jump costs the exchange. */
import { describe, expect, it } from "vitest";
import { atoms } from "../../src/core/money/units.ts";
import { COIN, SPOT, USD } from "../support/core-listings.ts";
import { PledgingFixture } from "../support/pledging-fixture.ts";

/** Dollars and coins of a user at an index price. */
function worth(core: PledgingFixture, users: readonly number[], price: number): bigint {
  return users.reduce((sum, user) => {
    const [dollars] = core.money(user, "spot", USD);
    const [coins] = core.money(user, "spot", COIN);
    return sum + dollars + coins * BigInt(price);
  }, 0n);
}

describe("loans against pledges", () => {
  it("grant nothing for a price that has jumped, until the reference price follows", () => {
    const core = new PledgingFixture();
    core.guardReference();
    core.passMs(1_000);
    core.index(100);
    const mallory = core.rich("mallory");
    core.index(300);
    core.take(mallory, { amount: 6_501, pledge: 100 });
    expect(core.rejection).toBe("pledge_rate_exceeded");
    core.take(mallory, { pledge: 100 });
    expect(core.loans).toMatchObject([{ principal: 6_500n }]);
    const id = core.state.outcome.id;
    core.revise(mallory, id, -1);
    expect(core.rejection).toBe("pledge_rate_exceeded");
    core.repay(mallory, id, { amount: atoms(100n), releases: true });
    expect(core.loans).toMatchObject([{ pledge: 100n }]);
  });

  it("ask for the old price of the borrowed coin after a crash", () => {
    const core = new PledgingFixture();
    core.guardReference();
    core.passMs(1_000);
    core.index(100);
    const mallory = core.rich("mallory");
    core.index(20);
    core.take(mallory, { amount: 65, pledge: 9_999 }, [COIN, USD]);
    expect(core.rejection).toBe("pledge_rate_exceeded");
  });

  it("do not follow trades among colluding accounts at any price", () => {
    const core = new PledgingFixture();
    const [mallory, mate] = [core.rich("mallory"), core.rich("mate")];
    const order = { instrument: SPOT, price: 104, size: 1 } as const;
    core.place({ ...order, user: mate, side: "buy" });
    core.place({ ...order, user: mallory, side: "sell" });
    core.take(mallory, { amount: 6_501, pledge: 100 });
    expect(core.rejection).toBe("pledge_rate_exceeded");
  });

  it("in a circle of two coins lend less each time, and less than the first pledge", () => {
    const core = new PledgingFixture();
    core.lend(USD, { accountLoansMax: 1_000 });
    core.lend(COIN, { accountLoansMax: 1_000 });
    const mallory = core.user("mallory", [["spot", COIN, 10_000]]);
    let isDollar = true;
    for (let round = 0; round < 30; round++) {
      const pledge = Number(core.money(mallory, "spot", isDollar ? COIN : USD)[0]);
      if (pledge === 0) break;
      core.take(mallory, { pledge }, isDollar ? [USD, COIN] : [COIN, USD]);
      isDollar = !isDollar;
    }
    const kept = worth(core, [mallory], 100);
    expect(kept).toBeLessThan(650_000n);
    // Walking away after a move to any price leaves less than what was pledged at first.
    for (const price of [100, 90, 75, 60]) {
      core.index(price);
      core.passMs(1_000);
      expect(worth(core, [mallory], price)).toBeLessThanOrEqual(10_000n * BigInt(price));
    }
  });

  it("cost more than nothing when they are taken, repaid and taken again", () => {
    const core = new PledgingFixture();
    const mallory = core.rich("mallory");
    const before = worth(core, [mallory], 100);
    for (const method of ["wallet", "pledge"] as const) {
      for (let round = 0; round < 5; round++) {
        core.take(mallory, { pledge: 100 });
        core.repay(mallory, core.state.outcome.id, { isWhole: true, method });
        expect(core.rejection).toBeUndefined();
      }
    }
    expect(worth(core, [mallory], 100)).toBeLessThanOrEqual(before - 650n);
  });

  it("lose the pool no more than the move beyond the forced line and the fee", () => {
    for (const price of [79, 70, 60, 40]) {
      const core = new PledgingFixture();
      core.take(core.rich("mallory"), { pledge: 1_000 });
      core.index(price);
      core.passMs(1_000);
      const dollars = core.state.lending.poolFunds.of("live", USD) - 1_000_000n;
      const coins = core.state.lending.poolFunds.of("live", COIN) - 1_000_000n;
      const result = dollars + coins * BigInt(price);
      const shortfall = 65_000n - (1_000n * BigInt(price) * 100n) / 102n;
      expect(result).toBeGreaterThanOrEqual(shortfall > 0n ? -shortfall : 0n);
    }
  });

  it("stop for the hour after a pool has lost its share", () => {
    const core = new PledgingFixture();
    core.marginRules({ poolLossShareE6: 1_000 });
    const mallory = core.rich("mallory");
    core.take(mallory, { pledge: 1_000 });
    core.index(40);
    core.passMs(1_000);
    core.take(mallory, { pledge: 1_000 });
    expect(core.rejection).toBe("lending_paused");
    core.passMs(3_600_000);
    core.index(40);
    core.take(mallory, { pledge: 1_000 });
    expect(core.rejection).toBeUndefined();
  });
});
