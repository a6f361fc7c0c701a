import { describe, expect, it } from "vitest";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { UnitFixture } from "../../../test/support/unit-fixture.ts";
import { readManagedUnits, readTransferable, readUnitOf } from "./unit-reads.ts";

describe("the amount that a user of a unit could move out", () => {
  it.each([11_000, 15_003, 21_999, 60_000])("is the largest that moves, with %d own", (own) => {
    const core = new UnitFixture();
    const { unit } = core.indebted(own);
    const outside = core.user("outside", [], { parent: unit + 1 });
    const most = Number(readTransferable(core.state, unit, USD));
    expect(most).toBeLessThanOrEqual(own + 20_000);
    core.move(unit, outside, most + 1);
    expect(core.rejection).toBe("unit_line_reached");
    if (most > 0) core.move(unit, outside, most);
    expect(core.rejection).toBe(most > 0 ? undefined : "unit_line_reached");
    expect(readTransferable(core.state, unit, USD)).toBe(0n);
  });

  it("is all that a wallet has without debt, and of a coin beyond its largest value", () => {
    const core = new UnitFixture({ valuesMaxUsd: [1_000_000_000, 100] });
    const unit = core.user("fund", [["spot", USD, 10_000]]);
    core.unit(unit);
    expect(readTransferable(core.state, unit, USD)).toBe(10_000n);
    core.issue(unit, USD, 15_000);
    const bound = core.user("bound", [["spot", COIN, 5]], { parent: unit + 1 });
    core.bind(unit, unit, bound);
    // The whole collateral is at 25,100; 15,002 ÷ 0.7 stays.
    expect(readTransferable(core.state, bound, COIN)).toBe(5n);
    expect(readTransferable(core.state, bound, USD)).toBe(0n);
  });
});

it("a main account manages the units of its family, a sub-account its own", () => {
  const core = new UnitFixture();
  const main = core.user("main", []);
  const fund = core.user("fund", [], { parent: main + 1 });
  const bound = core.user("bound", [], { parent: main + 1 });
  const stranger = core.user("stranger", []);
  core.unit(fund);
  core.bind(main, fund, bound);
  const managed = [main, fund, bound, stranger].map((user) => readManagedUnits(core.state, user));
  expect(managed).toEqual([[fund], [fund], [], []]);
  const units = [main, fund, bound, stranger].map((user) => readUnitOf(core.state, user));
  expect(units).toEqual([undefined, fund, fund, undefined]);
});
