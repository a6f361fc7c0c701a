import { describe, expect, it } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, INVERSE, LINEAR, USD } from "../../../test/support/core-listings.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { type MarginFigures, marginOf } from "./margin.ts";

const LEVERAGE = 10;

/** Alice has 1,000 in the wallet of the instrument and trades at ten times leverage. */
function alone(instrument: number, wallet: "usdt_futures" | "coin_futures", takerRateE6 = 0) {
  const core = new CoreFixture({ takerRateE6 });
  const currency = instrument === INVERSE ? COIN : USD;
  const alice = core.user("alice", [[wallet, currency, 1_000]]);
  const bob = core.rich("bob");
  core.run({
    kind: "set_leverage",
    user: alice,
    instrument,
    positionSide: "net",
    leverage: LEVERAGE,
  });
  const figures = (): MarginFigures => {
    const { ledger, users } = core.state;
    const user = users[alice];
    if (user === undefined) throw new Error("alice exists");
    return marginOf(core.state, user, ledger.find(alice, WALLET_INDEX[wallet], currency));
  };
  const trade = (side: "buy" | "sell", price: number, size: number): void => {
    const other = side === "buy" ? "sell" : "buy";
    core.place({ user: bob, instrument, side: other, price, size });
    core.place({ user: alice, instrument, side, price, size });
  };
  return { core, alice, figures, trade };
}

describe("a linear account", () => {
  it("requires a tenth of the entry value at ten times leverage", () => {
    const { figures, trade } = alone(LINEAR, "usdt_futures");
    trade("buy", 100, 50);
    expect(figures()).toMatchObject({ positionMargin: 500n, requiredMargin: 500n, free: 500n });
  });

  it("counts a loss at once, and a profit for new exposure but not for leaving", () => {
    const { core, figures, trade } = alone(LINEAR, "usdt_futures");
    trade("buy", 100, 50);
    // Of 1,000, margin at mark is 50 × 96 ÷ 10.
    core.index(96);
    expect(figures()).toMatchObject({ unrealisedPnl: -200n, free: 320n, transferable: 320n });
    core.index(104);
    expect(figures()).toMatchObject({ unrealisedPnl: 200n, free: 680n, transferable: 480n });
  });

  it("counts orders against a position only beyond its size", () => {
    const { core, alice, figures, trade } = alone(LINEAR, "usdt_futures");
    trade("buy", 100, 40);
    const order = { user: alice, instrument: LINEAR, side: "sell" } as const;
    core.place({ ...order, price: 110, size: 40 });
    expect(figures().requiredMargin).toBe(400n);
    core.place({ ...order, price: 110, size: 40 });
    // Sells of 80 reach a short of 40: 40 of 80 × 110 is more than the long's 4,000.
    expect(figures().requiredMargin).toBe(440n);
  });

  it("takes the larger of both sides of its orders, and the fees of all of them", () => {
    const { core, alice, figures } = alone(LINEAR, "usdt_futures", 10_000);
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 90, size: 10 });
    core.place({ user: alice, instrument: LINEAR, side: "sell", price: 110, size: 20 });
    // 2,200 ÷ 10, and one per cent of 900 + 2,200.
    expect(figures().requiredMargin).toBe(220n + 31n);
  });

  it("adds both sides up in hedge mode", () => {
    const { core, alice, figures } = alone(LINEAR, "usdt_futures");
    core.hedge(alice, "usdt_futures");
    const order = { user: alice, instrument: LINEAR, price: 100, size: 20 } as const;
    core.place({ ...order, side: "buy", price: 90, positionSide: "long" });
    core.place({ ...order, side: "sell", price: 110, positionSide: "short" });
    expect(figures().requiredMargin).toBe(180n + 220n);
  });

  it("refuses the order that it cannot cover, and takes the largest that it can", () => {
    const { core, alice } = alone(LINEAR, "usdt_futures");
    const order = { user: alice, instrument: LINEAR, side: "buy", price: 100 } as const;
    core.place({ ...order, size: 101 });
    expect(core.rejection).toBe("insufficient_margin");
    core.place({ ...order, size: 100 });
    expect(core.rejection).toBeUndefined();
  });
});

describe("an inverse account", () => {
  it("requires its margin in the coin, at size ÷ entry price", () => {
    const { figures, trade } = alone(INVERSE, "coin_futures");
    trade("buy", 100, 50_000);
    expect(figures()).toMatchObject({ positionMargin: 50n, free: 950n });
  });

  it("gains on a long when the price rises: the size is then worth fewer coins", () => {
    const { core, figures, trade } = alone(INVERSE, "coin_futures");
    trade("buy", 100, 50_000);
    trade("buy", 125, 1);
    core.index(125);
    expect(figures().unrealisedPnl).toBe(100n);
  });
});
