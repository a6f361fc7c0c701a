import { describe, expect, it } from "vitest";
import { colluders, MODES } from "../../../test/support/colluders.ts";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { User } from "../accounts/user.ts";
import type { Instrument } from "../instruments/instrument.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { atoms } from "../money/units.ts";
import { readInstrumentDraw } from "../reads/loss-reads.ts";
import { marginOf, requiredMarginOf } from "./margin.ts";

/** Alice's orders of 100 at a mark of 1,000; others who have plenty. */
function maker(terms: { readonly wallet: number; readonly isIsolated?: boolean }) {
  const core = new CoreFixture();
  const alice = core.user("alice", [["usdt_futures", USD, terms.wallet]]);
  const bob = core.user("bob", [["usdt_futures", USD, 10_000_000]]);
  core.index(1_000);
  const marginMode = terms.isIsolated === true ? "isolated" : "crossed";
  core.run({ kind: "set_margin_mode", user: alice, instrument: LINEAR, marginMode });
  for (const user of [alice, bob]) {
    const setting = { user, instrument: LINEAR, positionSide: "net", leverage: 50 } as const;
    core.run({ kind: "set_leverage", ...setting });
  }
  const rest = (side: "buy" | "sell", price: number, more: object = {}): string | undefined => {
    core.place({ user: alice, instrument: LINEAR, side, price, size: 100, ...more });
    return core.rejection;
  };
  const figures = () => {
    const account = core.state.ledger.find(alice, WALLET_INDEX.usdt_futures, USD);
    return marginOf(core.state, core.state.users[alice] as User, account);
  };
  /** Alice holds 100 from 1,000. */
  const open = (side: "buy" | "sell"): void => {
    const other = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument: LINEAR, side: other, price: 1_000, size: 100 });
    expect(rest(side, 1_000)).toBeUndefined();
  };
  return { core, alice, bob, rest, figures, open };
}

describe("the open loss of an order beyond the mark", () => {
  const cases = [
    // 101,000 ÷ 50 of margin, 10 × 100 of loss.
    { instrument: LINEAR, side: "buy", price: 1_010, needed: 3_020 },
    { instrument: LINEAR, side: "sell", price: 990, needed: 2_980 },
    // 99,010 ÷ 50 = 1,981, and 100,000 − 99,009.9 = 990.1, each rounded up.
    { instrument: INVERSE, side: "buy", price: 1_010, needed: 2_972 },
    // 101,010 ÷ 50 = 2,021, and 101,010.1 − 100,000 = 1,010.1, each rounded up.
    { instrument: INVERSE, side: "sell", price: 990, needed: 3_032 },
  ] as const;

  it.for(cases.flatMap((one) => MODES.map((mode) => ({ ...one, mode }))))(
    "is required beside its margin: $side, instrument $instrument, $mode",
    ({ needed, price, ...variant }) => {
      // A unified account counts dollars, of which a coin is a thousand, rounded up.
      const at = (wallet: number) =>
        colluders({ ...variant, wallet, leverage: 50 }).rest({ price });
      expect(at(needed)).toBeUndefined();
      expect(at(needed - 1)).toBe("insufficient_margin");
    },
  );

  const immediate = [
    // 104,000 ÷ 50 of margin at the limit, 1 × 100 of loss at the price of the book.
    { instrument: LINEAR, side: "buy", price: 1_040, met: 1_001, needed: 2_180 },
    { instrument: LINEAR, side: "sell", price: 960, met: 999, needed: 2_098 },
    // 99,900 ÷ 50 = 1,998, and 100,000 − 99,900.1 = 99.9, rounded up.
    { instrument: INVERSE, side: "buy", price: 1_040, met: 1_001, needed: 2_098 },
    // 104,166 ÷ 50 = 2,084, and 100,100.1 − 100,000 = 100.1, each rounded up.
    { instrument: INVERSE, side: "sell", price: 960, met: 999, needed: 2_185 },
  ] as const;

  it.for(
    immediate.flatMap((one) =>
      MODES.flatMap((mode) => (["ioc", "fok"] as const).map((force) => ({ ...one, mode, force }))),
    ),
  )(
    "is that of the price it reaches where it cannot rest: $side, instrument $instrument, $mode, $force",
    ({ force: timeInForce, met, needed, price, ...variant }) => {
      const meeting = (wallet: number) => {
        const market = colluders({ ...variant, wallet, leverage: 50 });
        const { winner, core, size } = market;
        const { instrument, side } = variant;
        const other = side === "buy" ? "sell" : "buy";
        core.place({ user: winner, instrument, side: other, price: met, size });
        return market;
      };
      expect(meeting(needed).rest({ price })).toBe("insufficient_margin");
      expect(meeting(needed - 1).rest({ price, timeInForce })).toBe("insufficient_margin");
      const market = meeting(needed);
      expect(market.rest({ price, timeInForce })).toBeUndefined();
      expect(market.held()).toBe(market.size);
    },
  );

  it("grows and shrinks with the mark price", () => {
    const { core, rest, figures } = maker({ wallet: 10_000 });
    rest("buy", 1_000);
    expect(figures().requiredMargin).toBe(2_000n);
    core.index(980);
    expect(figures()).toMatchObject({ requiredMargin: 4_000n, free: 6_000n, transferable: 6_000n });
    core.index(990);
    expect(figures().requiredMargin).toBe(3_000n);
    core.index(1_010);
    expect(figures().requiredMargin).toBe(2_000n);
    core.index(990);
    expect(figures().requiredMargin).toBe(3_000n);
  });

  it("follows orders that come, change and go", () => {
    const { core, alice, bob, rest, figures } = maker({ wallet: 20_000 });
    rest("sell", 995);
    const id = core.orderId;
    expect(figures().requiredMargin).toBe(1_990n + 500n);
    rest("sell", 990, { size: 50 });
    expect(figures().requiredMargin).toBe(2_980n + 1_000n);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 990, size: 20 });
    // 20 are held short now, at 990 and at a mark of 1,000: 30 × 10 of loss are left beside 500.
    expect(figures()).toMatchObject({ requiredMargin: 2_984n + 800n, unrealisedPnl: -200n });
    core.amend({ user: alice, orderId: id, price: 999, size: 60 });
    expect(figures().requiredMargin).toBe((59_940n + 29_700n + 20_000n) / 50n + 1n + 360n);
    core.cancel(alice, id);
    expect(figures().requiredMargin).toBe(994n + 300n);
  });

  it.for([
    ["sell", [995, 998], 990],
    ["buy", [1_005, 1_002], 1_010],
  ] as const)("forgets what was cancelled at another mark price: %s", (example) => {
    const [side, [first, second], moved] = example;
    const { core, alice, rest, figures } = maker({ wallet: 20_000 });
    expect(rest(side, first)).toBeUndefined();
    const id = core.orderId;
    expect(rest(side, second, { size: 50 })).toBeUndefined();
    core.index(moved);
    core.cancel(alice, id);
    core.index(1_000);
    // 50 at the second price would lose 2 each.
    expect(figures().requiredMargin).toBe(BigInt(second) + 100n);
  });

  it("finds the loss of an order behind many others", () => {
    const { core, alice, bob, rest } = maker({ wallet: 20_000 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 900, size: 1 });
    expect(rest("buy", 1_000)).toBeUndefined();
    for (let count = 0; count < 70; count++) {
      core.place({ user: bob, instrument: LINEAR, side: "buy", price: 1_001, size: 1 });
    }
    core.index(995);
    const row = core.state.positions.find(alice, LINEAR);
    expect(requiredMarginOf(core.state, row)).toBe(2_018n + 500n);
    core.index(1_000);
    core.index(995);
    expect(requiredMarginOf(core.state, row)).toBe(2_018n + 500n);
  });

  it("is none while there is no mark price", () => {
    const core = new CoreFixture();
    const alice = core.user("alice", [["usdt_futures", USD, 1_000]]);
    core.run({
      ...{ kind: "list_instrument", symbol: "NEW", category: "usdt_futures", realm: "live" },
      ...{ base: 1, quote: USD, settle: USD, isInverse: false, priceDecimals: 0, tickStep: 1 },
      ...{ sizeDecimals: 0, lotStep: 1, sizeLotsMin: 1, sizeLotsMax: 1_000 },
      ...{ sizeLotsMarketMax: 1_000, valueMin: 0n, makerRateE6: 0, takerRateE6: 0 },
      ...{ buyLimitRatioE6: 500_000, sellLimitRatioE6: 500_000, leverageMin: 1 },
      ...{ leverageMax: 100, fundingIntervalHours: 8 },
    } as never);
    core.place({ user: alice, instrument: 3, side: "sell", price: 1, size: 100 });
    expect(core.rejection).toBeUndefined();
    core.run({ kind: "set_index_prices", instruments: [3], prices: [2 as never] });
    const row = core.state.positions.find(alice, 3);
    expect(requiredMarginOf(core.state, row)).toBe(5n + 100n);
  });

  it("counts on the side of a one-way row that needs more, on both of a hedged one", () => {
    const oneWay = maker({ wallet: 50_000 });
    oneWay.rest("buy", 1_010);
    oneWay.rest("sell", 1_020, { size: 200 });
    // 3,020 against 4,080.
    expect(oneWay.figures().requiredMargin).toBe(4_080n);
    oneWay.rest("buy", 1_015);
    // 4,050 and 2,500 against 4,080.
    expect(oneWay.figures().requiredMargin).toBe(6_550n);
    const hedged = maker({ wallet: 50_000 });
    hedged.core.hedge(hedged.alice, "usdt_futures");
    hedged.rest("buy", 1_010, { positionSide: "long" });
    hedged.rest("sell", 1_020, { positionSide: "short" });
    expect(hedged.figures().requiredMargin).toBe(2_020n + 2_040n + 1_000n);
  });

  it.for([
    ["buy", "sell", 990],
    ["sell", "buy", 1_010],
  ] as const)("is covered by the margin that closing sets free: %s", ([side, other, price]) => {
    const { core, alice, open, rest, figures } = maker({ wallet: 2_000 });
    open(side);
    expect(figures().free).toBe(0n);
    // A loss of 1,000 against margin of 2,000 that comes back.
    expect(rest(other, price)).toBeUndefined();
    expect(figures().requiredMargin).toBe(2_000n);
    // The closing guard watches orders that only close: they need nothing.
    core.run({ kind: "cancel_orders", user: alice, category: "usdt_futures", instrument: 0 });
    expect(rest(other, price, { reduceOnly: true })).toBeUndefined();
    expect(figures().requiredMargin).toBe(2_000n);
  });

  it.for([
    ["buy", "sell", 990],
    ["sell", "buy", 1_010],
  ] as const)("is borne by isolated margin where it closes: %s", ([side, other, price]) => {
    const { open, rest, figures } = maker({ wallet: 2_000, isIsolated: true });
    open(side);
    expect(figures()).toMatchObject({ balance: 0n, free: 0n });
    expect(rest(other, price)).toBeUndefined();
    expect(figures().requiredMargin).toBe(0n);
    expect(rest(other, price, { size: 1 })).toBe("insufficient_margin");
  });
});

describe("an account that no longer affords its orders beyond the mark", () => {
  it.for([
    ["buy", [1_000, 999, 998], 970],
    ["sell", [1_000, 1_001, 1_002], 1_030],
  ] as const)(
    "loses the newest of them, until the rest is covered: %s",
    ([side, prices, moved]) => {
      const { core, rest, figures } = maker({ wallet: 11_500 });
      const ids = prices.map((price) => {
        expect(rest(side, price)).toBeUndefined();
        return core.orderId;
      });
      // A loss of about 3,000 each beside 2,000 of margin each.
      core.index(moved);
      const closed = only(core.passMs(0), "order_closed");
      expect(closed.map(({ orderId, reason }) => [orderId, reason])).toEqual([
        [ids[2], "insolvent"],
      ]);
      expect(figures().free).toBeGreaterThanOrEqual(0n);
    },
  );

  it("keeps orders that lose nothing, whatever else it lacks", () => {
    const { core, rest, open, figures } = maker({ wallet: 5_000 });
    open("buy");
    expect(rest("buy", 970)).toBeUndefined();
    core.index(975);
    expect(figures().free).toBeLessThan(0n);
    expect(only(core.passMs(0), "order_closed")).toEqual([]);
    expect(rest("sell", 976)).toBeUndefined();
  });

  it("does so before its positions are liquidated", () => {
    const { core, rest, open } = maker({ wallet: 7_000 });
    open("buy");
    expect(rest("buy", 1_000)).toBeUndefined();
    const id = core.orderId;
    core.index(960);
    const events = core.passMs(0);
    expect(only(events, "order_closed")).toMatchObject([{ orderId: id, reason: "insolvent" }]);
    expect(only(events, "liquidation_started")).toEqual([]);
  });

  it("spans the instruments of a unified account", () => {
    const core = new CoreFixture();
    const shared = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
    core.run({ ...shared, currency: USD, isDollar: true, ratesE6: [1_000_000] });
    const alice = core.user("alice", [["unified", USD, 6_000]], { accountKind: "unified" });
    core.index(1_000);
    const order = { user: alice, instrument: LINEAR, side: "buy", size: 40 } as const;
    core.place({ ...order, price: 1_000 });
    const first = core.orderId;
    core.place({ ...order, price: 1_000 });
    const second = core.orderId;
    expect(core.rejection).toBeUndefined();
    core.index(960);
    const closed = only(core.passMs(0), "order_closed");
    expect(closed).toMatchObject([{ orderId: second, reason: "insolvent" }]);
    expect(core.state.orders.find(first)).not.toBe(0);
  });
});

describe.each([
  { side: "buy", direction: 1 },
  { side: "sell", direction: -1 },
] as const)("an order to $side on the good side of the mark", ({ direction, side }) => {
  const other = side === "buy" ? "sell" : "buy";
  /** A price so far from 1,000 in the direction in which the position loses. */
  const worse = (distance: number): number => 1_000 - direction * distance;
  const SIZE = 100;

  /** Alice holds 100 from 1,000, and is short of initial margin where the index has come to. */
  function short(away = { order: 30, index: 25 }) {
    const made = maker({ wallet: 5_000 });
    const { core, open, rest, figures } = made;
    const fund = { kind: "endow", realm: "live", wallet: "insurance_fund", currency: USD } as const;
    core.run({ ...fund, amount: atoms(1_000_000n) });
    open(side);
    expect(rest(side, worse(away.order))).toBeUndefined();
    core.index(worse(away.index));
    core.passMs(0);
    core.passMs(1_000);
    expect(figures().free).toBeLessThan(0n);
    const linear = core.state.instruments[LINEAR] as Instrument;
    const lost = (): bigint => readInstrumentDraw(core.state, linear).borne;
    const price = worse(away.order);
    const fill = () =>
      core.place({ user: made.bob, instrument: LINEAR, side: other, price, size: SIZE });
    return { ...made, lost, fill };
  }

  /** The index comes to a price and all that follows is done; answers the events. */
  function moved(core: CoreFixture, price: number) {
    core.index(price);
    return Array.from({ length: 5 }, () => core.passMs(0)).flat();
  }

  it("is filled for an account short of initial margin, and takes nothing from it", () => {
    const { core, alice, fill, figures } = short();
    const equity = () => figures().balance + figures().unrealisedPnl;
    const before = equity();
    expect(only(fill(), "trade_executed")).toHaveLength(1);
    expect(equity()).toBe(before + 500n);
    expect(core.position(alice, LINEAR)[side === "buy" ? 0 : 1]).toBe(2 * SIZE);
  });

  it("costs the fund at most its size times the movement of mark before the next sweep", () => {
    for (const jump of [5, 10, 25, 40]) {
      const [without, filled] = [short(), short()];
      filled.fill();
      for (const { core, alice } of [without, filled]) {
        const started = only(moved(core, worse(25 + jump)), "liquidation_started");
        if (jump > 20) expect(started).toMatchObject([{ user: alice }]);
      }
      const more = filled.lost() - without.lost();
      expect(more).toBeLessThanOrEqual(BigInt(SIZE * jump));
      if (jump === 40) expect(more).toBeGreaterThan(0n);
    }
  });

  it("is found by the sweep a second later when the fill leaves less than maintenance", () => {
    // 700 are left, 800 after the fill: more than 0.46 % of the first position, less than of both.
    const { core, alice, fill } = short({ order: 44, index: 43 });
    expect(only(fill(), "trade_executed")).toHaveLength(1);
    const started = only([...core.passMs(1_000), ...core.passMs(0)], "liquidation_started");
    expect(started).toMatchObject([{ user: alice }]);
  });
});
