/** Worked examples of decision 0067: a coin costs 100 dollars, the product has leverage 3. */
import { describe, expect, it } from "vitest";
import { kinds } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { UnitFixture } from "../../../test/support/unit-fixture.ts";
import { readUnit } from "../reads/unit-reads.ts";

const HOUR_MS = 3_600_000;

function ratioOf(core: UnitFixture, unit: number): number {
  return readUnit(core.state, unit)?.ratioE6 ?? -1;
}

describe("a loan to a risk unit", () => {
  it("is at most (leverage − 1) ÷ leverage of the collateral, which includes the loan", () => {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const unit = core.user("fund", [["spot", USD, 10_000]]);
    core.issue(unit, USD, 1);
    expect(core.rejection).toBe("risk_unit_not_found");
    core.unit(unit);
    core.issue(unit, USD, 20_001);
    expect(core.rejection).toBe("collateral_insufficient");
    const events = core.issue(unit, USD, 20_000);
    expect(kinds(events)).toEqual(["funds_moved", "unit_loan_issued"]);
    expect(core.balance(unit, "spot", USD)).toBe(30_000n);
    expect(ratioOf(core, unit)).toBe(666_667);
    core.issue(unit, USD, 1);
    expect(core.rejection).toBe("collateral_insufficient");
  });

  it("charges each clock hour that begins, the first at once, rounded up, and once", () => {
    const core = new UnitFixture();
    const { unit, loan } = core.indebted(10_003);
    // 20,000 × 0.24 % ÷ 24 = 2 dollars an hour.
    expect(readUnit(core.state, unit)?.loans).toMatchObject([{ interest: 2n }]);
    core.passMs(3 * HOUR_MS);
    core.passMs(1);
    expect(readUnit(core.state, unit)?.loans).toMatchObject([{ id: loan, interest: 8n }]);
    core.restart();
    core.repay(unit, loan, 9);
    expect(readUnit(core.state, unit)?.loans).toMatchObject([{ principal: 19_999n, interest: 0n }]);
  });

  it("is repaid by any user of the unit and by no other, at most what is owed", () => {
    const core = new UnitFixture();
    const { unit, loan } = core.indebted(10_003);
    const helper = core.user("helper", [["spot", USD, 30_000]], { parent: unit + 1 });
    core.repay(helper, loan, 10);
    expect(core.rejection).toBe("loan_not_found");
    core.bind(unit, unit, helper);
    expect(kinds(core.repay(helper, loan, 1_000_000))).toEqual([
      "funds_moved",
      "funds_moved",
      "unit_loan_repaid",
    ]);
    expect(core.balance(helper, "spot", USD)).toBe(9_998n);
    expect(readUnit(core.state, unit)?.loans).toEqual([]);
    core.repay(helper, loan, 10);
    expect(core.rejection).toBe("loan_not_found");
  });

  it("comes from a pool that has the coin, in a coin of the product, at a fresh price", () => {
    const core = new UnitFixture({ currencies: [USD], ratiosE6: [1_000_000], valuesMaxUsd: [9e9] });
    const unit = core.user("fund", [["spot", USD, 10_000_000]]);
    core.unit(unit);
    core.issue(unit, COIN, 1);
    expect(core.rejection).toBe("unit_coin_not_allowed");
    core.issue(unit, USD, 0);
    expect(core.rejection).toBe("amount_not_positive");
    core.issue(unit, USD, 1_000_001);
    expect(core.rejection).toBe("lending_pool_exhausted");
    core.product();
    core.passMs(60_000);
    core.issue(unit, COIN, 1);
    expect(core.rejection).toBe("collateral_price_missing");
  });
});

describe("a unit in debt", () => {
  it("moves no funds out beyond the transfer line, on any way", () => {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const { unit } = core.indebted();
    const outside = core.user("outside", [], { parent: unit + 1 });
    const send = (amount: number): string | undefined => {
      core.move(unit, outside, amount);
      return core.rejection;
    };
    // 20,000 ÷ 0.7 = 28,571.4 must stay.
    expect(send(1_429)).toBe("unit_line_reached");
    expect(send(1_428)).toBeUndefined();
    expect(send(1)).toBe("unit_line_reached");
    core.move(unit, unit, 9_000, "usdt_futures");
    expect(core.rejection).toBeUndefined();
    core.bind(unit, unit, outside);
    expect(send(9_000)).toBeUndefined();
    core.bind(unit, unit, outside, false);
    expect(core.rejection).toBe("unit_line_reached");
  });

  it("keeps its collateral when it is restored, and passes the line after its repayment", () => {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const { unit, loan } = core.indebted();
    const outside = core.user("outside", [], { parent: unit + 1 });
    core.restart();
    core.move(unit, outside, 5_000);
    expect(core.rejection).toBe("unit_line_reached");
    core.repay(unit, loan, 20_000);
    core.move(unit, outside, 10_000);
    expect(core.rejection).toBeUndefined();
  });

  it("sends nothing at a stale price of a coin that counts", () => {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const unit = core.user("fund", [
      ["spot", USD, 90_000],
      ["spot", COIN, 1],
    ]);
    const outside = core.user("outside", [], { parent: unit + 1 });
    core.unit(unit);
    core.issue(unit, USD, 10);
    core.passMs(60_000);
    core.move(unit, outside, 1);
    expect(core.rejection).toBe("collateral_price_missing");
  });

  it("trades the instruments of its product, and buys and opens up to their lines", () => {
    const core = new UnitFixture({ dailyRateE8: 0, buyLineE6: 660_000, openLineE6: 670_000 });
    const { unit } = core.indebted();
    core.place({ user: unit, side: "buy", price: 100, size: 1 });
    expect(core.rejection).toBe("unit_line_reached");
    core.move(unit, unit, 900, "usdt_futures");
    core.place({ user: unit, instrument: LINEAR, side: "buy", price: 100, size: 1 });
    expect(core.rejection).toBeUndefined();
    core.place({ user: unit, instrument: INVERSE, side: "buy", price: 100, size: 1 });
    expect(core.rejection).toBe("unit_instrument_not_allowed");
    core.product({ dailyRateE8: 0, instruments: [] });
    core.place({ user: unit, instrument: SPOT, side: "sell", price: 100, size: 1 });
    expect(core.rejection).toBe("unit_instrument_not_allowed");
  });

  it("counts the losses of its positions and not their profits", () => {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const { unit } = core.indebted();
    const maker = core.rich("maker");
    core.move(unit, unit, 9_000, "usdt_futures");
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 50 });
    core.place({ user: unit, instrument: LINEAR, side: "buy", price: 100, size: 50 });
    core.index(110);
    core.passMs(1);
    expect(ratioOf(core, unit)).toBe(666_667);
    core.index(90);
    core.passMs(1_000);
    // 30,000 less 50 × (100 − mark).
    expect(ratioOf(core, unit)).toBeGreaterThan(666_667);
  });
});

describe("the liquidation of a unit", () => {
  /** 100 coins and 20,000 dollars that were borrowed and spent on 200 further coins. */
  function inCoins(): { core: UnitFixture; unit: number } {
    const core = new UnitFixture({ dailyRateE8: 0 });
    const unit = core.user("fund", [["spot", COIN, 100]]);
    core.unit(unit);
    core.issue(unit, USD, 20_000);
    const maker = core.rich("maker");
    core.place({ user: maker, side: "sell", price: 100, size: 200 });
    core.place({ user: unit, side: "buy", price: 100, size: 200 });
    expect(core.balance(unit, "spot", COIN)).toBe(300n);
    return { core, unit };
  }

  it("begins at its line and repays with coins at the index less the fee, to the stop line", () => {
    const { core, unit } = inCoins();
    core.index(75);
    core.passMs(1_000);
    expect(readUnit(core.state, unit)?.isLiquidating).toBe(false);
    core.index(74);
    const events = core.passMs(1_000);
    expect(kinds(events)).toContain("unit_liquidation_changed");
    expect(kinds(events)).toContain("unit_loan_repaid");
    core.place({ user: unit, side: "buy", price: 74, size: 1 });
    expect(core.rejection).toBe("unit_liquidating");
    for (let second = 0; second < 60; second++) core.passMs(200);
    core.index(74);
    for (let second = 0; second < 60; second++) {
      core.index(74);
      core.passMs(1_000);
    }
    expect(readUnit(core.state, unit)?.isLiquidating).toBe(false);
    expect(ratioOf(core, unit)).toBeLessThanOrEqual(600_000);
    // The pool has lost no dollar that coins do not cover.
    const taken = 300n - core.balance(unit, "spot", COIN);
    const repaid = 20_000n - (readUnit(core.state, unit)?.loans[0]?.principal ?? 0n);
    expect(taken * 74n).toBeGreaterThanOrEqual(repaid);
  });

  it("pauses while a price is stale, and is the same after a restart", () => {
    const { core, unit } = inCoins();
    core.index(70);
    core.passMs(40_000);
    expect(readUnit(core.state, unit)?.isLiquidating).toBe(false);
    core.restart();
    core.index(70);
    core.passMs(1_000);
    expect(readUnit(core.state, unit)?.isLiquidating).toBe(true);
    core.restart();
    expect(readUnit(core.state, unit)?.isLiquidating).toBe(true);
  });

  it("cancels orders, so that they hold no collateral back", () => {
    const { core, unit } = inCoins();
    core.place({ user: unit, side: "sell", price: 104, size: 300 });
    expect(core.rejection).toBeUndefined();
    core.index(74);
    expect(kinds(core.passMs(1_000))).toContain("order_closed");
  });
});

describe("a product and a unit", () => {
  it("refuses terms out of bounds, and keeps a product that a unit has", () => {
    const core = new UnitFixture();
    for (const terms of [
      { leverage: 1 },
      { stopLineE6: 900_000 },
      { transferLineE6: 900_001 },
      { liquidationLineE6: 1_000_000 },
      { ratiosE6: [1] },
      { currencies: [COIN, USD] },
      { instruments: [99] },
      { product: 0 },
    ]) {
      core.product(terms);
      expect(core.rejection, JSON.stringify(terms)).toBe("loan_product_out_of_bounds");
    }
    const { unit } = core.indebted(10_003);
    core.product({ currencies: [], ratiosE6: [], valuesMaxUsd: [] });
    expect(core.rejection).toBe("risk_unit_blocked");
    core.unit(unit, 0);
    expect(core.rejection).toBe("risk_unit_blocked");
    core.unit(unit, 9);
    expect(core.rejection).toBe("risk_unit_blocked");
  });

  it("is managed by its main account and itself; to all others it does not exist", () => {
    const core = new UnitFixture();
    const main = core.user("main");
    const sub = core.user("sub", [], { parent: main + 1 });
    const other = core.user("other", [], { parent: main + 1 });
    const stranger = core.user("stranger");
    core.unit(sub);
    core.bind(stranger, sub, other);
    expect(core.rejection).toBe("risk_unit_not_found");
    core.bind(other, sub, other);
    expect(core.rejection).toBe("risk_unit_not_found");
    core.bind(main, sub, stranger);
    expect(core.rejection).toBe("user_not_found");
    core.bind(main, sub, 9_999);
    expect(core.rejection).toBe("user_not_found");
    core.bind(main, sub, other);
    expect(core.rejection).toBeUndefined();
    core.bind(sub, sub, other);
    expect(core.rejection).toBe("unit_user_bound");
    core.bind(sub, sub, sub, false);
    expect(core.rejection).toBe("unit_user_not_bound");
    core.bind(sub, sub, other, false);
    expect(core.rejection).toBeUndefined();
    core.unit(sub, 0);
    expect(core.rejection).toBeUndefined();
  });
});
