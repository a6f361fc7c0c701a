/** Worked examples of decision 0066: a coin costs 100 euros. */
import { describe, expect, it } from "vitest";
import { kinds } from "../../../test/support/core-fixture.ts";
import { COIN, USD } from "../../../test/support/core-listings.ts";
import { money, P2pFixture } from "../../../test/support/p2p-fixture.ts";

const MINUTE_MS = 60_000;

describe("an ad", () => {
  it("that sells has its quantity in escrow while it is published", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    expect(core.holdings).toEqual([900n, 1_000n, 100n, 0n]);
    expect(kinds(core.status(ad, "delisted"))).toEqual(["funds_moved", "p2p_ad_changed"]);
    expect(core.holdings).toEqual([1_000n, 1_000n, 0n, 0n]);
    core.status(ad, "delisted");
    expect(core.rejection).toBe("p2p_ad_status_blocked");
    core.status(ad, "published");
    core.merchantLevel("advanced");
    core.update(ad, { quantity: money(300) });
    expect(core.holdings).toEqual([700n, 1_000n, 300n, 0n]);
    core.update(ad, { quantity: money(50) });
    core.restart();
    expect(core.holdings).toEqual([950n, 1_000n, 50n, 0n]);
    core.status(ad, "removed");
    expect(core.holdings).toEqual([1_000n, 1_000n, 0n, 0n]);
    core.status(ad, "published");
    expect(core.rejection).toBe("p2p_ad_not_found");
  });

  it("that buys moves nothing", () => {
    const core = new P2pFixture();
    core.ad("buy", { quantity: money(9_000), price: money(60) });
    expect(core.rejection).toBe("p2p_ad_out_of_bounds");
    core.merchantLevel("master");
    core.ad("buy", { quantity: money(9_000), price: money(60) });
    expect(core.rejection).toBeUndefined();
    expect(core.holdings).toEqual([1_000n, 1_000n, 0n, 0n]);
  });

  it("needs a merchant, coins, allowed terms and an account of the merchant's own", () => {
    const core = new P2pFixture();
    const refusal = (side: "buy" | "sell", fields: Parameters<P2pFixture["ad"]>[1]) => {
      core.ad(side, fields);
      return core.rejection;
    };
    expect(refusal("sell", { user: core.taker })).toBe("p2p_not_merchant");
    expect(refusal("sell", { fiat: 9 })).toBe("p2p_fiat_not_offered");
    expect(refusal("sell", { currency: USD })).toBe("p2p_token_not_offered");
    expect(refusal("sell", { currency: 200 })).toBe("p2p_token_not_offered");
    expect(refusal("sell", { payMinutes: 16 })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { amountMin: money(9) })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { amountMax: money(99) })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { amountMax: money(1_000_001) })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { quantity: money(0) })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { quantity: money(10_001) })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { quantity: money(-1) })).toBe("p2p_ad_out_of_bounds");
    expect(refusal("sell", { price: money(49) })).toBe("p2p_price_out_of_bounds");
    expect(refusal("sell", { price: money(201) })).toBe("p2p_price_out_of_bounds");
    expect(refusal("sell", { priceType: "floating" })).toBe("p2p_price_out_of_bounds");
    expect(refusal("sell", { payments: [] })).toBe("p2p_payment_not_allowed");
    expect(refusal("sell", { payments: [core.takerAccount] })).toBe("p2p_payment_not_allowed");
    expect(refusal("buy", { payments: [1] })).toBe("p2p_payment_not_allowed");
    expect(refusal("buy", { payments: [0, 0] })).toBe("p2p_payment_not_allowed");
    expect(refusal("buy", { remark: "two\nlines" })).toBe("p2p_text_out_of_bounds");
    core.transfer({
      user: core.merchant,
      from: "funding",
      to: "spot",
      currency: COIN,
      amount: 950,
    });
    expect(refusal("sell", { quantity: money(51) })).toBe("insufficient_available");
    expect(refusal("sell", { quantity: money(50) })).toBeUndefined();
  });

  it("is refused while the index price is stale, and a floating one cannot be ordered then", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell", { priceType: "floating", premiumE6: 1_010_000 });
    core.order(ad, { price: money(100) });
    expect(core.rejection).toBe("p2p_price_changed");
    core.order(ad, { price: money(101), amount: money(1_010) });
    expect(core.rejection).toBeUndefined();
    expect([...core.state.p2p.orders.values()]).toMatchObject([{ price: 101n, quantity: 10n }]);
    core.passMs(31_000);
    core.ad("sell");
    expect(core.rejection).toBe("p2p_price_missing");
    const bob = core.funded("bob");
    core.order(ad, { user: bob, price: money(101) });
    expect(core.rejection).toBe("p2p_price_missing");
  });

  it("counts towards the limit of its side while it is published", () => {
    const core = new P2pFixture();
    const first = core.ad("sell", { quantity: money(10) });
    core.ad("sell", { quantity: money(10) });
    core.ad("sell", { quantity: money(10) });
    expect(core.rejection).toBe("p2p_ads_limit_reached");
    core.ad("buy");
    expect(core.rejection).toBeUndefined();
    core.status(first, "delisted");
    core.ad("sell", { quantity: money(10) });
    core.status(first, "published");
    expect(core.rejection).toBe("p2p_ads_limit_reached");
  });

  it("of another merchant does not exist", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    core.merchantLevel("master", core.taker);
    for (const id of [ad, ad + 5]) {
      core.update(id, { user: core.taker, quantity: money(5) });
      expect(core.rejection).toBe("p2p_ad_not_found");
      const change = { kind: "set_p2p_ad_status", user: core.taker, ad: id } as const;
      core.run({ ...change, status: "removed" });
      expect(core.rejection).toBe("p2p_ad_not_found");
    }
  });
});

describe("an order", () => {
  it("on a sell ad ends with the coins, less the fee, at the taker", () => {
    const core = new P2pFixture();
    core.token({ feeE6: 50_000 });
    const ad = core.ad("sell");
    const order = core.order(ad);
    expect(core.holdings).toEqual([900n, 1_000n, 100n, 0n]);
    core.step(core.taker, order, "pay");
    core.restart();
    const events = core.step(core.merchant, order, "release");
    const moves = ["funds_moved", "funds_moved"];
    expect(kinds(events)).toEqual([...moves, "p2p_ad_changed", "p2p_order_changed"]);
    // 5 % of 10 coins is half a coin, rounded up.
    expect(core.holdings).toEqual([900n, 1_009n, 90n, 1n]);
    expect(core.state.p2p.ads.get(ad)).toMatchObject({ free: 90n, sold: 10n });
    for (const step of ["release", "cancel", "pay", "appeal"] as const) {
      core.step(core.merchant, order, step);
      expect(core.rejection).toBe("p2p_order_not_found");
    }
  });

  it("on a buy ad takes the coins of the taker, and gives them to the merchant", () => {
    const core = new P2pFixture();
    const ad = core.ad("buy");
    const order = core.order(ad);
    expect(core.holdings).toEqual([1_000n, 990n, 10n, 0n]);
    core.step(core.taker, order, "pay");
    expect(core.rejection).toBe("p2p_order_status_blocked");
    core.step(core.merchant, order, "pay");
    core.step(core.merchant, order, "release");
    expect(core.rejection).toBe("p2p_order_status_blocked");
    core.step(core.taker, order, "release");
    expect(core.holdings).toEqual([1_010n, 990n, 0n, 0n]);
  });

  it("that its buyer cancels is offered again, or goes back to the seller", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    core.step(core.taker, core.order(ad), "cancel");
    expect(core.holdings).toEqual([900n, 1_000n, 100n, 0n]);
    const second = core.order(ad);
    core.status(ad, "delisted");
    expect(core.holdings).toEqual([990n, 1_000n, 10n, 0n]);
    core.step(core.taker, second, "cancel");
    expect(core.holdings).toEqual([1_000n, 1_000n, 0n, 0n]);
    core.status(ad, "published");
    const third = core.order(ad);
    core.status(ad, "removed");
    core.restart();
    core.step(core.taker, third, "cancel");
    expect(core.holdings).toEqual([1_000n, 1_000n, 0n, 0n]);
    const bought = core.order(core.ad("buy"));
    core.step(core.merchant, bought, "cancel");
    expect(core.holdings).toEqual([1_000n, 1_000n, 0n, 0n]);
  });

  it("ends by itself when its payment time is over, and not when it is paid", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    const order = core.order(ad);
    core.passMs(15 * MINUTE_MS - 1);
    expect(core.state.p2p.orders.has(order)).toBe(true);
    core.restart();
    expect(kinds(core.passMs(1))).toContain("p2p_order_changed");
    expect(core.state.p2p.orders.has(order)).toBe(false);
    expect(core.holdings).toEqual([900n, 1_000n, 100n, 0n]);
    core.index(100);
    const paid = core.order(ad);
    core.step(core.taker, paid, "pay");
    core.passMs(99 * MINUTE_MS);
    expect(core.state.p2p.orders.get(paid)?.status).toBe("pending_release");
  });

  it("that is appealed ends by the operator or by its seller, and once", () => {
    for (const isReleased of [true, false]) {
      const core = new P2pFixture();
      const order = core.order(core.ad("sell"));
      core.run({ kind: "resolve_p2p_order", order, isReleased });
      expect(core.rejection).toBe("p2p_order_status_blocked");
      core.step(core.taker, order, "appeal");
      expect(core.rejection).toBe("p2p_order_status_blocked");
      core.step(core.taker, order, "pay");
      core.step(isReleased ? core.taker : core.merchant, order, "appeal");
      core.step(core.taker, order, "cancel");
      expect(core.rejection).toBe("p2p_order_status_blocked");
      core.restart();
      core.run({ kind: "resolve_p2p_order", order, isReleased });
      const released = [900n, 1_010n, 90n, 0n];
      expect(core.holdings).toEqual(isReleased ? released : [900n, 1_000n, 100n, 0n]);
      core.run({ kind: "resolve_p2p_order", order, isReleased });
      expect(core.rejection).toBe("p2p_order_not_found");
    }
  });

  it("is at a price that is not worse than the taker has seen", () => {
    const core = new P2pFixture();
    const sell = core.ad("sell");
    core.update(sell, { price: money(110) });
    core.order(sell);
    expect(core.rejection).toBe("p2p_price_changed");
    core.update(sell, { price: money(90) });
    core.order(sell);
    expect([...core.state.p2p.orders.values()]).toMatchObject([{ price: 90n, quantity: 11n }]);
    const buy = core.ad("buy", { price: money(99) });
    core.order(buy);
    expect(core.rejection).toBe("p2p_price_changed");
  });

  it("lies within the amounts of its ad, and what is left of it", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell", { quantity: money(20), amountMax: money(3_000) });
    for (const amount of [0, -1, 99, 2_100, 3_001]) {
      core.order(ad, { amount: money(amount) });
      expect(core.rejection).toBe("p2p_amount_out_of_bounds");
    }
    core.order(ad, { amount: money(2_099) });
    expect([...core.state.p2p.orders.values()]).toMatchObject([{ quantity: 20n }]);
    core.order(ad, { user: core.funded("bob"), amount: money(100) });
    expect(core.rejection).toBe("p2p_amount_out_of_bounds");
  });

  it("needs coins and a payment account of the seller's own", () => {
    const core = new P2pFixture();
    const ad = core.ad("buy");
    core.order(ad, { account: core.merchantAccount });
    expect(core.rejection).toBe("p2p_account_not_found");
    core.order(ad, { account: core.account(core.taker, 1) });
    expect(core.rejection).toBe("p2p_account_not_found");
    core.transfer({ user: core.taker, from: "funding", to: "spot", currency: COIN, amount: 991 });
    core.order(ad);
    expect(core.rejection).toBe("insufficient_available");
    const sell = core.ad("sell");
    core.order(sell, { account: core.takerAccount });
    expect(core.rejection).toBe("p2p_account_not_found");
  });
});

describe("an adversary", () => {
  it("does not trade with the own accounts", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    core.order(ad, { user: core.merchant });
    expect(core.rejection).toBe("p2p_own_ad");
    core.order(ad, { user: core.funded("sub", core.merchant + 1) });
    expect(core.rejection).toBe("p2p_own_ad");
    core.run({
      ...{ kind: "set_p2p_merchant", level: "starter", nickName: "Sub" },
      user: core.state.users.length - 1,
    });
    expect(core.rejection).toBe("user_not_found");
  });

  it("keeps coins of a merchant in one unpaid order of an ad, with all sub-accounts", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    core.order(ad, { amount: money(100) });
    core.order(ad, { amount: money(100) });
    expect(core.rejection).toBe("p2p_order_exists");
    core.order(ad, { user: core.funded("sub", core.taker + 1), amount: money(100) });
    expect(core.rejection).toBe("p2p_order_exists");
    const limits = { sellAdsMax: 2, buyAdsMax: 2, adUsdMax: 100_000, ordersMax: 1 };
    core.run({ kind: "set_p2p_level", level: "starter", adOrdersMax: 5, ...limits });
    core.order(ad, { user: core.funded("bob"), amount: money(100) });
    expect(core.rejection).toBe("p2p_orders_limit_reached");
  });

  it("does not see or change orders of others", () => {
    const core = new P2pFixture();
    const order = core.order(core.ad("sell"));
    const mallory = core.funded("mallory");
    for (const step of ["pay", "release", "cancel", "appeal"] as const) {
      core.step(mallory, order, step);
      expect(core.rejection).toBe("p2p_order_not_found");
    }
  });

  it("under review or frozen neither orders, nor publishes, nor releases", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    const order = core.order(ad);
    core.step(core.taker, order, "pay");
    const review = { kind: "set_user_review", reason: "operator_decision" } as const;
    core.run({ ...review, user: core.merchant, isHeld: true });
    core.step(core.merchant, order, "release");
    expect(core.rejection).toBe("account_under_review");
    core.ad("sell");
    expect(core.rejection).toBe("account_under_review");
    const bob = core.funded("bob");
    core.order(ad, { user: bob });
    expect(core.rejection).toBe("p2p_ad_unavailable");
    core.run({ ...review, user: core.merchant, isHeld: false });
    core.run({ ...review, user: bob, isHeld: true });
    core.order(ad, { user: bob });
    expect(core.rejection).toBe("account_under_review");
    core.run({ ...review, user: bob, isHeld: false });
    const access = { kind: "set_user_access", permissions: "" } as const;
    core.run({ ...access, user: bob, status: "frozen" });
    core.order(ad, { user: bob });
    expect(core.rejection).toBe("account_frozen");
    core.run({ ...access, user: bob, status: "normal" });
    core.run({ ...access, user: core.merchant, status: "frozen" });
    core.order(ad, { user: bob });
    expect(core.rejection).toBe("p2p_ad_unavailable");
    core.run({ ...access, user: core.merchant, status: "normal" });
    core.merchantLevel("none");
    core.order(ad, { user: bob });
    expect(core.rejection).toBe("p2p_ad_unavailable");
  });
});

describe("payment accounts and merchants", () => {
  it("have bounded texts and numbers, and names of their own", () => {
    const core = new P2pFixture();
    const bob = core.funded("bob");
    const merchant = { kind: "set_p2p_merchant", user: bob, level: "starter" } as const;
    core.run({ ...merchant, nickName: `TRADER ${core.merchant}` });
    expect(core.rejection).toBe("p2p_name_taken");
    core.run({ ...merchant, nickName: "" });
    expect(core.rejection).toBe("p2p_text_out_of_bounds");
    const demo = core.user("demo", [], { realm: "demo" });
    core.merchantLevel("starter", demo);
    expect(core.rejection).toBe("realm_mismatch");
    core.account(bob, 2);
    expect(core.rejection).toBe("p2p_payment_not_allowed");
    for (let i = 0; i < 10; i++) core.account(bob);
    core.account(bob);
    expect(core.rejection).toBe("p2p_accounts_limit_reached");
  });

  it("stay while an ad names them, and an order has a copy", () => {
    const core = new P2pFixture();
    const ad = core.ad("sell");
    const order = core.order(ad);
    const removal = { kind: "remove_p2p_account", account: core.merchantAccount } as const;
    core.run({ ...removal, user: core.taker });
    expect(core.rejection).toBe("p2p_account_not_found");
    core.run({ ...removal, user: core.merchant });
    expect(core.rejection).toBe("p2p_account_in_use");
    core.status(ad, "removed");
    core.run({ ...removal, user: core.merchant });
    expect(core.rejection).toBeUndefined();
    core.restart();
    expect(core.state.p2p.orders.get(order)?.account).toMatchObject({ details: "IBAN 1" });
  });

  it("and terms of the operator have bounds", () => {
    const core = new P2pFixture();
    const bounds = "p2p_terms_out_of_bounds";
    core.fiat({ decimals: 1 });
    expect(core.rejection).toBe(bounds);
    core.fiat({ code: "eur" });
    expect(core.rejection).toBe(bounds);
    core.fiat({ methods: [2] });
    expect(core.rejection).toBe(bounds);
    core.fiat({ floatMinE6: 0 });
    expect(core.rejection).toBe(bounds);
    core.token({ feeE6: 100_001 });
    expect(core.rejection).toBe(bounds);
    core.token({ currency: 9 });
    expect(core.rejection).toBe("currency_not_found");
    core.run({ kind: "add_p2p_method", name: "Card" });
    expect(core.rejection).toBe(bounds);
    core.fiat({ usdRateE8: money(0) });
    core.ad("sell");
    expect(core.rejection).toBe("p2p_fiat_not_offered");
  });
});
