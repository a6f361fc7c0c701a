/** Orders on classic margin accounts that trade with borrowed funds; a coin is worth 100. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LendingFixture, type LendingTerms } from "../../../test/support/lending-fixture.ts";
import type { Currency } from "../instruments/instrument.ts";
import { readBorrowable, readMovable, readRisk } from "../reads/loan-reads.ts";

const TERMS = { leverage: 5, maintenanceE6: 50_000 } as const;

function placeOf(core: LendingFixture, user: number) {
  const { instrument, wallet } = core.account;
  return { user, wallet, instrument: instrument === 0 ? undefined : core.state.instruments[SPOT] };
}

function coin(core: LendingFixture, index: number): Currency {
  return core.state.currencies[index] as Currency;
}

/** Assets less debts at the index. */
function worth(core: LendingFixture, user: number): bigint {
  const risk = readRisk(core.state, placeOf(core, user));
  if (risk === undefined) throw new Error("a price is known");
  return risk.assets - risk.debts;
}

describe.for([
  ["isolated", {}],
  ["crossed", { isCrossed: true }],
] as const)("on %s margin", ([, which]) => {
  const fixture = (terms: LendingTerms = {}) =>
    new LendingFixture({ ...TERMS, ...terms, ...which });

  it("a buy with borrowed funds at nine times the index is refused", () => {
    const core = fixture();
    const alice = core.borrower("alice", { usd: 10_000 });
    core.place({ user: core.rich("bob"), side: "sell", price: 900, size: 1_000 });
    for (const loanType of ["auto_borrow", "auto_borrow_repay"] as const) {
      core.marginOrder(alice, { side: "buy", price: 900, size: 50, loanType });
      expect(core.rejection).toBe("price_above_band");
      core.marginOrder(alice, { side: "buy", amount: 40_000, loanType });
      expect(core.rejection).toBe("collateral_insufficient");
    }
    core.borrow(alice, USD, 40_000);
    core.marginOrder(alice, { side: "buy", price: 900, size: 50 });
    expect(core.rejection).toBe("price_above_band");
    core.marginOrder(alice, { side: "buy", amount: 50_000 });
    expect(core.rejection).toBe("collateral_insufficient");
    expect(core.margin(alice, USD)).toEqual([50_000n, 0n]);
  });

  it("a sale of borrowed coins at a ninth of the index is refused", () => {
    const core = fixture();
    const alice = core.borrower("alice", { usd: 10_000 });
    core.place({ user: core.rich("bob"), side: "buy", price: 11, size: 1_000 });
    for (const loanType of ["auto_borrow", "auto_borrow_repay"] as const) {
      core.marginOrder(alice, { side: "sell", price: 11, size: 400, loanType });
      expect(core.rejection).toBe("price_below_band");
      core.marginOrder(alice, { side: "sell", size: 400, loanType });
      expect(core.rejection).toBe("collateral_insufficient");
    }
    core.borrow(alice, COIN, 400);
    core.marginOrder(alice, { side: "sell", price: 11, size: 400 });
    expect(core.rejection).toBe("price_below_band");
    core.marginOrder(alice, { side: "sell", size: 400 });
    expect(core.rejection).toBe("collateral_insufficient");
    expect(core.margin(alice, COIN)).toEqual([400n, 0n]);
  });

  it("an account without debt trades its own funds at any price", () => {
    const core = fixture();
    const alice = core.borrower("alice", { usd: 10_000 });
    core.place({ user: core.rich("bob"), side: "sell", price: 900, size: 10 });
    core.marginOrder(alice, { side: "buy", price: 900, size: 10 });
    expect(core.margin(alice, COIN)).toEqual([10n, 0n]);
  });

  it("an order that borrows must keep the leverage limit after filling at its price", () => {
    // 20 at 110 lose 200 of 1,000: what is left carries (1,000 − 200) × 4 = 3,200 of debt.
    const core = fixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.marginOrder(alice, { side: "buy", price: 110, size: 31, loanType: "auto_borrow" });
    expect(core.rejection).toBeUndefined();
    expect(core.owed(alice, USD)).toEqual([2_410n, 0n]);
    // 310 lost: 690 carry 2,760, and 3 more at 110 cost 330 and lose 30.
    core.marginOrder(alice, { side: "buy", price: 110, size: 3, loanType: "auto_borrow" });
    expect(core.rejection).toBe("collateral_insufficient");
    core.marginOrder(alice, { side: "buy", price: 110, size: 2, loanType: "auto_borrow" });
    expect(core.rejection).toBeUndefined();
  });

  it("an order of an account with debt may not lead to its liquidation", () => {
    // 4,000 with 5 % is 4,200 of 5,000: 799 may be lost.
    const core = fixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.borrow(alice, USD, 4_000);
    core.marginOrder(alice, { side: "buy", price: 120, size: 40 });
    expect(core.rejection).toBe("collateral_insufficient");
    core.marginOrder(alice, { side: "buy", price: 119, size: 40 });
    expect(core.rejection).toBeUndefined();
    core.marginOrder(alice, { side: "buy", price: 140, size: 1 });
    expect(core.rejection).toBe("collateral_insufficient");
    core.marginOrder(alice, { side: "buy", price: 100, size: 2 });
    expect(core.rejection).toBeUndefined();
  });

  it("a market order is checked at the farthest price it reaches, and trades no farther", () => {
    const core = fixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.place({ user: bob, side: "sell", price: 101, size: 30 });
    core.place({ user: bob, side: "sell", price: 149, size: 30 });
    core.marginOrder(alice, { side: "buy", amount: 4_000, loanType: "auto_borrow" });
    expect(core.rejection).toBe("collateral_insufficient");
    const events = core.marginOrder(alice, {
      side: "buy",
      amount: 3_030,
      loanType: "auto_borrow",
    });
    expect(only(events, "trade_executed")).toMatchObject([{ price: 101, size: 30 }]);
  });

  it.for([
    { amount: 4_080, loanType: "auto_borrow" },
    { size: 40, loanType: "auto_borrow" },
  ] as const)("a market order for %o passes the own orders that it cancels", (order) => {
    const core = fixture();
    const alice = core.borrower("alice", { usd: 2_000 });
    const isBuy = "amount" in order;
    const [side, other] = isBuy ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
    const price = (ticks: number): number => (isBuy ? 100 + ticks : 100 - ticks);
    core.place({ user: core.rich("bob"), side: other, price: price(2), size: 100 });
    core.marginOrder(alice, { side: other, price: price(1), size: 2, loanType: "auto_borrow" });
    const events = core.marginOrder(alice, { ...order, side, stpMode: "cancel_maker" });
    expect(only(events, "trade_executed")).toMatchObject([{ price: price(2), size: 40 }]);
  });

  it("resting orders count for loans and transfers, to the last atom", () => {
    const core = fixture();
    const alice = core.borrower("alice", { usd: 1_000 });
    core.borrow(alice, USD, 1_000);
    const usd = coin(core, USD);
    const before = readBorrowable(core.state, placeOf(core, alice), usd);
    core.marginOrder(alice, { side: "buy", price: 110, size: 10 });
    const most = readBorrowable(core.state, placeOf(core, alice), usd);
    // 100 less of own money carry 400 less of debt.
    expect(before - most).toBe(400n);
    core.borrow(alice, USD, Number(most) + 1);
    expect(core.rejection).toBe("collateral_insufficient");
    // 1,050 at most 0.8 of the assets: 1,313 and the 100 must stay of 2,000, and 1,100 is held.
    const movable = readMovable(core.state, placeOf(core, alice), usd);
    expect(movable).toBe(587n);
    core.moveOut(alice, USD, 588);
    expect(core.rejection).toBe("collateral_insufficient");
    core.moveOut(alice, USD, 587);
    expect(core.rejection).toBeUndefined();
  });

  it("no sequence of orders leaves less than the debt while the index does not move", () => {
    const sides = fc.constantFrom("buy" as const, "sell" as const);
    const loanTypes = fc.constantFrom("normal" as const, "auto_borrow" as const);
    const order = fc.record({
      side: sides,
      loanType: loanTypes,
      price: fc.integer({ min: 52, max: 149 }),
      size: fc.integer({ min: 1, max: 120 }),
      isTaker: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 25 }), (orders) => {
        const core = fixture();
        const alice = core.borrower("alice", { usd: 1_000 });
        const bob = core.rich("bob");
        for (const { isTaker, loanType, price, side, size } of orders) {
          const against = {
            user: bob,
            side: side === "buy" ? "sell" : "buy",
            price,
            size,
          } as const;
          if (isTaker) core.place(against);
          core.marginOrder(alice, { side, price, size, loanType });
          if (!isTaker) core.place(against);
          expect(worth(core, alice)).toBeGreaterThanOrEqual(0n);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("a resting order on margin", () => {
  it("is closed instead of filled when the index has moved and its account cannot bear it", () => {
    const core = new LendingFixture(TERMS);
    const alice = core.borrower("alice", { usd: 1_000 });
    const [bob, carol] = [core.rich("bob"), core.rich("carol")];
    core.marginOrder(alice, { side: "buy", price: 100, size: 40, loanType: "auto_borrow" });
    core.place({ user: carol, side: "buy", price: 99, size: 5 });
    // 40 bought at 100 are worth 3,120 then, less than 3,000 with 5 %.
    core.index(78);
    const events = core.place({ user: bob, side: "sell", price: 99, size: 7 });
    expect(only(events, "order_closed")[0]).toMatchObject({ user: alice, reason: "insolvent" });
    expect(only(events, "trade_executed")).toMatchObject([{ price: 99, size: 5 }]);
    expect(core.margin(alice, USD)).toEqual([4_000n, 0n]);
  });

  it("to sell borrowed coins is closed in the same way", () => {
    const core = new LendingFixture(TERMS);
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.marginOrder(alice, { side: "sell", price: 100, size: 40, loanType: "auto_borrow" });
    core.index(120);
    const events = core.place({ user: bob, side: "buy", price: 100, size: 7 });
    expect(kinds(events)).not.toContain("trade_executed");
    expect(only(events, "order_closed")).toMatchObject([{ user: alice, reason: "insolvent" }]);
  });

  it("fills while its account can bear it, and always on the better side of the index", () => {
    const core = new LendingFixture(TERMS);
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.marginOrder(alice, { side: "buy", price: 100, size: 40, loanType: "auto_borrow" });
    core.index(95);
    expect(kinds(core.place({ user: bob, side: "sell", price: 100, size: 4 }))).toContain(
      "trade_executed",
    );
    core.index(101);
    expect(kinds(core.place({ user: bob, side: "sell", price: 100, size: 4 }))).toContain(
      "trade_executed",
    );
  });

  it("that would be closed does not count for a fill-or-kill order", () => {
    const core = new LendingFixture(TERMS);
    const alice = core.borrower("alice", { usd: 1_000 });
    const bob = core.rich("bob");
    core.marginOrder(alice, { side: "buy", price: 100, size: 40, loanType: "auto_borrow" });
    core.index(78);
    const order = { user: bob, side: "sell", price: 100, size: 4, timeInForce: "fok" } as const;
    expect(only(core.place(order), "order_closed")).toMatchObject([
      { user: bob, reason: "fok_unfillable" },
    ]);
  });
});
