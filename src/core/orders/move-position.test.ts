import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds, only } from "../../../test/support/core-fixture.ts";
import { INVERSE, LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { COUNTERPARTY_AGE_MS_MAX, INDEX_AGE_MS_MAX } from "../base/limits.ts";
import { longOf } from "../base/position-handle.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { CoreEvent } from "../events/events.ts";
import { type Lots, lots } from "../money/units.ts";

let core: CoreFixture;
let main: number;
let sub: number;
let other: number;

const UNIFIED = { accountKind: "unified" } as const;

beforeEach(() => {
  core = new CoreFixture({ takerRateE6: 1_000, makerRateE6: 1_000 });
  for (const currency of [0, 1]) {
    core.run({
      kind: "set_collateral",
      ...{ currency, isDollar: currency === USD, isShared: true },
      ...{ tierStarts: [0], ratesE6: [1_000_000] },
    });
  }
  main = core.user("main", [["unified", USD, 100_000]], UNIFIED);
  sub = core.user("sub", [["unified", USD, 100_000]], { ...UNIFIED, parent: main + 1 });
  other = core.rich("other");
});

type Fields = Partial<Omit<DraftOf<"move_position">, "kind" | "size">> & { readonly size: number };

function move({ size, ...fields }: Fields): CoreEvent[] {
  const terms = { fromUser: main, toUser: sub, instrument: LINEAR, positionSide: "long" } as const;
  return core.run({ kind: "move_position", ...terms, ...fields, size: size as Lots });
}

/** Gives a user a position against the other user, in one-way mode. */
function open(user: number, size: number, price = 100, instrument = LINEAR): void {
  const [side, opposite] = size > 0 ? (["buy", "sell"] as const) : (["sell", "buy"] as const);
  const terms = { instrument, price, size: Math.abs(size) };
  core.place({ user: other, side: opposite, ...terms });
  core.place({ user, side, ...terms });
}

/** Equity without other positions, in atoms: balance and unrealised profit at mark. */
function equity(user: number, mark: number): bigint {
  const { positions } = core.state;
  const row = positions.find(user, LINEAR);
  const [balance] = core.money(user, "unified", USD);
  if (row === 0) return balance;
  const long = longOf(row);
  return balance + BigInt(positions.size.get(long) * mark) - positions.openNotional.get(long);
}

describe("a position moves", () => {
  test("at mark, without fee or trade, and no money is won or lost", () => {
    open(main, 10);
    core.index(130);
    const before = [equity(main, 130), equity(sub, 130)];
    const { openInterest } = core.state;
    const interest = openInterest[LINEAR];
    const events = move({ size: 4 });
    expect(kinds(events)).toEqual([
      ...["order_accepted", "order_filled", "position_changed", "order_closed"],
      ...["order_accepted", "order_filled", "position_changed", "order_closed"],
      "position_moved",
    ]);
    expect(only(events, "order_filled").map(({ fee, price }) => [fee, price])).toEqual([
      [0n, 130],
      [0n, 130],
    ]);
    expect([core.position(main, LINEAR), core.position(sub, LINEAR)]).toEqual([
      [6, 0],
      [4, 0],
    ]);
    expect([equity(main, 130), equity(sub, 130)]).toEqual(before);
    expect(core.state.openInterest[LINEAR]).toBe(interest);
    const [moved] = only(events, "position_moved");
    const [closing, opening] = core.state.outcome.items ?? [];
    expect(moved).toMatchObject({
      ...{ fromUser: main, toUser: sub, parent: main, positionSide: "long", price: 130, size: 4 },
      ...{ closingOrderId: closing?.orderId, openingOrderId: opening?.orderId },
    });
  });

  test("of a short seller, back to the main account, between accounts in hedge mode", () => {
    open(sub, -5);
    move({ fromUser: sub, toUser: main, positionSide: "short", size: 5 });
    expect(core.position(main, LINEAR)).toEqual([0, 5]);
    expect(core.position(sub, LINEAR)).toEqual([0, 0]);
    core.hedge(sub, "usdt_futures");
    core.place({ user: other, side: "sell", instrument: LINEAR, price: 100, size: 3 });
    const long = { side: "buy", positionSide: "long", instrument: LINEAR } as const;
    core.place({ user: sub, ...long, price: 100, size: 3 });
    move({ positionSide: "short", size: 5 });
    expect(core.position(sub, LINEAR)).toEqual([3, 5]);
  });

  test("and is still deleveraged for its counterparties, as long as they count", () => {
    open(main, 10);
    move({ size: 4 });
    const { positions } = core.state;
    const taken = longOf(positions.find(sub, LINEAR));
    const recent = () => positions.counterparties.recent(taken, core.state.timeMs);
    expect(recent()).toMatchObject([{ user: other, size: 4 }]);
    core.passMs(COUNTERPARTY_AGE_MS_MAX + 1);
    expect(recent()).toEqual([]);
  });

  test("once: what has moved cannot move again", () => {
    open(main, 10);
    const done = Array.from({ length: 5 }, () => only(move({ size: 4 }), "position_moved").length);
    expect(done).toEqual([1, 1, 0, 0, 0]);
    expect(core.rejection).toBe("insufficient_position");
    expect(core.position(sub, LINEAR)).toEqual([8, 0]);
  });
});

describe("no position moves", () => {
  test.each([
    ["to an unknown user", () => ({ toUser: 999 }), "user_not_found"],
    ["from an unknown user", () => ({ fromUser: 999 }), "user_not_found"],
    ["to the exchange", () => ({ toUser: 0 }), "user_not_found"],
    ["to the same account", () => ({ toUser: main }), "user_not_found"],
    ["to another owner", () => ({ toUser: other }), "user_not_found"],
    ["of an unknown instrument", () => ({ instrument: 99 }), "instrument_not_found"],
    ["of a spot pair", () => ({ instrument: SPOT }), "instrument_not_futures"],
    ["that is not there", () => ({ positionSide: "short" as const }), "no_position"],
    ["in another instrument", () => ({ instrument: INVERSE }), "no_position"],
    ["beyond its size", () => ({ size: 11 }), "insufficient_position"],
    ["of no size", () => ({ size: 0 }), "size_below_minimum"],
  ])("%s", (_, fields, reason) => {
    open(main, 10);
    move({ size: 4, ...fields() });
    expect(core.rejection).toBe(reason);
  });

  test("to or from a classic account", () => {
    const classic = core.user("classic", [["usdt_futures", USD, 1_000]], { parent: other + 1 });
    open(classic, 3);
    move({ fromUser: classic, toUser: other, size: 3 });
    expect(core.rejection).toBe("account_not_unified");
  });

  test("to or from a frozen account, or one under review", () => {
    open(main, 10);
    core.run({ kind: "set_user_access", user: sub, status: "frozen", permissions: "" });
    move({ size: 4 });
    expect(core.rejection).toBe("account_frozen");
    core.run({ kind: "set_user_access", user: sub, status: "normal", permissions: "" });
    core.run({ kind: "set_user_review", user: main, isHeld: true, reason: "operator_decision" });
    move({ size: 4 });
    expect(core.rejection).toBe("account_under_review");
  });

  test("at the price of a stale index", () => {
    open(main, 10);
    core.passMs(INDEX_AGE_MS_MAX + 1);
    move({ size: 4 });
    expect(core.rejection).toBe("mark_price_missing");
    core.index(100);
    move({ size: 4 });
    expect(core.rejection).toBeUndefined();
  });

  test("that resting orders would close", () => {
    open(main, 10);
    const resting = { user: main, side: "sell", instrument: LINEAR, price: 104 } as const;
    core.place({ ...resting, size: 4 });
    const [plain] = [core.orderId];
    core.place({ ...resting, size: 3, reduceOnly: true });
    move({ size: 4 });
    expect(core.rejection).toBe("insufficient_position");
    core.cancel(main, plain);
    move({ size: 7 });
    expect(core.rejection).toBeUndefined();
    expect(core.position(main, LINEAR)).toEqual([3, 0]);
  });

  test("to an account that holds the opposite one in one-way mode", () => {
    open(main, 10);
    open(sub, -2);
    move({ size: 4 });
    expect(core.rejection).toBe("position_mode_blocked");
  });

  test("to an account that cannot cover it, however small its owner makes it", () => {
    const poor = core.user("poor", [["unified", USD, 20]], { ...UNIFIED, parent: main + 1 });
    open(main, 10);
    core.index(60);
    move({ toUser: poor, size: 10 });
    expect(core.rejection).toBe("insufficient_margin");
    move({ toUser: poor, size: 6 });
    expect(core.rejection).toBeUndefined();
    move({ toUser: poor, size: 1 });
    expect(core.rejection).toBe("insufficient_margin");
  });

  test("at a loss that its account cannot bear", () => {
    const weak = core.user("weak", [["unified", USD, 120]], { ...UNIFIED, parent: main + 1 });
    const terms = { kind: "set_leverage", user: weak, instrument: LINEAR, leverage: 20 } as const;
    core.run({ ...terms, positionSide: "net" });
    open(weak, 10);
    // The index stands still for a moment in which nothing is liquidated yet.
    const { prices } = core.state;
    const at = prices[LINEAR];
    if (at === undefined) throw new Error("the instrument has prices");
    at.mark = 80 as typeof at.mark;
    move({ fromUser: weak, toUser: main, size: lots(10) });
    expect(core.rejection).toBe("price_below_bankruptcy");
  });

  test("while the contract is halted", () => {
    open(main, 10);
    core.run({ kind: "set_instrument_status", instrument: LINEAR, status: "halted" });
    move({ size: 4 });
    expect(core.rejection).toBe("instrument_halted");
  });
});
