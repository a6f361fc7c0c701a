/** Worked examples of trading-rules.md section 1: what a fill costs, and in which coin. */
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { traders } from "../../../test/support/traders.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { atoms } from "../money/units.ts";
import { readPositions } from "../reads/account-reads.ts";

type Side = "buy" | "sell";
const OTHER = { buy: "sell", sell: "buy" } as const;

/** A maker rests, a taker of the side named meets all of it. */
function traded(terms: {
  readonly rates: readonly [number, number];
  readonly instrument: number;
  readonly side: Side;
  readonly price: number;
  readonly size: number;
}) {
  const [makerRateE6, takerRateE6] = terms.rates;
  const { instrument, price, side, size } = terms;
  const core = new CoreFixture({ makerRateE6, takerRateE6 });
  core.index(price);
  const [maker, taker] = [core.rich("maker"), core.rich("taker")];
  core.place({ user: maker, instrument, side: OTHER[side], price, size });
  const fills = only(core.place({ user: taker, instrument, side, price, size }), "order_filled");
  return { core, maker, taker, fills };
}

/** What the exchange has taken in fees of a coin, of all instruments. */
function feesTaken(core: CoreFixture, currency: number): bigint {
  const { ledger } = core.state;
  let sum = 0n;
  for (let account = 1; account < ledger.end; account++) {
    const isFees = ledger.walletOf(account) === WALLET_INDEX.fees;
    if (isFees && ledger.currencyOf(account) === currency) sum += ledger.balance(account);
  }
  return sum;
}

describe("the fee of a spot fill, from the coin received", () => {
  it.for([
    // [maker and taker rate in millionths, side of the taker, price, size, fee in COIN, in USD]
    // 0.1 % both: of 5,000 coins 5, of 500,000 dollars 500.
    [[1_000, 1_000], "buy", 100, 5_000, 5n, 500n],
    [[1_000, 1_000], "sell", 100, 5_000, 5n, 500n],
    // The buyer takes at 0.04 %, the seller makes at 0.02 %: 5,000 × 0.0004; 500,000 × 0.0002.
    [[200, 400], "buy", 100, 5_000, 2n, 100n],
    // The seller takes: 5,000 × 0.0002 for the buyer, 500,000 × 0.0004 for the seller.
    [[200, 400], "sell", 100, 5_000, 1n, 200n],
    // 1,234 × 0.0006 = 0.7404 and 123,400 × 0.0002 = 24.68, rounded up.
    [[200, 600], "buy", 100, 1_234, 1n, 25n],
    // 1,234 × 0.0002 = 0.2468 and 123,400 × 0.0006 = 74.04, rounded up.
    [[200, 600], "sell", 100, 1_234, 1n, 75n],
    // Nothing of nothing: makers at 0 %.
    [[0, 600], "sell", 100, 1_234, 0n, 75n],
  ] as const)("at %j, taker %s: %d × %d", ([rates, side, price, size, coins, dollars]) => {
    const { core, fills, maker, taker } = traded({ rates, instrument: SPOT, side, price, size });
    const [buyer, seller] = side === "buy" ? [taker, maker] : [maker, taker];
    const feeOf = (user: number) => {
      const fill = fills.find((one) => one.user === user);
      return [fill?.fee, fill?.feeCurrency];
    };
    expect([feeOf(buyer), feeOf(seller)]).toEqual([
      [coins, COIN],
      [dollars, USD],
    ]);
    const value = BigInt(price * size);
    expect(core.money(buyer, "spot", COIN)[0]).toBe(10_000n + BigInt(size) - coins);
    expect(core.money(buyer, "spot", USD)[0]).toBe(1_000_000n - value);
    expect(core.money(seller, "spot", USD)[0]).toBe(1_000_000n + value - dollars);
    expect(core.money(seller, "spot", COIN)[0]).toBe(10_000n - BigInt(size));
    expect([feesTaken(core, COIN), feesTaken(core, USD)]).toEqual([coins, dollars]);
  });

  it("is a taker's for what crosses at entry and a maker's for what rests of it", () => {
    const core = new CoreFixture({ makerRateE6: 1_000, takerRateE6: 10_000 });
    const [alice, bob] = [core.rich("alice"), core.rich("bob")];
    core.place({ user: bob, side: "sell", price: 100, size: 3_000 });
    const first = core.place({ user: alice, side: "buy", price: 100, size: 5_000 });
    const second = core.place({ user: bob, side: "sell", price: 100, size: 2_000 });
    const own = [...only(first, "order_filled"), ...only(second, "order_filled")].filter(
      ({ user }) => user === alice,
    );
    // 3,000 × 1 %, then 2,000 × 0.1 %.
    expect(own.map(({ fee, role }) => [role, fee])).toEqual([
      ["taker", 30n],
      ["maker", 2n],
    ]);
  });

  it("of a market buy is taken of each fill on its own", () => {
    const core = new CoreFixture({ takerRateE6: 1_000 });
    const [alice, bob] = [core.rich("alice"), core.rich("bob")];
    core.place({ user: bob, side: "sell", price: 100, size: 1_500 });
    core.place({ user: bob, side: "sell", price: 125, size: 900 });
    const quoteAmount = atoms(262_500n);
    const own = only(core.place({ user: alice, side: "buy", quoteAmount }), "order_filled").filter(
      ({ user }) => user === alice,
    );
    // 150,000 buy 1,500, the other 112,500 at 125 buy 900: fees of 1.5 and 0.9, rounded up.
    expect(own.map(({ fee, size }) => [size, fee])).toEqual([
      [1_500, 2n],
      [900, 1n],
    ]);
    expect(core.money(alice, "spot", COIN)[0]).toBe(12_397n);
  });
});

describe("the fee of a futures fill, from the settlement coin", () => {
  it.for([
    // [instrument, side of the taker, price, size, maker's at 0.02 %, taker's at 0.06 %]
    // Linear: size × price × rate: 500,000 × 0.0002 and × 0.0006.
    [LINEAR, "buy", 100, 5_000, 100n, 300n],
    [LINEAR, "sell", 100, 5_000, 100n, 300n],
    // 101 × 37 = 3,737: 0.7474 and 2.2422, rounded up.
    [LINEAR, "buy", 101, 37, 1n, 3n],
    // Inverse: size ÷ price × rate: 1,000,000 ÷ 80 = 12,500 coins: 2.5 and 7.5, rounded up.
    [INVERSE, "buy", 80, 1_000_000, 3n, 8n],
    [INVERSE, "sell", 80, 1_000_000, 3n, 8n],
    // 1,000,000 ÷ 250 = 4,000: 0.8 and 2.4.
    [INVERSE, "sell", 250, 1_000_000, 1n, 3n],
  ] as const)("of instrument %d, taker %s at %d: %d", (example) => {
    const [instrument, side, price, size, made, taken] = example;
    const { core, fills, maker, taker } = traded({
      ...{ rates: [200, 600], instrument, side, price, size },
    });
    const [wallet, coin, had] =
      instrument === INVERSE
        ? (["coin_futures", COIN, 100_000n] as const)
        : (["usdt_futures", USD, 1_000_000n] as const);
    expect(fills.map(({ fee, feeCurrency, user }) => [user, fee, feeCurrency])).toEqual([
      [maker, made, coin],
      [taker, taken, coin],
    ]);
    expect(core.money(maker, wallet, coin)[0]).toBe(had - made);
    expect(core.money(taker, wallet, coin)[0]).toBe(had - taken);
    expect(feesTaken(core, coin)).toBe(made + taken);
  });

  it.for([
    // 30,000 × 0.06 % = 18 at opening and 28,500 × 0.06 % = 17.1 at closing, a loss of 1,500.
    [LINEAR, 1_000, 30, 950, 10_000, 10_000n - 18n - 18n - 1_500n],
    // 50,000 ÷ 100 = 500 coins: 0.3; 50,000 ÷ 125 = 400: 0.24; the long gains 500 − 400.
    [INVERSE, 100, 50_000, 125, 1_000, 1_000n - 1n - 1n + 100n],
  ] as const)("isolated, instrument %d: of opening and closing, beside the margin", (example) => {
    const [instrument, price, size, later, wallet, expected] = example;
    const held = traders({ instrument, price, wallet, isIsolated: true });
    const { alice, core } = held;
    held.trade("buy", size, "net");
    core.index(later);
    const order = { instrument, price: later, size } as const;
    core.place({ user: 3, side: "buy", ...order });
    core.place({ user: alice, side: "sell", ...order });
    expect(core.position(alice, instrument)).toEqual([0, 0]);
    const [kind, coin] =
      instrument === INVERSE ? (["coin_futures", COIN] as const) : (["usdt_futures", USD] as const);
    expect(core.money(alice, kind, coin)).toEqual([expected, 0n]);
  });

  it("hedged: each side pays for its own opening and closing", () => {
    const { alice, core, trade } = traders({ price: 1_000, wallet: 100_000, isHedge: true });
    trade("buy", 40, "long");
    trade("sell", 25, "short");
    trade("sell", 10, "long");
    trade("buy", 5, "short");
    // 0.06 % of 40,000, 25,000, 10,000 and 5,000.
    expect(readPositions(core.state, alice)).toMatchObject([
      { positionSide: "long", openFee: 24n, closeFee: 6n },
      { positionSide: "short", openFee: 15n, closeFee: 3n },
    ]);
    expect(core.money(alice, "usdt_futures", USD)[0]).toBe(100_000n - 48n);
  });

  it("of a fill that turns a position around is shared by size", () => {
    const { alice, core, trade } = traders({ price: 1_000, wallet: 100_000 });
    trade("buy", 10, "net");
    core.index(1_040);
    const order = { instrument: LINEAR, price: 1_040, size: 25 } as const;
    core.place({ user: 3, side: "buy", ...order });
    const events = core.place({ user: alice, side: "sell", ...order });
    // 26,000 × 0.06 % = 15.6, so 16; of that 10 of 25 are 6.4, the closing part, rounded down.
    expect(only(events, "order_filled").at(-1)).toMatchObject({ fee: 16n, realisedPnl: 400n });
    const own = only(events, "position_changed").filter(({ user }) => user === alice);
    expect(own).toMatchObject([
      { positionSide: "long", size: 0, openFee: 6n, closeFee: 6n },
      { positionSide: "short", size: 15, openFee: 10n, closeFee: 0n },
    ]);
  });
});
