import { beforeEach, describe, expect, test } from "vitest";
import { BorrowingFixture } from "../../../test/support/borrowing-fixture.ts";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { COIN, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { P2pFixture } from "../../../test/support/p2p-fixture.ts";
import type { AccountKind } from "../base/vocabulary.ts";
import type { CoreEvent } from "../events/events.ts";
import { atoms } from "../money/units.ts";
import { userAt } from "../state.ts";

let core: CoreFixture;
let alice: number;

beforeEach(() => {
  core = new CoreFixture();
  alice = core.user("alice", [
    ["spot", USD, 1_000],
    ["spot", COIN, 7],
    ["usdt_futures", USD, 300],
    ["funding", USD, 50],
  ]);
});

function switchTo(user: number, accountKind: AccountKind, on = core): CoreEvent[] {
  return on.run({ kind: "switch_account", user, accountKind });
}

/** The moves of a switch, and the reasons of rejections. */
function reported(events: readonly CoreEvent[]): unknown[] {
  return events.map((event) => {
    if (event.kind === "command_rejected" || event.kind === "order_rejected") return event.reason;
    if (event.kind === "account_kind_changed") return event.accountKind;
    if (event.kind !== "funds_moved") return event.kind;
    return [event.fromWallet, event.toWallet, event.currency, Number(event.amount)];
  });
}

describe("an account that switches", () => {
  test("takes its money to the wallet of the new kind and back, its funding wallet apart", () => {
    expect(reported(switchTo(alice, "unified"))).toEqual([
      "unified",
      ["spot", "unified", USD, 1_000],
      ["spot", "unified", COIN, 7],
      ["usdt_futures", "unified", USD, 300],
    ]);
    expect(core.money(alice, "unified", USD)).toEqual([1_300n, 0n]);
    expect(core.money(alice, "funding", USD)).toEqual([50n, 0n]);
    core.restart();
    expect(reported(switchTo(alice, "classic"))).toEqual([
      "classic",
      ["unified", "spot", USD, 1_300],
      ["unified", "spot", COIN, 7],
    ]);
    expect(core.money(alice, "spot", USD)).toEqual([1_300n, 0n]);
  });

  test("changes nothing when it has the kind already", () => {
    core.place({ user: alice, instrument: SPOT, side: "buy", price: 90, size: 1 });
    expect(reported(switchTo(alice, "classic"))).toEqual(["classic"]);
    expect(core.money(alice, "usdt_futures", USD)).toEqual([300n, 0n]);
  });

  test("begins in basic level, one-way mode and crossed margin, with the lower leverage", () => {
    core.hedge(alice, "usdt_futures");
    const terms = { user: alice, instrument: LINEAR } as const;
    core.run({ kind: "set_margin_mode", ...terms, marginMode: "isolated" });
    core.run({ kind: "set_leverage", ...terms, positionSide: "long", leverage: 3 });
    core.run({ kind: "set_leverage", ...terms, positionSide: "short", leverage: 5 });
    switchTo(alice, "unified");
    const { hedgeCategories, isUnified, level } = userAt(core.state, alice);
    expect({ hedgeCategories, isUnified, level }).toEqual({
      hedgeCategories: 0,
      isUnified: true,
      level: "basic",
    });
    const row = core.state.positions.find(alice, LINEAR);
    expect(core.state.positions.isIsolated(row)).toBe(false);
    const placed = core.place({ ...terms, side: "buy", price: 90, size: 1 });
    expect(placed.map(({ kind }) => kind)).toContain("order_accepted");
  });

  test("frees no client id that it has used", () => {
    const order = { user: alice, instrument: SPOT, side: "buy", price: 90, size: 1 } as const;
    core.place({ ...order, clientOrderId: "mine" });
    core.run({ kind: "cancel_order", user: alice, orderId: 0, clientOrderId: "mine" });
    switchTo(alice, "unified");
    switchTo(alice, "classic");
    const again = core.place({ ...order, clientOrderId: "mine" });
    expect(reported(again)).toEqual(["duplicate_client_order_id"]);
  });
});

describe("an account in use does not switch", () => {
  test("with an order, a position or nothing left but a debt", () => {
    const order = { user: alice, instrument: SPOT, side: "buy", price: 90, size: 1 } as const;
    core.place(order);
    expect(reported(switchTo(alice, "unified"))).toEqual(["account_in_use"]);
    core.run({ kind: "cancel_orders", user: alice, category: "spot", instrument: 0 });
    const bob = core.rich("bob");
    const contract = { instrument: LINEAR, price: 100, size: 1 } as const;
    core.place({ ...contract, user: bob, side: "sell" });
    core.place({ ...contract, user: alice, side: "buy" });
    expect(reported(switchTo(alice, "unified"))).toEqual(["account_in_use"]);
    const borrowing = new BorrowingFixture({ usd: 1_000, coin: 0 });
    borrowing.run({
      ...{ kind: "transfer", fromUser: borrowing.alice, toUser: borrowing.alice },
      ...{ fromWallet: "unified", toWallet: "funding", currency: COIN, mayBorrow: true },
      ...{ fromInstrument: 0, toInstrument: 0, clientTransferId: "" },
      amount: atoms(2n),
    });
    expect(reported(switchTo(borrowing.alice, "classic", borrowing))).toEqual(["account_in_use"]);
  });

  test("with a published ad or an open order of peer-to-peer trading, to classic alone", () => {
    const peers = new P2pFixture();
    const { merchant, taker } = peers;
    for (const user of [merchant, taker]) switchTo(user, "unified", peers);
    const ad = peers.ad("sell");
    expect(reported(switchTo(merchant, "classic", peers))).toEqual(["account_in_use"]);
    const order = peers.order(ad);
    peers.status(ad, "delisted");
    for (const user of [merchant, taker]) {
      expect(reported(switchTo(user, "classic", peers))).toEqual(["account_in_use"]);
    }
    peers.step(taker, order, "pay");
    peers.step(merchant, order, "release");
    for (const user of [merchant, taker]) {
      expect(reported(switchTo(user, "classic", peers))).toEqual(["classic"]);
    }
    peers.status(ad, "published");
    expect(reported(switchTo(merchant, "unified", peers))).toEqual(["unified"]);
  });

  test("and the exchange itself, or an unknown user, never does", () => {
    expect(reported(switchTo(0, "unified"))).toEqual(["user_not_found"]);
    expect(reported(switchTo(99, "unified"))).toEqual(["user_not_found"]);
  });
});

describe("a sub-account", () => {
  test("becomes unified and stays so", () => {
    const sub = core.user("sub", [["spot", USD, 10]], { parent: alice + 1 });
    expect(reported(switchTo(sub, "unified"))).toEqual(["unified", ["spot", "unified", USD, 10]]);
    expect(reported(switchTo(sub, "classic"))).toEqual(["sub_account_stays_unified"]);
    expect(reported(switchTo(alice, "unified"))).toHaveLength(4);
  });
});
