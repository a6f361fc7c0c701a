/** Worked examples of transfers on credit; a coin costs 100 with a collateral rate of 80 %. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BorrowingFixture, type BorrowingTerms } from "../../../test/support/borrowing-fixture.ts";
import { kinds, only } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, USD } from "../../../test/support/core-listings.ts";
import type { User } from "../accounts/user.ts";
import type { CommandOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms } from "../money/units.ts";
import { mostTransferred, transferRefusals } from "./transfer-refusals.ts";

const E8 = 100_000_000n;

type Change = Partial<Omit<CommandOf<"transfer">, "kind" | "amount">>;

class CreditFixture extends BorrowingFixture {
  /** Moves funds, by default out of Alice's unified account into her funding wallet. */
  move(currency: number, amount: bigint, change: Change = {}): CoreEvent[] {
    return this.run({
      kind: "transfer",
      fromUser: this.alice,
      fromWallet: "unified",
      toUser: this.alice,
      toWallet: "funding",
      currency,
      amount: atoms(amount),
      clientTransferId: "",
      fromInstrument: 0,
      toInstrument: 0,
      mayBorrow: true,
      ...change,
    });
  }

  most(currency: number): bigint {
    return mostTransferred(this.state, this.person(), currency);
  }

  person(): User {
    const user = this.state.users[this.alice];
    if (user === undefined) throw new Error("alice exists");
    return user;
  }

  /** Moves the largest amount, after one atom more is refused. */
  moveMost(currency: number, most: bigint): CoreEvent[] {
    expect(this.most(currency)).toBe(most);
    this.move(currency, most + 1n);
    expect(this.rejection).toBeDefined();
    const events = this.move(currency, most);
    expect(this.rejection).toBeUndefined();
    return events;
  }
}

/** Ten coins that count 800, and no dollars. */
const COINS: BorrowingTerms = { usd: 0, coin: 10 };

describe("a transfer on credit", () => {
  it("leaves a debt that the rest of the account covers with its margin", () => {
    const core = new CreditFixture(COINS);
    core.move(USD, 601n);
    // A debt of 601 requires 201.
    expect(core.rejection).toBe("insufficient_margin");
    const events = core.moveMost(USD, 600n);
    expect(kinds(events)).toEqual(["funds_moved", "debt_changed"]);
    expect(only(events, "debt_changed")).toMatchObject([
      { currency: USD, isBorrowed: true, amount: 600n, debt: 600n, balance: -600n },
    ]);
    expect(core.money(core.alice, "funding", USD)).toEqual([600n, 0n]);
    expect(core.figures()).toMatchObject({
      ...{ effectiveUsd: 200n * E8, requiredUsd: 200n * E8, transferableUsd: 0n },
      ...{ debtUsd: 600n * E8, debtMaintenanceUsd: 30n * E8 },
    });
  });

  it("uses the available amount first, and borrows only where the command allows it", () => {
    const core = new CreditFixture({ usd: 100, coin: 10 });
    core.move(USD, 101n, { mayBorrow: false });
    expect(core.rejection).toBe("insufficient_available");
    expect(only(core.moveMost(USD, 700n), "debt_changed")).toMatchObject([{ amount: 600n }]);
  });

  it("borrows nothing for an amount that may be spent, in any account", () => {
    const core = new CreditFixture();
    const carl = core.user("carl", [["unified", USD, 100]], { accountKind: "unified" });
    const events = core.move(USD, 100n, { fromUser: carl, toUser: carl });
    expect(kinds(events)).toEqual(["funds_moved"]);
    expect(core.state.users[carl]?.borrows).toBe(false);
  });

  it("borrows with the leverage that the user has set, at most that of the tier", () => {
    const core = new CreditFixture({ ...COINS, tiers: [500, 9_000] });
    // 533 are in the second tier and require 267.
    expect(core.most(USD)).toBe(533n);
    core.leverage(USD, 5);
    expect(core.most(USD)).toBe(533n);
    const higher = new CreditFixture(COINS);
    higher.leverage(USD, 5);
    // 666 require 134.
    higher.moveMost(USD, 666n);
  });

  it("leaves a debt of a coin whose margin is rounded up to whole coins", () => {
    const core = new CreditFixture();
    // Seven coins are worth 700 and require three; with an eighth free margin is negative.
    core.moveMost(COIN, 7n);
    expect(core.figures()).toMatchObject({ freeUsd: 0n, debtUsd: 700n * E8 });
  });

  it("stays within the last tier, and the rest of the pool after the debts of others", () => {
    const small = new CreditFixture({ ...COINS, tiers: [100, 400] });
    small.move(USD, 401n);
    expect(small.rejection).toBe("loan_limit_reached");
    small.move(USD, 2n ** 62n);
    expect(small.rejection).toBe("loan_limit_reached");
    const poor = new CreditFixture({ ...COINS, pool: 500 });
    const dora = poor.user("dora", [["unified", COIN, 10]], { accountKind: "unified" });
    const level = { level: "advanced", isByOperator: true } as const;
    poor.run({ kind: "set_account_level", user: dora, ...level });
    poor.move(USD, 300n, { fromUser: dora, toUser: dora });
    poor.move(USD, 201n);
    expect(poor.rejection).toBe("lending_pool_exhausted");
    poor.moveMost(USD, 200n);
  });

  it("does not count unrealised profit, but an unrealised loss", () => {
    const core = new CreditFixture();
    const terms = { instrument: LINEAR, price: 100, size: 10 } as const;
    core.place({ user: core.bob, side: "sell", ...terms });
    core.place({ user: core.alice, side: "buy", ...terms });
    core.index(120);
    const { freeUsd, transferableUsd } = core.figures();
    expect(freeUsd - transferableUsd).toBe(200n * E8);
    // 1,000 less 60 of margin at mark: a debt of five coins is 600 and requires two more coins.
    core.moveMost(COIN, 5n);
    core.index(90);
    // 1,000 less a loss of 100 and 45 of margin at mark; a debt of 450 requires 180.
    expect(core.figures().transferableUsd).toBe(225n * E8);
    core.moveMost(USD, 225n);
  });

  it("may leave less than plain orders hold; the shortfall requires margin like a debt", () => {
    const core = new CreditFixture({ coin: 10 });
    core.place({ user: core.alice, side: "buy", price: 100, size: 5 });
    // Of 1,000, 500 are held. The shortfall of 300 requires 100.
    expect(kinds(core.move(USD, 800n))).toEqual(["funds_moved"]);
    expect(core.has(USD)).toEqual([200n, 500n]);
    expect(core.figures().transferableUsd).toBe(400n * E8);
    core.move(COIN, 6n, { mayBorrow: false });
    expect(core.rejection).toBe("insufficient_available");
    core.move(COIN, 5n, { mayBorrow: false });
    expect(core.rejection).toBeUndefined();
    const filled = core.place({ user: core.bob, side: "sell", price: 100, size: 5 });
    expect(only(filled, "debt_changed")).toMatchObject([{ amount: 300n, balance: -300n }]);
  });

  it("leaves a debt that bears interest, and that later funds repay", () => {
    const core = new CreditFixture({ usd: 0, coin: 400, dailyRateE8: 1_000_000 });
    core.moveMost(USD, 24_000n);
    expect(only(core.hours(1), "debt_interest_charged")).toMatchObject([
      { currency: USD, base: 24_000n, amount: 10n, debt: 24_010n },
    ]);
    const back = core.move(USD, 24_000n, {
      ...{ fromWallet: "funding", toWallet: "unified", mayBorrow: false },
    });
    expect(only(back, "debt_changed")).toMatchObject([{ isBorrowed: false, debt: 10n }]);
  });

  it("can go to a sub-account, whose debt it repays", () => {
    const core = new CreditFixture(COINS);
    const sub = core.user("alice-1", [["unified", COIN, 10]], {
      ...{ accountKind: "unified", parent: core.alice + 1 },
    });
    core.run({ kind: "set_account_level", user: sub, level: "advanced", isByOperator: true });
    core.move(USD, 400n, { fromUser: sub, toUser: core.alice });
    const events = core.move(USD, 500n, { toUser: sub, toWallet: "unified" });
    expect(only(events, "funds_moved")).toMatchObject([{ reason: "sub_transfer", amount: 500n }]);
    expect(only(events, "debt_changed")).toMatchObject([
      { user: core.alice, isBorrowed: true, debt: 500n },
      { user: sub, isBorrowed: false, amount: 400n, debt: 0n },
    ]);
    core.move(USD, 1n, { toUser: core.bob });
    expect(core.rejection).toBe("user_not_found");
  });

  it("is done once per client id, and a different transfer under the id is refused", () => {
    const core = new CreditFixture(COINS);
    core.move(USD, 100n, { clientTransferId: "t-1" });
    const first = core.state.outcome.id;
    expect(kinds(core.move(USD, 100n, { clientTransferId: "t-1" }))).toEqual([]);
    expect(core.state.outcome.id).toBe(first);
    core.move(USD, 100n, { clientTransferId: "t-1", mayBorrow: false });
    expect(core.rejection).toBe("duplicate_client_transfer_id");
  });

  it("requires an advanced unified account, loan terms of the coin and fresh prices", () => {
    const core = new CreditFixture(COINS);
    const basic = core.user("carl", [["unified", COIN, 10]], { accountKind: "unified" });
    core.move(USD, 1n, { fromUser: basic, toUser: basic });
    expect(core.rejection).toBe("account_level_too_low");
    core.move(USD, 1n, { fromUser: core.bob, toUser: core.bob });
    expect(core.rejection).toBe("wallet_not_allowed");
    core.move(USD, 1n, { fromWallet: "funding", toWallet: "unified" });
    expect(core.rejection).toBe("wallet_not_allowed");
    core.run({ kind: "list_currency", code: "RARE", decimals: 0, isPractice: false });
    core.move(2, 1n);
    expect(core.rejection).toBe("margin_not_supported");
    expect(core.most(2)).toBe(0n);
    // The price of dollars is never stale, but that of the coins that cover them is.
    core.passMs(31_000);
    core.move(USD, 1n);
    expect(core.rejection).toBe("collateral_price_missing");
    core.move(COIN, 11n);
    expect(core.rejection).toBe("collateral_price_missing");
    expect([core.most(USD), core.most(COIN)]).toEqual([0n, 10n]);
  });
});

describe("the largest transfer", () => {
  const amount = (max: number) => fc.integer({ min: 0, max });

  it("is accepted like all smaller amounts, and one atom more is refused", () => {
    const portfolio = fc.record({
      ...{ usd: amount(3_000), coin: amount(40), pool: amount(2_000), leverage: amount(5) },
      ...{ firstTier: fc.integer({ min: 1, max: 900 }), price: fc.integer({ min: 60, max: 160 }) },
      ...{ plain: amount(12), bought: amount(12), sold: amount(12), futures: amount(12) },
      ...{ shares: fc.array(amount(1_000), { minLength: 8, maxLength: 8 }), moved: amount(900) },
    });
    let onCredit = 0;
    fc.assert(
      fc.property(portfolio, (drawn) => {
        const { coin, firstTier, pool, usd } = drawn;
        const core = new CreditFixture({ usd, coin, pool, tiers: [firstTier, 1_500] });
        const tiers = { tierStarts: [0, 8, 20], ratesE6: [900_000, 700_000, 333_333] };
        core.run({
          kind: "set_collateral",
          currency: COIN,
          isDollar: false,
          isShared: false,
          ...tiers,
        });
        core.leverage(USD, drawn.leverage);
        core.place({ user: core.alice, side: "buy", price: 90, size: drawn.plain });
        core.margin({ side: "buy", price: 95, size: drawn.bought });
        core.margin({ side: "sell", price: 110, size: drawn.sold });
        const terms = { instrument: LINEAR, price: 100, size: drawn.futures };
        core.place({ user: core.bob, side: "sell", ...terms });
        core.place({ user: core.alice, side: "buy", ...terms });
        core.move(USD, BigInt(drawn.moved));
        core.index(drawn.price);
        for (const currency of [USD, COIN]) {
          const most = core.most(currency);
          core.move(currency, most + 1n);
          expect(core.rejection).toBeDefined();
          for (const share of drawn.shares) {
            const less = atoms((most * BigInt(share)) / 1_000n);
            const refusal = transferRefusals(core.state, core.person(), currency)(less);
            if (less === 0n || refusal === undefined) continue;
            // An amount that is refused credit does not need any.
            core.move(currency, less, { mayBorrow: false });
            expect(core.rejection).toBeUndefined();
            return;
          }
          if (most === 0n) continue;
          const events = core.move(currency, most);
          expect(core.rejection).toBeUndefined();
          expect(core.figures().transferableUsd).toBeGreaterThanOrEqual(0n);
          if (kinds(events).includes("debt_changed")) onCredit++;
        }
      }),
      { numRuns: 150 },
    );
    expect(onCredit).toBeGreaterThan(5);
  });
});
