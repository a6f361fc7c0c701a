/** Closing positions when nothing else is left to take (decision 0067). */
import { describe, expect, it } from "vitest";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import { UnitFixture } from "../../../test/support/unit-fixture.ts";
import type { EventOf } from "../events/events.ts";
import { readPositions } from "../reads/account-reads.ts";
import { readUnit } from "../reads/unit-reads.ts";

/** A unit with 30,000 dollars, of which 20,000 are lent, all of them margin of a long position. */
function inPosition(size = 3_000) {
  const core = new UnitFixture({ dailyRateE8: 0 });
  const { unit } = core.indebted();
  const maker = core.rich("maker");
  core.move(unit, unit, 30_000, "usdt_futures");
  core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size });
  core.place({ user: unit, instrument: LINEAR, side: "buy", price: 100, size });
  expect(core.rejection).toBeUndefined();
  expect(positionsOf(core, unit)).toBe(1);
  return { core, unit, maker };
}

function positionsOf(core: UnitFixture, user: number): number {
  return readPositions(core.state, user).length;
}

/** A second at an index of 97, which is beyond the liquidation line of the unit. */
function step(core: UnitFixture): readonly EventOf<"order_accepted">[] {
  core.index(97);
  return core.passMs(1_000).filter((event) => event.kind === "order_accepted");
}

function principalOf(core: UnitFixture, unit: number): bigint {
  return readUnit(core.state, unit)?.loans[0]?.principal ?? 0n;
}

describe("positions of a unit that is liquidated", () => {
  it("are closed when no coin is left to take, and their margin repays", () => {
    const { core, maker, unit } = inPosition();
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 97, size: 3_000 });
    // 30,000 less a loss of 9,000 and a margin at mark of 14,550 is free, and is taken first.
    expect(step(core)).toEqual([]);
    expect(principalOf(core, unit)).toBe(13_550n);
    expect(positionsOf(core, unit)).toBe(1);
    expect(step(core)).toMatchObject([
      { user: unit, instrument: LINEAR, side: "sell", orderType: "market", source: "liquidation" },
    ]);
    expect(positionsOf(core, unit)).toBe(0);
    expect(step(core)).toEqual([]);
    expect(principalOf(core, unit)).toBeLessThan(13_550n);
    for (let second = 0; second < 30; second++) step(core);
    const unitAfter = readUnit(core.state, unit);
    expect(unitAfter).toMatchObject({ isLiquidating: false });
    expect(unitAfter?.ratioE6).toBeLessThanOrEqual(600_000);
  });

  it("are closed on both sides, of all users, and in steps as far as the book reaches", () => {
    const { core, maker, unit } = inPosition();
    const bound = core.user("bound", [["usdt_futures", USD, 200]], { parent: unit + 1 });
    core.bind(unit, unit, bound);
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    core.place({ user: bound, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 97, size: 1_000 });
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 98, size: 10 });
    for (let second = 0; second < 3; second++) step(core);
    expect(positionsOf(core, bound)).toBe(0);
    expect(readPositions(core.state, unit)).toMatchObject([{ size: 2_000 }]);
    expect(readUnit(core.state, unit)).toMatchObject({ isLiquidating: true });
    core.restart();
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 97, size: 2_000 });
    for (let second = 0; second < 30; second++) step(core);
    expect(positionsOf(core, unit)).toBe(0);
    expect(readUnit(core.state, unit)).toMatchObject({ isLiquidating: false });
  });

  it("stay open while a price is stale", () => {
    const { core, maker, unit } = inPosition();
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 97, size: 3_000 });
    step(core);
    core.passMs(60_000);
    core.passMs(1_000);
    expect(positionsOf(core, unit)).toBe(1);
    step(core);
    expect(positionsOf(core, unit)).toBe(0);
  });
});
