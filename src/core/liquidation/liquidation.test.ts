import { describe, expect, it, test } from "vitest";
import { CoreFixture, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import { longOf } from "../base/position-handle.ts";
import { isWorkDue } from "../clock/tick.ts";
import type { CoreEvent } from "../events/events.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import { lots } from "../money/units.ts";
import { readDeleverageRanks } from "../reads/liquidation-reads.ts";

/** Fees of 0 and 600 millionths; the maintenance rate of the lowest tier is 4,000 millionths. */
const FEES = { takerRateE6: 600 };

function endow(core: CoreFixture, amount: number): void {
  core.run({
    kind: "endow",
    realm: "live",
    wallet: "insurance_fund",
    currency: USD,
    amount: BigInt(amount) as never,
  });
}

function fund(core: CoreFixture, currency = USD): bigint {
  const { ledger } = core.state;
  return ledger.balance(ledger.find(0, WALLET_INDEX.insurance_fund, currency));
}

/** Ticks until no work is left at the current time. */
function settle(core: CoreFixture): CoreEvent[] {
  const events = core.passMs(0);
  for (let left = 50; left > 0 && isWorkDue(core.state); left--) events.push(...core.passMs(0));
  expect(isWorkDue(core.state)).toBe(false);
  return events;
}

/** Sets the index price, and with it the mark of an instrument without trades. */
function moved(core: CoreFixture, price: number): CoreEvent[] {
  core.index(price);
  return settle(core);
}

/** Alice holds 100 long from 1,000 with the given margin; Bob sold them. */
function long(core: CoreFixture, money: number, rest: { readonly isolated?: boolean } = {}) {
  core.index(1_000);
  const alice = core.user("alice", [["usdt_futures", USD, money]]);
  const bob = core.rich("bob");
  if (rest.isolated === true) {
    const terms = { kind: "set_margin_mode", user: alice, instrument: LINEAR } as const;
    core.run({ ...terms, marginMode: "isolated" });
  }
  core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
  core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
  expect(core.position(alice, LINEAR)).toEqual([100, 0]);
  return { alice, bob };
}

function bid(core: CoreFixture, user: number, price: number, size: number): void {
  core.place({ user, instrument: LINEAR, side: "buy", price, size });
  expect(core.rejection).toBeUndefined();
}

describe("an isolated position below maintenance", () => {
  // Margin 100,000 ÷ 20 = 5,000. At 954 the loss is 4,600, so 400 are left; maintenance is
  // ceil(95,400 × 0.0046) = 439. Bankruptcy at (100,000 − 5,000) ÷ (100 × 0.9994) = 950.57 → 951.
  it("is closed in the book, and its remaining margin goes to the fund", () => {
    const core = new CoreFixture(FEES);
    const { alice, bob } = long(core, 20_000, { isolated: true });
    const free = core.money(alice, "usdt_futures", USD)[0];
    bid(core, bob, 953, 100);
    const events = moved(core, 954);
    expect(only(events, "liquidation_started")).toMatchObject([
      { user: alice, scope: "isolated", instrument: LINEAR + 1, positionSide: "long", mark: 954 },
    ]);
    expect(only(events, "liquidation_started")).toMatchObject([
      { equity: 400n, maintenance: 439n },
    ]);
    expect(only(events, "position_liquidated")).toMatchObject([
      { user: alice, step: "close", taker: "book", price: 951, size: 100, mark: 954 },
    ]);
    const [order] = only(events, "order_accepted");
    expect(order).toMatchObject({ source: "liquidation", price: 951, reduceOnly: true });
    // Sold at 953: loss 4,700, fee ceil(95,300 × 0.0006) = 58, of 5,000 remain 242.
    expect(only(events, "fund_moved")).toMatchObject([
      { reason: "surplus", user: alice, amount: 242n, fundBalance: 242n },
    ]);
    expect(only(events, "liquidation_ended")).toMatchObject([{ user: alice, outcome: "closed" }]);
    expect(core.money(alice, "usdt_futures", USD)[0]).toBe(free);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
  });

  it("is taken over by the fund where the book offers less than the bankruptcy price", () => {
    const core = new CoreFixture(FEES);
    const { alice, bob } = long(core, 20_000, { isolated: true });
    endow(core, 10_000);
    bid(core, bob, 953, 30);
    bid(core, bob, 940, 100);
    const events = moved(core, 954);
    expect(only(events, "position_liquidated").map(({ size, taker }) => [taker, size])).toEqual([
      ["book", 30],
      ["fund", 70],
    ]);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
    expect(core.position(0, LINEAR)).toEqual([70, 0]);
    const fundRow = core.state.positions.find(0, LINEAR);
    expect(core.state.positions.openNotional.get(longOf(fundRow))).toBe(70n * 951n);
    // The fund sells a second later, at 940 or better, and bears the loss.
    const before = fund(core);
    const sold = core.passMs(1_000);
    expect(only(sold, "order_filled").filter(({ user }) => user === 0)).toMatchObject([
      { price: 940, size: 70, fee: 0n, realisedPnl: -770n },
    ]);
    expect(fund(core)).toBe(before - 770n);
    expect(core.position(0, LINEAR)).toEqual([0, 0]);
  });

  it("has its orders cancelled first", () => {
    const core = new CoreFixture(FEES);
    const { alice, bob } = long(core, 20_000, { isolated: true });
    core.place({ user: alice, side: "buy", instrument: LINEAR, price: 900, size: 1 });
    const other = core.orderId;
    bid(core, bob, 953, 100);
    const events = moved(core, 954);
    expect(only(events, "order_closed").filter(({ reason }) => reason === "liquidation")).toEqual([
      expect.objectContaining({ orderId: other, user: alice }),
    ]);
    expect(only(events, "liquidation_ended")).toHaveLength(1);
  });

  it("is not liquidated where auto-margin adds enough margin", () => {
    const core = new CoreFixture(FEES);
    const { alice } = long(core, 20_000, { isolated: true });
    const terms = { user: alice, instrument: LINEAR, positionSide: "long", isAuto: true } as const;
    core.run({ kind: "set_auto_margin", ...terms });
    const events = moved(core, 954);
    expect(only(events, "margin_moved")).toMatchObject([{ reason: "auto_added", amount: 4_600n }]);
    expect(only(events, "liquidation_started")).toEqual([]);
  });
});

describe("a crossed account below maintenance", () => {
  it("has its orders cancelled first, and keeps its position if that is enough", () => {
    const core = new CoreFixture(FEES);
    const { alice, bob } = long(core, 6_000);
    // After the fee 5,940 are left. At 945: 440, maintenance ceil(94,500 × 0.0046) = 435.
    expect(only(moved(core, 945), "liquidation_started")).toEqual([]);
    core.index(944);
    const found = core.passMs(0);
    expect(only(found, "liquidation_started")).toMatchObject([
      { scope: "crossed", instrument: 0, equity: 340n, maintenance: 435n },
    ]);
    core.place({ user: alice, instrument: LINEAR, side: "sell", price: 950, size: 1 });
    expect(core.rejection).toBe("account_liquidating");
    core.index(950);
    const events = settle(core);
    expect(only(events, "liquidation_ended")).toMatchObject([{ outcome: "recovered" }]);
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 940, size: 1 });
    expect(core.position(alice, LINEAR)).toEqual([100, 0]);
  });

  it("is closed up to the bankruptcy price, and the fund takes over the rest", () => {
    const core = new CoreFixture(FEES);
    const { alice } = long(core, 6_000);
    endow(core, 5_000);
    const events = moved(core, 944);
    // Value 94,400, equity 340: bankruptcy at (94,400 − 340) ÷ 99.94 = 941.16 → 942.
    expect(only(events, "position_liquidated")).toMatchObject([
      { step: "close", taker: "fund", price: 942, size: 100 },
    ]);
    // 5,940 − 5,800 − ceil(94,200 × 0.0006 = 56.52) = 83 are left, and go to the fund.
    expect(only(events, "fund_moved")).toMatchObject([{ reason: "surplus", amount: 83n }]);
    expect(core.money(alice, "usdt_futures", USD)).toEqual([0n, 0n]);
    expect(fund(core)).toBe(5_083n);
    expect(core.position(0, LINEAR)).toEqual([100, 0]);
  });

  it("nets a long and a short of one contract at mark, without a fee", () => {
    const core = new CoreFixture(FEES);
    core.index(1_000);
    const alice = core.user("alice", [["usdt_futures", USD, 9_300]]);
    const bob = core.rich("bob");
    core.hedge(alice, "usdt_futures");
    const order = { user: alice, instrument: LINEAR, price: 1_000 } as const;
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
    core.place({ ...order, side: "buy", size: 100, positionSide: "long" });
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 1_000, size: 40 });
    core.place({ ...order, side: "sell", size: 40, positionSide: "short" });
    expect(core.position(alice, LINEAR)).toEqual([100, 40]);
    const events = moved(core, 851);
    const steps = only(events, "position_liquidated");
    expect(steps.slice(0, 2)).toMatchObject([
      { step: "offset", taker: "own", positionSide: "long", price: 851, size: 40 },
      { step: "offset", taker: "own", positionSide: "short", price: 851, size: 40 },
    ]);
    const netted = only(events, "order_filled").filter(({ user }) => user === alice);
    expect(netted.slice(0, 2).map(({ fee }) => fee)).toEqual([0n, 0n]);
  });

  it("is reduced by two tiers at a time", () => {
    const core = new CoreFixture(FEES);
    core.run({
      kind: "set_position_tiers",
      instrument: LINEAR,
      valueMaxes: [10_000, 20_000, 40_000, 1_000_000],
      leverageMaxes: [20, 20, 20, 20],
      maintenanceRatesE6: [4_000, 10_000, 20_000, 40_000],
    });
    const { alice, bob } = long(core, 6_000);
    bid(core, bob, 969, 1_000);
    // At 970 equity is 2,940, maintenance in tier 4 ceil(97,000 × 0.0406) = 3,939. Two tiers down
    // is 20,000: 20 of 970 stay, 80 are sold at 969 or better.
    const events = moved(core, 970);
    expect(only(events, "position_liquidated")).toMatchObject([
      { step: "reduce", taker: "book", size: 80 },
    ]);
    expect(only(events, "order_accepted")).toMatchObject([{ source: "reduction" }]);
    expect(only(events, "liquidation_ended")).toMatchObject([{ outcome: "recovered" }]);
    expect(core.position(alice, LINEAR)).toEqual([20, 0]);
  });

  it("is settled by the fund when it is below zero without positions", () => {
    const core = new CoreFixture(FEES);
    const { alice } = long(core, 6_000);
    endow(core, 50);
    const deliveryAtMs = core.state.timeMs + 7_200_000;
    core.run({ kind: "schedule_delivery", instrument: LINEAR, deliveryAtMs });
    core.passMs(7_199_000);
    core.index(800);
    // The contract is delivered at 800 before the account could be liquidated: 5,940 − 20,000.
    const events = core.passMs(1_000).concat(core.passMs(0), core.passMs(1_000));
    expect(only(events, "liquidation_started")).toEqual([]);
    expect(only(events, "fund_moved")).toMatchObject([
      { reason: "shortfall", isPaidIn: false, amount: 50n, balance: -14_010n, fundBalance: 0n },
    ]);
    expect(core.money(alice, "usdt_futures", USD)[0]).toBe(-14_010n);
  });
});

describe("a unified account below maintenance", () => {
  /** US dollars in 10^-8. */
  const E8 = 100_000_000n;

  it("is closed as a whole at its bankruptcy price, and keeps the remaining balance", () => {
    const core = new CoreFixture(FEES);
    core.index(1_000);
    const dollars = { isDollar: true, isShared: true, tierStarts: [0], ratesE6: [1_000_000] };
    core.run({ kind: "set_collateral", currency: USD, ...dollars });
    const kind = { accountKind: "unified" } as const;
    const alice = core.user("alice", [["unified", USD, 6_000]], kind);
    const bob = core.rich("bob");
    endow(core, 5_000);
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 100 });
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
    core.place({ user: alice, side: "buy", price: 900, size: 1 });
    const spot = core.orderId;
    core.index(944);
    const found = core.passMs(0);
    // 5,940 − 5,600 of dollars count in full; ceil(94,400 × 0.0046) is required.
    expect(only(found, "liquidation_started")).toMatchObject([
      { user: alice, scope: "unified", equity: 340n * E8, maintenance: 435n * E8 },
    ]);
    core.place({ user: alice, side: "buy", price: 900, size: 1 });
    expect(core.rejection).toBe("account_liquidating");
    const events = settle(core);
    expect(only(events, "order_closed")).toContainEqual(
      expect.objectContaining({ orderId: spot, reason: "liquidation" }),
    );
    expect(only(events, "position_liquidated")).toMatchObject([
      { user: alice, step: "close", taker: "fund", price: 942, size: 100 },
    ]);
    expect(only(events, "fund_moved")).toEqual([]);
    expect(core.money(alice, "unified", USD)).toEqual([83n, 0n]);
    expect(fund(core)).toBe(5_000n);
  });
});

describe("deleveraging ranks", () => {
  it("are the share of holders of the side that come later", () => {
    const core = new CoreFixture(FEES);
    core.index(1_000);
    const alice = core.rich("alice");
    const shorts = [90_000, 30_000, 6_000].map((money, at) =>
      core.user(`s${at}`, [["usdt_futures", USD, money]]),
    );
    for (const user of shorts) {
      core.place({ user, instrument: LINEAR, side: "sell", price: 1_000, size: 40 });
    }
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 120 });
    moved(core, 980);
    const ranks = shorts.map((user) => readDeleverageRanks(core.state, user)[0]?.rankE6);
    expect(ranks).toEqual([0, 500_000, 1_000_000]);
    expect(readDeleverageRanks(core.state, alice)).toMatchObject([
      { positionSide: "long", rankE6: 1_000_000 },
    ]);
  });
});

describe("the insurance fund", () => {
  it("pays and receives funding on its positions, and never falls below zero", () => {
    const core = new CoreFixture(FEES);
    long(core, 6_000);
    endow(core, 350);
    moved(core, 944);
    expect(core.position(0, LINEAR)).toEqual([100, 0]);
    const before = fund(core);
    core.run({
      kind: "set_funding_terms",
      instrument: LINEAR,
      intervalHours: 1,
      rateMin: 0 as never,
      rateMax: 10_000_000 as never,
      impactLots: lots(1),
    });
    core.passMs(3_600_000);
    core.index(944);
    const events = core.passMs(1_000);
    const paid = only(events, "funding_paid").filter(({ user }) => user === 0);
    expect(paid).toMatchObject([{ wallet: "insurance_fund", size: 100 }]);
    const cost = -(paid[0]?.amount ?? 0n);
    expect(fund(core)).toBe(before - cost > 0n ? before - cost : 0n);
  });
});

describe("a liquidation", () => {
  it("pauses while the index is stale, and continues with a fresh index", () => {
    const core = new CoreFixture(FEES);
    const { alice } = long(core, 6_000);
    core.index(944);
    core.passMs(0);
    expect(core.state.liquidations.count).toBe(1);
    const events = core.passMs(31_000);
    expect(only(events, "liquidation_ended")).toMatchObject([{ outcome: "paused" }]);
    expect(only(events, "position_liquidated")).toEqual([]);
    core.passMs(1_000);
    expect(core.state.liquidations.count).toBe(0);
    expect(only(moved(core, 944), "liquidation_started")).toMatchObject([{ user: alice }]);
  });

  test("the account most at risk is liquidated first", () => {
    const core = new CoreFixture(FEES);
    core.index(1_000);
    const users = [6_000, 5_500, 5_800].map((money, at) =>
      core.user(`u${at}`, [["usdt_futures", USD, money]]),
    );
    const bob = core.rich("bob");
    core.place({ user: bob, instrument: LINEAR, side: "sell", price: 1_000, size: 300 });
    for (const user of users) {
      core.place({ user, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
    }
    endow(core, 100_000);
    const events = moved(core, 944);
    const order = only(events, "position_liquidated").map(({ user }) => user);
    expect(order).toEqual([users[1], users[2], users[0]]);
  });

  test("refuses transfers, settings and plans of the account until it ends", () => {
    const core = new CoreFixture(FEES);
    const { alice } = long(core, 6_000);
    core.index(944);
    core.passMs(0);
    const rejections: (string | undefined)[] = [];
    const tried = (run: () => void): void => {
      run();
      rejections.push(core.rejection);
    };
    tried(() =>
      core.transfer({ user: alice, from: "usdt_futures", to: "spot", currency: USD, amount: 1n }),
    );
    const scope = { user: alice, instrument: LINEAR } as const;
    tried(() => core.run({ kind: "set_leverage", ...scope, positionSide: "net", leverage: 5 }));
    tried(() =>
      placePlan(core, { ...scope, side: "buy", triggerBy: "mark", triggerPrice: 900, size: 1 }),
    );
    expect(rejections).toEqual([
      "account_liquidating",
      "account_liquidating",
      "account_liquidating",
    ]);
  });
});

describe("deleveraging", () => {
  /** Alice is long 100 from 1,000 and bankrupt at 942; the fund is empty. */
  function bankrupt() {
    const core = new CoreFixture(FEES);
    core.index(1_000);
    const alice = core.user("alice", [["usdt_futures", USD, 6_000]]);
    const calm = core.user("calm", [["usdt_futures", USD, 90_000]]);
    const keen = core.user("keen", [["usdt_futures", USD, 6_000]]);
    for (const [user, size] of [
      [calm, 60],
      [keen, 40],
    ] as const) {
      core.place({ user, instrument: LINEAR, side: "sell", price: 1_000, size });
    }
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 1_000, size: 100 });
    return { core, alice, calm, keen };
  }

  it("closes the highest profit and leverage first, at the bankruptcy price, without a fee", () => {
    const { alice, calm, core, keen } = bankrupt();
    core.place({ user: keen, instrument: LINEAR, side: "buy", price: 800, size: 1 });
    const resting = core.orderId;
    const events = moved(core, 944);
    expect(only(events, "position_deleveraged")).toMatchObject([
      { user: keen, positionSide: "short", price: 942, size: 40 },
      { user: calm, positionSide: "short", price: 942, size: 60 },
    ]);
    expect(only(events, "order_closed")).toContainEqual(
      expect.objectContaining({ orderId: resting, reason: "deleveraging" }),
    );
    const fees = only(events, "order_filled").map(({ fee, user }) => [user, fee]);
    expect(fees).toEqual([
      [keen, 0n],
      [calm, 0n],
      [alice, 23n],
      [alice, 34n],
    ]);
    expect(core.money(keen, "usdt_futures", USD)[0]).toBe(6_000n + 58n * 40n);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
    expect(core.position(keen, LINEAR)).toEqual([0, 0]);
    expect(fund(core)).toBe(83n);
  });

  it("closes positions of the fund when its own equity is below maintenance", () => {
    const { calm, core, keen } = bankrupt();
    endow(core, 700);
    const events = moved(core, 944);
    expect(only(events, "position_liquidated")).toMatchObject([{ taker: "fund", size: 100 }]);
    // The fund has 783 and 100 from 942. At 935 its equity is 83, maintenance 431: it closes where
    // its equity is zero, at 934.17 → 935.
    const later = moved(core, 935).concat(core.passMs(1_000), settle(core));
    expect(only(later, "position_deleveraged")).toMatchObject([
      { user: keen, size: 40 },
      { user: calm, size: 60 },
    ]);
    expect(core.position(0, LINEAR)).toEqual([0, 0]);
    expect(fund(core) >= 0n).toBe(true);
  });
});
