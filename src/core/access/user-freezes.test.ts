import { beforeEach, describe, expect, test } from "vitest";
import { chainTermsDraft } from "../../../test/support/chain-drafts.ts";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { P2pFixture } from "../../../test/support/p2p-fixture.ts";
import { placeExits, placePlan } from "../../../test/support/plan-drafts.ts";
import type { Freezes } from "../accounts/freezes.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms, lots, NO_PRICE } from "../money/units.ts";

const NONE: Freezes = { trading: false, transfersOut: false, withdrawals: false, login: false };
const TRADING = { trading: true } as const;

let core: CoreFixture;
let alice: number;
let desk: number;
let vault: number;
let maker: number;

function freeze(user: number, freezes: Partial<Freezes>, on: CoreFixture = core): CoreEvent[] {
  return on.run({ kind: "set_user_freezes", user, ...NONE, ...freezes });
}

beforeEach(() => {
  core = new CoreFixture();
  alice = core.rich("alice");
  desk = core.user("desk", [["spot", USD, 1_000]], { parent: alice + 1 });
  vault = core.user("vault", [["spot", USD, 1_000]], { parent: alice + 1 });
  maker = core.rich("maker");
});

/** The rejection of a transfer of one dollar; `undefined` when it moved. */
function refusalOf(fromUser: number, toUser: number): string | undefined {
  const toWallet = fromUser === toUser ? "usdt_futures" : "spot";
  const terms = { fromUser, fromWallet: "spot", toUser, toWallet, currency: USD } as const;
  const rest = { clientTransferId: "", fromInstrument: 0, toInstrument: 0, mayBorrow: false };
  core.run({ kind: "transfer", ...terms, amount: atoms(1n), ...rest });
  return core.rejection;
}

/** Gives alice a long position of some lots at 100. */
function open(size: number): void {
  core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size });
  core.place({ user: alice, instrument: LINEAR, side: "buy", price: 100, size });
}

describe("a freeze of trading", () => {
  test("cancels orders that could open or trade on spot, and keeps those that close", () => {
    open(10);
    core.place({ user: alice, side: "buy", price: 90, size: 1 });
    const spot = core.orderId;
    core.place({ user: alice, instrument: LINEAR, side: "buy", price: 90, size: 1 });
    const opening = core.orderId;
    const closing = { instrument: LINEAR, side: "sell", price: 120, reduceOnly: true } as const;
    core.place({ user: alice, ...closing, size: 4 });
    const kept = core.orderId;
    const events = freeze(alice, TRADING);
    expect(events[0]).toMatchObject({ kind: "user_freezes_changed", user: alice, trading: true });
    expect(only(events, "order_closed")).toMatchObject([
      { orderId: spot, reason: "operator_cancelled", outcome: "cancelled" },
      { orderId: opening, reason: "operator_cancelled", outcome: "cancelled" },
    ]);
    expect(core.state.orders.id(core.state.users[alice]?.ordersFirst ?? 0)).toBe(kept);
    expect(core.money(alice, "spot", USD)[1]).toBe(0n);
  });

  test("cancels plans that could open, also fired ones, and keeps exits of positions", () => {
    open(10);
    placePlan(core, { user: alice, side: "buy", triggerPrice: 105, size: 1 });
    const waiting = core.orderId;
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 106, size: 1 });
    placeExits(core, { user: alice, lossTrigger: 90 });
    const loss = core.orderId;
    core.place({
      user: maker,
      instrument: LINEAR,
      side: "buy",
      price: 106,
      size: 1,
      stpMode: "none",
    });
    expect(core.state.plans.find(waiting)?.phase).toBe("fired");
    expect(only(freeze(alice, TRADING), "plan_cancelled")).toMatchObject([
      { planId: waiting, reason: "operator_cancelled" },
    ]);
    expect(kinds(core.passMs(1))).not.toContain("plan_executed");
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 89, size: 20 });
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 89, size: 1 });
    expect(only(core.passMs(1), "plan_executed")).toMatchObject([{ planId: loss }]);
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
  });

  test.each([
    ["buys on spot", { instrument: SPOT, side: "buy", price: 90 }],
    ["sells on spot", { instrument: SPOT, side: "sell", price: 110 }],
    ["opens a position", { instrument: LINEAR, side: "sell", price: 110 }],
    ["opens at market", { instrument: LINEAR, side: "sell" }],
  ] as const)("refuses an order that %s", (_, order) => {
    open(10);
    freeze(alice, TRADING);
    core.place({ user: alice, ...order, size: 1 });
    expect(core.rejection).toBe("account_frozen");
  });

  test("lets the user close, amend, replace and cancel what closes, in one-way and hedge mode", () => {
    core.hedge(alice, "usdt_futures");
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    const long = { instrument: LINEAR, positionSide: "long" } as const;
    core.place({ user: alice, ...long, side: "buy", price: 100, size: 10 });
    freeze(alice, TRADING);
    core.place({ user: alice, ...long, side: "sell", price: 120, size: 3 });
    const order = core.orderId;
    core.amend({ user: alice, orderId: order, size: 2 });
    expect(core.rejection).toBeUndefined();
    const named = { orderId: order, clientOrderId: "", newClientOrderId: "" };
    const terms = { instrument: LINEAR, price: NO_PRICE, size: lots(1), exits: undefined };
    core.run({ kind: "replace_order", user: alice, ...named, ...terms, sizing: undefined });
    expect(core.rejection).toBeUndefined();
    core.cancel(alice, core.orderId);
    expect(core.rejection).toBeUndefined();
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    const scope = { category: "usdt_futures", instrument: 0, positionSide: "net" } as const;
    core.run({ kind: "close_positions", user: alice, ...scope, source: "api" });
    expect(core.position(alice, LINEAR)).toEqual([0, 0]);
    core.place({ user: alice, ...long, side: "buy", price: 100, size: 1 });
    expect(core.rejection).toBe("account_frozen");
  });

  test("does not keep a liquidation from closing the position", () => {
    const bob = core.user("bob", [["usdt_futures", USD, 60]]);
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 10 });
    core.place({ user: bob, instrument: LINEAR, side: "buy", price: 100, size: 10 });
    expect(core.position(bob, LINEAR)).toEqual([10, 0]);
    freeze(bob, TRADING);
    core.place({ user: maker, instrument: LINEAR, side: "buy", price: 95, size: 10 });
    core.index(94);
    for (let tick = 0; tick < 5; tick++) core.passMs(1_000);
    expect(core.position(bob, LINEAR)).toEqual([0, 0]);
  });

  test("neither borrows by a transfer nor moves positions to or from another account", () => {
    const unified = { accountKind: "unified" } as const;
    const owner = core.user("owner", [["unified", USD, 1_000]], unified);
    const sub = core.user("sub", [["unified", USD, 1_000]], { ...unified, parent: owner + 1 });
    freeze(sub, TRADING);
    for (const [fromUser, toUser] of [
      [owner, sub],
      [sub, owner],
    ] as const) {
      const terms = { instrument: LINEAR, positionSide: "long", size: lots(1) } as const;
      core.run({ kind: "move_position", fromUser, toUser, ...terms });
      expect(core.rejection).toBe("account_frozen");
    }
    const own = { user: sub, from: "unified", to: "funding", currency: USD, amount: 10 } as const;
    core.transfer({ ...own, mayBorrow: true });
    expect(core.rejection).toBe("account_frozen");
    core.transfer(own);
    expect(core.rejection).toBeUndefined();
  });
});

describe("a freeze of transfers out", () => {
  test("keeps the funds of the user, whoever asks, and lets them move between its wallets", () => {
    freeze(desk, { transfersOut: true });
    expect(refusalOf(desk, alice)).toBe("account_frozen");
    expect(refusalOf(desk, vault)).toBe("account_frozen");
    expect(refusalOf(desk, desk)).toBeUndefined();
    expect(refusalOf(alice, desk)).toBeUndefined();
    core.place({ user: desk, side: "buy", price: 90, size: 1 });
    expect(core.rejection).toBeUndefined();
  });

  test("answers a repeated transfer with the first outcome", () => {
    const terms = { fromWallet: "spot", toWallet: "spot", currency: USD } as const;
    const rest = { fromInstrument: 0, toInstrument: 0, mayBorrow: false };
    const repeated = { ...terms, ...rest, amount: atoms(5n), clientTransferId: "t1" };
    const users = { fromUser: desk, toUser: vault };
    core.run({ kind: "transfer", ...users, ...repeated });
    const id = core.state.outcome.id;
    freeze(desk, { transfersOut: true });
    expect(core.run({ kind: "transfer", ...users, ...repeated })).toEqual([]);
    expect([core.rejection, core.state.outcome.id]).toEqual([undefined, id]);
  });
});

describe("a freeze of withdrawals", () => {
  test("is not escaped through a sub-account that may withdraw", () => {
    freeze(alice, { withdrawals: true });
    expect(refusalOf(alice, desk)).toBe("account_frozen");
    const sub = { accountKind: "classic", alias: "new", note: "", permissions: "" } as const;
    core.run({ kind: "create_sub_account", user: alice, ...sub });
    expect(core.rejection).toBe("account_frozen");
    freeze(desk, { withdrawals: true });
    expect(refusalOf(alice, desk)).toBeUndefined();
    expect(refusalOf(desk, vault)).toBe("account_frozen");
    expect(refusalOf(desk, alice)).toBeUndefined();
  });

  test("refuses requests, and what was approved waits until its end", () => {
    core.run(
      chainTermsDraft({ currency: USD, withdrawMin: atoms(20n), unattendedMax: atoms(500n) }),
    );
    const entry = { chain: 0, tag: "", label: "", toUser: 0 };
    core.run({ kind: "add_address", user: alice, addressKind: "regular", address: "a1", ...entry });
    const inner = { ...entry, address: "", toUser: maker };
    core.run({ kind: "add_address", user: alice, addressKind: "internal", ...inner });
    const texts = { tag: "", clientWithdrawalId: "", remark: "" };
    const asked = {
      user: alice,
      wallet: "spot",
      chain: 0,
      address: "a1",
      size: atoms(100n),
    } as const;
    const request = () => core.run({ kind: "request_withdrawal", ...asked, ...texts });
    const internally = () =>
      core.run({
        ...{ kind: "withdraw_internally", user: alice, wallet: "spot", currency: USD },
        ...{ amount: atoms(5n), toUser: maker, clientWithdrawalId: "" },
      });
    request();
    expect(core.rejection).toBeUndefined();
    const withdrawal = core.state.outcome.id;
    const raw = { transactionId: "t1", rawTransaction: Uint8Array.of(1) };
    const sign = () => core.run({ kind: "sign_withdrawal", withdrawal, ...raw });
    freeze(alice, { withdrawals: true });
    for (const attempt of [request, internally, sign]) {
      attempt();
      expect(core.rejection).toBe("account_frozen");
    }
    freeze(alice, { transfersOut: true });
    internally();
    expect(core.rejection).toBe("account_frozen");
    request();
    expect(core.rejection).toBeUndefined();
    core.restart();
    expect(sign()).toMatchObject([{ status: "signed" }]);
  });
});

test.each(["trading", "transfersOut", "withdrawals"] as const)(
  "a freeze of %s keeps the user from new peer-to-peer business",
  (kind) => {
    const market = new P2pFixture();
    const sell = market.ad("sell");
    const buy = market.ad("buy");
    const order = market.order(sell);
    market.step(market.taker, order, "pay");
    const hidden = market.ad("sell");
    market.status(hidden, "delisted");
    freeze(market.merchant, { [kind]: true }, market);
    const refused = (act: () => unknown): void => {
      act();
      expect(market.rejection).toBe("account_frozen");
    };
    refused(() => market.ad("sell"));
    refused(() => market.update(sell, { quantity: atoms(50n) }));
    refused(() => market.status(hidden, "published"));
    market.order(sell, { user: market.funded("bob") });
    expect(market.rejection).toBe("p2p_ad_unavailable");
    if (kind !== "trading") refused(() => market.step(market.merchant, order, "release"));
    freeze(market.merchant, NONE, market);
    freeze(market.taker, { [kind]: true }, market);
    refused(() => market.order(buy));
    market.step(market.merchant, order, "release");
    expect(market.rejection).toBeUndefined();
  },
);

test("ads of a user whose login is frozen wait", () => {
  const market = new P2pFixture();
  const ad = market.ad("sell");
  freeze(market.merchant, { login: true }, market);
  market.order(ad);
  expect(market.rejection).toBe("p2p_ad_unavailable");
});

test("each freeze is independent of the main account's own and survives a restart", () => {
  for (const kind of ["trading", "transfersOut", "withdrawals", "login"] as const) {
    freeze(desk, { [kind]: true });
    const bits = core.state.users[desk]?.freezes;
    core.run({ kind: "set_user_access", user: desk, status: "frozen", permissions: "read" });
    core.run({ kind: "set_user_access", user: desk, status: "normal", permissions: "" });
    core.restart();
    expect(core.state.users[desk]).toMatchObject({ freezes: bits, status: "normal" });
  }
  freeze(9_999, TRADING);
  expect(core.rejection).toBe("user_not_found");
  freeze(0, TRADING);
  expect(core.rejection).toBe("user_not_found");
});
