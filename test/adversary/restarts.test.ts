/**
 * Accounts that act together around a restart of the exchange from a snapshot: what they open before
 * it, they try to end twice after it. Each command ends in the audit, and the accounts together have
 * no more at the end than at the start.
 */
import { describe, expect, it } from "vitest";
import { WALLET_INDEX } from "../../src/core/ledger/ledger.ts";
import { ConversionFixture } from "../support/conversion-fixture.ts";
import type { CoreFixture } from "../support/core-fixture.ts";
import { COIN, SPOT, USD } from "../support/core-listings.ts";
import { P2pFixture } from "../support/p2p-fixture.ts";
import { PledgingFixture } from "../support/pledging-fixture.ts";

const QUOTE_MS = 8_000;
const PRICE = 100n;

/** Dollars and coins, held ones included, of all wallets of users, in dollars at the index price. */
function worth({ state: { ledger } }: CoreFixture, users: readonly number[]): bigint {
  let sum = 0n;
  for (const user of users) {
    for (const wallet of Object.values(WALLET_INDEX)) {
      sum += ledger.balance(ledger.find(user, wallet, USD));
      sum += ledger.balance(ledger.find(user, wallet, COIN)) * PRICE;
    }
  }
  return sum;
}

describe("a restart in the middle", () => {
  it.each([
    ["within its eight seconds", 0, QUOTE_MS - 1, undefined],
    ["after its eight seconds", 0, QUOTE_MS + 1, "conversion_quote_expired"],
  ] as const)("leaves a conversion quote one execution, %s", (_, before, after, rejection) => {
    const core = new ConversionFixture();
    core.passMs(1_000);
    core.index(Number(PRICE));
    const users = [core.rich("mallory"), core.rich("mate")];
    const [mallory = 0, mate = 0] = users;
    const start = worth(core, users);
    core.quote(mallory, [COIN, USD], 50);
    const quoted = core.quoted;
    core.passMs(before);
    core.restart();
    core.accept(mate, quoted);
    expect(core.rejection).toBeDefined();
    core.passMs(after);
    core.index(Number(PRICE));
    core.accept(mallory, quoted);
    expect(core.rejection).toBe(rejection);
    core.restart();
    core.accept(mallory, quoted);
    expect(core.rejection).toBeDefined();
    expect(worth(core, users)).toBeLessThanOrEqual(start);
  });

  it.each([
    ["release", "cancel"],
    ["cancel", "release"],
  ] as const)("lets an escrow end once: %s, then %s", (first, second) => {
    const core = new P2pFixture();
    const users = [core.merchant, core.taker];
    const start = worth(core, users);
    const order = core.order(core.ad("sell"));
    const ends = {
      release: () => core.step(core.merchant, order, "release"),
      cancel: () => core.step(core.taker, order, "cancel"),
    };
    core.step(core.taker, order, "pay");
    core.restart();
    ends[first]();
    core.restart();
    ends[second]();
    ends[first]();
    expect(core.rejection).toBe("p2p_order_not_found");
    core.passMs(3_600_000);
    expect(worth(core, users)).toBeLessThanOrEqual(start);
    expect(core.holdings.reduce((sum, one) => sum + one, 0n)).toBe(2_000n);
  });

  it("gives a pledge back once, and only for its loan", () => {
    const core = new PledgingFixture();
    core.passMs(1_000);
    core.index(Number(PRICE));
    const users = [core.rich("mallory"), core.rich("mate")];
    const [mallory = 0, mate = 0] = users;
    const start = worth(core, users);
    core.take(mallory, { pledge: 100 });
    const loan = core.state.outcome.id;
    core.transfer({ user: mallory, from: "spot", to: "funding", currency: USD, amount: 6_500 });
    core.restart();
    core.revise(mallory, loan, -100);
    expect(core.rejection).toBe("pledge_rate_exceeded");
    core.repay(mate, loan);
    expect(core.rejection).toBe("pledged_loan_not_found");
    core.transfer({ user: mallory, from: "funding", to: "spot", currency: USD, amount: 6_500 });
    core.repay(mallory, loan);
    core.restart();
    core.repay(mallory, loan);
    expect(core.rejection).toBe("pledged_loan_not_found");
    core.revise(mallory, loan, -100);
    expect(core.rejection).toBe("pledged_loan_not_found");
    expect(core.loans).toEqual([]);
    expect(worth(core, users)).toBeLessThanOrEqual(start);
  });

  it.each([
    ["none", true],
    ["cancel_maker", false],
    ["cancel_taker", false],
    ["cancel_both", false],
  ] as const)(
    "gives a ring of accounts of one owner nothing without fees, stpMode %s",
    (...row) => {
      const [stpMode, trades] = row;
      const core = new PledgingFixture();
      const main = core.rich("mallory");
      const funds = [["spot", USD, 100_000]] as const;
      const ring = ["one", "two", "three"].map((name) =>
        core.user(name, [...funds], { parent: main + 1 }),
      );
      const users = [main, ...ring];
      const start = worth(core, users);
      const order = { instrument: SPOT, price: 100, size: 50, stpMode } as const;
      let executed = 0;
      for (let round = 0; round < 12; round++) {
        core.place({ ...order, user: ring[round % ring.length] ?? main, side: "buy" });
        if (round % 4 === 1) core.restart();
        const events = core.place({ ...order, user: main, side: "sell" });
        executed += events.filter(({ kind }) => kind === "trade_executed").length;
      }
      expect(executed > 0).toBe(trades);
      expect(worth(core, users)).toBe(start);
    },
  );
});
