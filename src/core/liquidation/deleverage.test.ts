/** Order of the holders that are deleveraged, and the sizes that are closed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms, lots } from "../money/units.ts";

const FEES = { takerRateE6: 600 };

type Side = "buy" | "sell";
const OPPOSITE = { buy: "sell", sell: "buy" } as const;

/** A user buys from or sells to another user at a price. */
function deal(
  core: CoreFixture,
  users: { readonly taker: number; readonly maker: number },
  terms: { readonly side: Side; readonly price: number; readonly size: number },
  instrument = LINEAR,
): void {
  const { price, side, size } = terms;
  core.place({ user: users.maker, instrument, side: OPPOSITE[side], price, size });
  core.place({ user: users.taker, instrument, side, price, size });
}

/** Sets the index price and ticks until no work is left. */
function moved(core: CoreFixture, price: number): CoreEvent[] {
  core.index(price);
  const events: CoreEvent[] = [];
  for (let tick = 0; tick < 10; tick++) events.push(...core.passMs(0));
  return events;
}

function deleveraged(events: readonly CoreEvent[]): unknown[] {
  return only(events, "position_deleveraged").map(({ deficit, reason, size, user }) => {
    return { user, reason, deficit, size };
  });
}

/**
 * A victim that holds 100 from 1,000 against mallory, and winners with the same size and better
 * entry prices, which rank first by score.
 */
function market(side: Side) {
  const core = new CoreFixture(FEES);
  const better = side === "buy" ? 1_040 : 960;
  core.index(better);
  const bob = core.rich("bob");
  const winner = core.user("winner", [["usdt_futures", USD, 20_000]]);
  deal(core, { taker: winner, maker: bob }, { side: OPPOSITE[side], price: better, size: 100 });
  core.passMs(400_000);
  core.index(1_000);
  const mallory = core.rich("mallory");
  const victim = core.user("victim", [["usdt_futures", USD, 6_000]]);
  return { core, bob, mallory, victim, winner, fall: side === "buy" ? 944 : 1_056 };
}

describe.for(["buy", "sell"] as const)("after a %s at 1,000", (side) => {
  it("closes the counterparty of the loss before holders with larger profits", () => {
    const { core, fall, mallory, victim } = market(side);
    deal(core, { taker: victim, maker: mallory }, { side, price: 1_000, size: 100 });
    expect(deleveraged(moved(core, fall))).toEqual([
      { user: mallory, reason: "counterparty", deficit: 100, size: 100 },
    ]);
  });

  it("closes an account of the same parent before the counterparty", () => {
    const { core, fall, mallory, victim } = market(side);
    const sub = core.user("sub", [["usdt_futures", USD, 100_000]], { parent: victim + 1 });
    deal(core, { taker: sub, maker: mallory }, { side: OPPOSITE[side], price: 1_000, size: 30 });
    deal(core, { taker: victim, maker: mallory }, { side, price: 1_000, size: 100 });
    expect(deleveraged(moved(core, fall))).toEqual([
      { user: sub, reason: "related", deficit: 100, size: 30 },
      { user: mallory, reason: "counterparty", deficit: 70, size: 70 },
    ]);
  });

  it("treats other accounts of the counterparty's parent like the counterparty", () => {
    const { bob, core, fall, mallory, victim } = market(side);
    const sub = core.user("sub", [["usdt_futures", USD, 100_000]], { parent: mallory + 1 });
    deal(core, { taker: victim, maker: mallory }, { side, price: 1_000, size: 100 });
    // Mallory transfers the position to a sub-account through trades with bob.
    deal(core, { taker: mallory, maker: bob }, { side, price: 1_000, size: 100 });
    deal(core, { taker: sub, maker: bob }, { side: OPPOSITE[side], price: 1_000, size: 100 });
    expect(deleveraged(moved(core, fall))).toEqual([
      { user: sub, reason: "counterparty", deficit: 100, size: 100 },
    ]);
  });

  it("closes holders by the ranking five minutes later", () => {
    const { core, fall, mallory, victim, winner } = market(side);
    deal(core, { taker: victim, maker: mallory }, { side, price: 1_000, size: 100 });
    core.passMs(300_001);
    expect(deleveraged(moved(core, fall))).toEqual([
      { user: winner, reason: "ranked", deficit: 100, size: 100 },
    ]);
  });

  it("deleverages positions that the fund took over against their counterparties", () => {
    const { core, fall, mallory, victim } = market(side);
    const where = { realm: "live", wallet: "insurance_fund", currency: USD } as const;
    core.run({ kind: "endow", ...where, amount: atoms(100_000n) });
    const factors = { openInterestFactorE6: 0, positionFactorE6: 0 };
    const floors = { openInterestFloor: lots(0), positionFloor: lots(0) };
    const limits = { instrument: LINEAR, fundDrawMax: atoms(1_000n), ...factors, ...floors };
    core.run({ kind: "set_loss_limits", ...limits });
    deal(core, { taker: victim, maker: mallory }, { side, price: 1_000, size: 100 });
    moved(core, fall);
    const isLong = side === "buy";
    expect(core.position(0, LINEAR)).toEqual(isLong ? [100, 0] : [0, 100]);
    core.passMs(1_000);
    const events = [...moved(core, isLong ? 920 : 1_080), ...core.passMs(1_000)];
    expect(deleveraged(events)).toEqual([
      { user: mallory, reason: "counterparty", deficit: 100, size: 100 },
    ]);
  });
});

it("the opposite position of the liquidated user does not count as a related account", () => {
  const { core, mallory, victim, winner } = market("buy");
  core.hedge(victim, "usdt_futures");
  core.run({ kind: "set_margin_mode", user: victim, instrument: LINEAR, marginMode: "isolated" });
  for (const positionSide of ["long", "short"] as const) {
    const side = positionSide === "long" ? "buy" : "sell";
    const terms = { instrument: LINEAR, price: 1_000, size: 50 };
    core.place({ ...terms, user: mallory, side: OPPOSITE[side] });
    core.place({ ...terms, user: victim, side, positionSide });
  }
  expect(core.position(victim, LINEAR)).toEqual([50, 50]);
  expect(deleveraged(moved(core, 953))).toEqual([
    { user: winner, reason: "ranked", deficit: 50, size: 50 },
  ]);
});

type Scene = {
  readonly instrument: number;
  readonly side: Side;
  readonly longs: readonly number[];
  readonly shorts: readonly number[];
  readonly drop: number;
};

const SCENES: fc.Arbitrary<Scene> = fc.record({
  instrument: fc.constantFrom(LINEAR, INVERSE),
  side: fc.constantFrom("buy", "sell"),
  longs: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
  shorts: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
  drop: fc.integer({ min: 40, max: 150 }),
});

/** Users that entered against bob at 1,000; those at risk with a twentieth as margin. */
function played({ drop, instrument, longs, shorts, side }: Scene): CoreEvent[] {
  const core = new CoreFixture(FEES);
  core.index(1_000);
  const isInverse = instrument === INVERSE;
  const lotSize = isInverse ? 1_000 : 1;
  const bob = core.rich("bob");
  const enter = (size: number, its: Side, isEndangered: boolean): void => {
    const value = isInverse ? size : size * 1_000;
    const amount = isEndangered ? Math.ceil(value * 0.06) : value * 4;
    const [wallet, coin] = isInverse
      ? (["coin_futures", COIN] as const)
      : (["usdt_futures", USD] as const);
    const taker = core.user("u", [[wallet, coin, amount]]);
    const terms = { side: its, price: 1_000, size: size * lotSize };
    deal(core, { taker, maker: bob }, terms, instrument);
  };
  for (const size of longs) enter(size, side, true);
  for (const size of shorts) enter(size, OPPOSITE[side], false);
  return moved(core, side === "buy" ? 1_000 - drop : 1_000 + drop);
}

describe("deleveraging closes exactly the deficit", () => {
  it("in lots, holder by holder, and in money", () => {
    let reached = 0;
    fc.assert(
      fc.property(SCENES, (scene) => {
        const events = played(scene);
        const taken = only(events, "position_deleveraged");
        const closed = only(events, "position_liquidated").filter(
          ({ taker }) => taker === "deleveraged",
        );
        const sum = (parts: readonly { readonly size: number }[]): number =>
          parts.reduce((total, { size }) => total + size, 0);
        if (taken.length > 1) reached += 1;
        expect(sum(taken)).toBe(sum(closed));
        for (const { deficit, size } of taken) expect(size).toBeLessThanOrEqual(deficit);
        const fills = only(events, "order_filled");
        const worthOf = (orders: readonly { readonly orderId: number }[]): bigint => {
          const ids = new Set(orders.map(({ orderId }) => orderId));
          return fills.filter(({ orderId }) => ids.has(orderId)).reduce((v, f) => v + f.value, 0n);
        };
        // Parts close at one price: the gain that holders forgo equals the loss that is avoided.
        expect(worthOf(taken)).toBe(worthOf(closed));
        for (const { orderId, price } of [...taken, ...closed]) {
          for (const fill of fills) if (fill.orderId === orderId) expect(fill.price).toBe(price);
        }
      }),
      { numRuns: 60 },
    );
    expect(reached).toBeGreaterThan(10);
  });
});
