/**
 * What orders take of a futures account they give back: placed, changed, partly filled, cancelled.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { User } from "../accounts/user.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { marginOf } from "./margin.ts";

const FUNDS = 100_000;

type Terms = {
  readonly instrument: number;
  readonly isIsolated: boolean;
  readonly isHedge: boolean;
  readonly leverage: number;
  readonly takerRateE6: number;
};

const termsOf = (takerRates: readonly number[]) =>
  fc.record({
    instrument: fc.constantFrom(LINEAR, INVERSE),
    isIsolated: fc.boolean(),
    isHedge: fc.boolean(),
    leverage: fc.integer({ min: 1, max: 50 }),
    takerRateE6: fc.constantFrom(...takerRates),
  });

/** Alice with what she is asked to be, and Bob, who takes what she offers. */
function account({ instrument, isHedge, isIsolated, leverage, takerRateE6 }: Terms) {
  const core = new CoreFixture({ takerRateE6 });
  const [category, coin] =
    instrument === INVERSE ? (["coin_futures", COIN] as const) : (["usdt_futures", USD] as const);
  const alice = core.user("alice", [[category, coin, FUNDS]]);
  const bob = core.user("bob", [[category, coin, 100_000_000]]);
  const marginMode = isIsolated ? "isolated" : "crossed";
  core.run({ kind: "set_margin_mode", user: alice, instrument, marginMode });
  core.run({ kind: "set_leverage", user: alice, instrument, positionSide: "net", leverage });
  if (isHedge) core.hedge(alice, category);
  const figures = () => {
    const { ledger, users } = core.state;
    const own = ledger.find(alice, WALLET_INDEX[category], coin);
    return marginOf(core.state, users[alice] as User, own);
  };
  /** Inverse contracts come in sizes that are whole coins at the price of 100. */
  const scale = instrument === INVERSE ? 100 : 1;
  const open = (isBuy: boolean, size: number, price = 100): number => {
    const side = isBuy ? "buy" : "sell";
    const positionSide = isHedge ? (isBuy ? "long" : "short") : "net";
    const order = { user: alice, instrument, side, positionSide, price } as const;
    core.place({ ...order, size: size * scale });
    return core.rejection === undefined ? core.orderId : 0;
  };
  const take = (isBuy: boolean, size: number): void => {
    const side = isBuy ? "buy" : "sell";
    core.place({ user: bob, instrument, side, price: 100, size: size * scale });
  };
  const closeAll = (): void => {
    for (const user of [alice, bob]) {
      core.run({ kind: "cancel_orders", user, category, instrument: 0 });
    }
    for (const [at, size] of core.position(alice, instrument).entries()) {
      if (size === 0) continue;
      take(at === 0, size / scale);
      const side = at === 0 ? "sell" : "buy";
      const positionSide = isHedge ? (at === 0 ? "long" : "short") : "net";
      core.place({ user: alice, instrument, side, positionSide, price: 100, size });
    }
  };
  return { core, alice, bob, category, coin, figures, open, take, closeAll, scale };
}

const changes = fc.array(
  fc.record({ size: fc.integer({ min: 1, max: 90 }), away: fc.integer({ min: 1, max: 30 }) }),
  { maxLength: 4 },
);

describe("an order that rests", () => {
  it("requires nothing more once it is cancelled, however it was changed", () => {
    fc.assert(
      fc.property(
        termsOf([0, 600]),
        fc.integer({ min: -60, max: 60 }),
        fc.boolean(),
        changes,
        (terms, held, isBuy, list) => {
          const { alice, core, figures, open, scale, take } = account(terms);
          if (held !== 0) {
            take(held < 0, Math.abs(held));
            open(held > 0, Math.abs(held));
          }
          const before = figures();
          const [first, ...rest] = list;
          if (first === undefined) return;
          const priceOf = (away: number) => (isBuy ? 100 - away : 100 + away);
          const orderId = open(isBuy, first.size, priceOf(first.away));
          if (orderId === 0) return;
          for (const { away, size } of rest) {
            core.amend({ user: alice, orderId, size: size * scale, price: priceOf(away) });
          }
          core.cancel(alice, orderId);
          expect(core.rejection).toBeUndefined();
          expect(figures()).toEqual(before);
        },
      ),
      { numRuns: 80, seed: 21 },
    );
  });
});

const turns = fc.array(
  fc.record({
    isBuy: fc.boolean(),
    size: fc.integer({ min: 1, max: 60 }),
    taken: fc.integer({ min: 0, max: 60 }),
    change: fc.integer({ min: 1, max: 60 }),
    isCancelled: fc.boolean(),
  }),
  { minLength: 2, maxLength: 10 },
);

describe("orders that fill in part", () => {
  it("leave all there was when all is closed where it was opened", () => {
    let opened = 0;
    fc.assert(
      fc.property(termsOf([0]), turns, (terms, list) => {
        const { alice, category, closeAll, coin, core, figures, open, scale, take } =
          account(terms);
        const before = figures();
        for (const { change, isBuy, isCancelled, size, taken } of list) {
          const orderId = open(isBuy, size);
          if (taken > 0) take(!isBuy, Math.min(taken, size));
          core.amend({ user: alice, orderId, size: change * scale });
          if (isCancelled) core.cancel(alice, orderId);
          if (core.position(alice, terms.instrument).some((one) => one > 0)) opened += 1;
        }
        closeAll();
        expect(core.position(alice, terms.instrument)).toEqual([0, 0]);
        expect(core.money(alice, category, coin)).toEqual([BigInt(FUNDS), 0n]);
        expect(figures()).toEqual(before);
      }),
      { numRuns: 80, seed: 22 },
    );
    expect(opened).toBeGreaterThan(100);
  });

  it("crossed, require of a position what its entry does, on whatever way it came about", () => {
    fc.assert(
      fc.property(termsOf([0]), turns, (terms, list) => {
        const { alice, category, core, figures, open, scale, take } = account({
          ...{ ...terms, isIsolated: false },
        });
        for (const { isBuy, size, taken } of list) {
          open(isBuy, size);
          if (taken > 0) take(!isBuy, Math.min(taken, size));
        }
        core.run({ kind: "cancel_orders", user: alice, category, instrument: 0 });
        const [long, short] = core.position(alice, terms.instrument);
        // All was bought and sold at 100: a size is worth as many coins, or a hundred dollars each.
        const units = BigInt((long + short) / scale) * (scale === 100 ? 1n : 100n);
        const leverage = BigInt(terms.leverage);
        const required = (units + leverage - 1n) / leverage;
        expect(figures()).toMatchObject({
          ...{ requiredMargin: required, positionMargin: required },
          free: BigInt(FUNDS) - required,
        });
      }),
      { numRuns: 60, seed: 23 },
    );
  });
});
