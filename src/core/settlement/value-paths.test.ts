/**
 * Only prices, fees, funding and interest change the worth of a user. While the index is constant,
 * whatever users do, each of them loses exactly the fees of their fills, the difference between
 * fill prices and the index, and the reported funding and interest.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNIFIED_MARGIN } from "../../../test/support/command-drafts.ts";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { LONG, LONG_AND_SHORT, NO_ROW, positionAt } from "../base/position-handle.ts";
import { isWorkDue } from "../clock/tick.ts";
import type { CoreEvent, EventOf } from "../events/events.ts";
import { unrealisedAt } from "../margin/margin.ts";
import { atoms, ticks } from "../money/units.ts";
import { readIsHedge } from "../reads/account-reads.ts";

const PRICE = 100;
const HOUR_MS = 3_600_000;
const CATEGORIES = ["spot", "usdt_futures", "coin_futures"] as const;

type Step = {
  readonly kind: (typeof KINDS)[number];
  readonly who: number;
  readonly instrument: 0 | 1 | 2;
  readonly isBuy: boolean;
  /** From the index price: how much worse for who places the order. */
  readonly distance: number;
  readonly size: number;
};

const RATES = [
  [0, 0],
  [200, 600],
  [0, 1_000],
] as const;

const KINDS = [
  ...(["place", "place", "place", "place", "place", "close", "close", "market"] as const),
  ...(["cancel", "amend", "transfer", "margin", "leverage", "mode", "hold_mode"] as const),
  ...(["cancel_all", "on_margin", "hours"] as const),
] as const;

const stepsOf = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    who: fc.nat({ max: 3 }),
    instrument: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    isBuy: fc.boolean(),
    distance: fc.constantFrom(0, 0, 0, 0, -3, 1, 4, 10),
    size: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 50, maxLength: 50 },
);

type Manners = readonly (readonly [isIsolated: boolean, isHedge: boolean])[];
const mannersOf = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 4, maxLength: 4 });

/** Three classic users with plenty, a unified one who is short of dollars: each has manners. */
function crowd(rates: readonly [number, number], manners: Manners) {
  const core = new CoreFixture({ makerRateE6: rates[0], takerRateE6: rates[1] });
  const base = { kind: "set_collateral", isShared: true, tierStarts: [0] } as const;
  core.run({ ...base, currency: USD, isDollar: true, ratesE6: [1_000_000] });
  core.run({ ...base, currency: COIN, isDollar: false, ratesE6: [900_000] });
  const users = ["alice", "bob", "carol"].map((name) => core.rich(name));
  for (const currency of [USD, COIN]) {
    const amount = atoms(1_000_000n);
    core.run({ kind: "endow", realm: "live", wallet: "lending_pool", currency, amount });
    core.run({
      ...{ kind: "set_loan_terms", realm: "live", instrument: 0, currency, amountMin: atoms(0n) },
      ...{ pricedBy: currency === USD ? 0 : SPOT + 1, dailyRateE8: 24_000_000 },
      ...{ tierAmounts: [100_000], tierLeverages: [5], tierMaintenanceE6: [50_000] },
      interestFree: atoms(0n),
    });
  }
  const funds = [["unified", USD, 3_000] as const, ["unified", COIN, 100_000] as const];
  const una = core.user("una", funds, { accountKind: "unified" });
  core.run({ kind: "set_account_level", user: una, level: "advanced", isByOperator: true });
  users.push(una);
  manners.forEach(([isIsolated, isHedge], at) => {
    const user = users[at] ?? 0;
    for (const instrument of [LINEAR, INVERSE]) {
      const marginMode = isIsolated ? "isolated" : "crossed";
      core.run({ kind: "set_margin_mode", user, instrument, marginMode });
    }
    for (const category of CATEGORIES.slice(1)) {
      core.run({ kind: "set_position_mode", user, category, isHedge });
    }
  });
  return { core, users };
}

type Crowd = ReturnType<typeof crowd>;

/**
 * Balances in all wallets and profit of all positions at the constant price, in dollars. One dollar
 * is a hundredth of a coin, so inverse contracts of a dollar are whole numbers too.
 */
function worthOf(core: CoreFixture, user: number): bigint {
  const { ledger, positions, users } = core.state;
  let worth = 0n;
  for (let account = 1; account < ledger.end; account++) {
    if (ledger.userOf(account) !== user) continue;
    const isCoin = ledger.currencyOf(account) === COIN;
    worth += ledger.balance(account) * (isCoin ? BigInt(PRICE) : 1n);
  }
  for (
    let row = users[user]?.positionsFirst ?? NO_ROW;
    row !== 0;
    row = positions.userNext.get(row)
  ) {
    const isInverse = positions.instrument.get(row) === INVERSE;
    for (const side of LONG_AND_SHORT) {
      const size = BigInt(positions.size.get(positionAt(row, side)));
      const open = positions.openNotional.get(positionAt(row, side));
      const gain = isInverse ? open * BigInt(PRICE) - size : size * BigInt(PRICE) - open;
      const profit = side === LONG ? gain : -gain;
      worth += profit;
      // The core rounds the figure by half an atom at most.
      const rounded = unrealisedAt(core.state, row, side, ticks(PRICE));
      const off = (isInverse ? rounded * BigInt(PRICE) : rounded) - profit;
      const bound = isInverse ? BigInt(PRICE) : 0n;
      expect(off * 2n <= bound && off * 2n >= -bound).toBe(true);
    }
  }
  return worth;
}

/** One of a user's open orders, or 0. */
function openOrder(core: CoreFixture, user: number, nth: number): number {
  const { orders, users } = core.state;
  const ids: number[] = [];
  for (let slot = users[user]?.ordersFirst ?? 0; slot !== 0; slot = orders.userNext(slot)) {
    ids.push(orders.id(slot));
  }
  return ids[nth % Math.max(1, ids.length)] ?? 0;
}

/** Change of a user's worth by a fill at the constant price: its fee and its price difference. */
function changeBy(fill: EventOf<"order_filled">): bigint {
  const { fee, feeCurrency, instrument, side, size, value } = fill;
  const price = BigInt(PRICE);
  const cost = feeCurrency === COIN ? fee * price : fee;
  const aboveIndex =
    instrument === INVERSE ? BigInt(size) - value * price : value - BigInt(size) * price;
  return (side === "buy" ? -aboveIndex : aboveIndex) - cost;
}

/** Losses and gains of users that events report, in dollars. */
function changesIn(events: readonly CoreEvent[]): (readonly [user: number, change: bigint])[] {
  const dollars = (currency: number, amount: bigint) =>
    currency === COIN ? amount * BigInt(PRICE) : amount;
  return [
    ...only(events, "order_filled").map((fill) => [fill.user, changeBy(fill)] as const),
    ...only(events, "funding_paid").map(({ amount, currency, user }) => {
      return [user, dollars(currency, amount)] as const;
    }),
    ...only(events, "debt_interest_charged").map(({ amount, currency, user }) => {
      return [user, -dollars(currency, amount)] as const;
    }),
  ];
}

/** So many hours later, when everything that fell due has been settled. */
function later(core: CoreFixture, hours: number): CoreEvent[] {
  const events = core.passMs(hours * HOUR_MS);
  do events.push(...core.passMs(0));
  while (isWorkDue(core.state));
  core.index(PRICE);
  return events;
}

/** A limit order of category MARGIN, which borrows what its user lacks. */
function onMargin(core: CoreFixture, user: number, step: Step): CoreEvent[] {
  const side = step.isBuy ? "buy" : "sell";
  return core.place({ user, side, price: PRICE, size: step.size, margin: UNIFIED_MARGIN });
}

/** Carries a step out, or has it refused. */
function take({ core, users }: Crowd, step: Step): CoreEvent[] {
  const { distance, instrument, isBuy, kind, who } = step;
  const user = users[who] ?? 0;
  const size = instrument === INVERSE ? step.size * 37 : step.size;
  const side = isBuy ? "buy" : "sell";
  const price = isBuy ? PRICE + distance : PRICE - distance;
  const category = CATEGORIES[instrument];
  const isHedge = readIsHedge(core.state, user, category);
  const hedged = isHedge ? (isBuy ? "long" : "short") : "net";
  const order = { user, instrument, side, size } as const;
  switch (kind) {
    case "place":
      return core.place({ ...order, price, positionSide: hedged });
    case "close":
      if (isHedge) {
        return core.place({ ...order, price: PRICE, positionSide: isBuy ? "short" : "long" });
      }
      return core.place({ ...order, price: PRICE, reduceOnly: true });
    case "market":
      if (instrument !== SPOT || !isBuy) return core.place({ ...order, timeInForce: "ioc" });
      return core.place({ user, side, quoteAmount: atoms(BigInt(size * PRICE)) });
    case "cancel":
      return core.cancel(user, openOrder(core, user, step.size));
    case "amend":
      return core.amend({ user, orderId: openOrder(core, user, step.size), size });
    case "transfer":
      return core.run({
        kind,
        ...{ fromUser: user, toUser: user, clientTransferId: "", fromInstrument: 0 },
        fromWallet: who === 3 ? "unified" : isBuy ? "spot" : "usdt_futures",
        toWallet: who === 3 ? "funding" : isBuy ? "usdt_futures" : "spot",
        ...{ currency: USD, amount: atoms(BigInt(step.size)), toInstrument: 0 },
        mayBorrow: who === 3 && isBuy,
      });
    case "margin": {
      const amount = atoms(BigInt(isBuy ? step.size : -step.size));
      return core.run({ kind: "adjust_margin", user, instrument, positionSide: hedged, amount });
    }
    case "leverage":
      return core.run({
        kind: "set_leverage",
        ...{ user, instrument, positionSide: hedged, leverage: 1 + (step.size % 20) },
      });
    case "mode": {
      const marginMode = isBuy ? "isolated" : "crossed";
      return core.run({ kind: "set_margin_mode", user, instrument, marginMode });
    }
    case "hold_mode":
      return core.run({ kind: "set_position_mode", user, category, isHedge: !isHedge });
    case "on_margin":
      return onMargin(core, users[3] ?? 0, step);
    case "hours":
      return later(core, step.size % 10);
    case "cancel_all":
      return core.run({ kind: "cancel_orders", user, category, instrument: 0 });
  }
}

describe("while the index stands still", () => {
  it("everybody is worth what they were, less what their fills, funding and interest cost", () => {
    const seen = new Map<string, number>();
    let refused = 0;
    let steps = 0;
    fc.assert(
      fc.property(stepsOf, fc.constantFrom(...RATES), mannersOf, (list, rates, manners) => {
        const people = crowd(rates, manners);
        const { core, users } = people;
        const expected = users.map((user) => worthOf(core, user));
        for (const step of list) {
          const events = take(people, step);
          steps += 1;
          if (core.rejection !== undefined) refused += 1;
          for (const { kind } of events) seen.set(kind, (seen.get(kind) ?? 0) + 1);
          for (const [user, change] of changesIn(events)) {
            const at = users.indexOf(user);
            if (at >= 0) expected[at] = (expected[at] ?? 0n) + change;
          }
        }
        expect(users.map((user) => worthOf(core, user))).toEqual(expected);
      }),
      { numRuns: 100, seed: 7 },
    );
    for (const [kind, least] of [
      ["order_filled", 500],
      ["funding_paid", 100],
      ["debt_interest_charged", 20],
      ["margin_moved", 50],
    ] as const) {
      expect([kind, (seen.get(kind) ?? 0) >= least]).toEqual([kind, true]);
    }
    expect(refused * 2).toBeLessThan(steps);
  });
});
