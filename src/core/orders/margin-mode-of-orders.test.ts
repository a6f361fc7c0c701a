/** An order or plan opens in the margin mode that it states, unless something stands in the way. */
import { beforeEach, describe, expect, test } from "vitest";
import { CoreFixture, kinds } from "../../../test/support/core-fixture.ts";
import { LINEAR, SPOT, USD } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import type { MarginMode } from "../base/vocabulary.ts";

let core: CoreFixture;
let alice: number;
let maker: number;

beforeEach(() => {
  core = new CoreFixture();
  maker = core.rich("maker");
  alice = core.user("alice", [
    ["spot", USD, 1_000],
    ["usdt_futures", USD, 1_000],
  ]);
});

const inMode = (marginMode: MarginMode) => ({ opening: { marginMode } });
const ORDER = { instrument: LINEAR, side: "buy", price: 90, size: 1 } as const;

function modeOf(user: number): MarginMode {
  const { positions } = core.state;
  const row = positions.find(user, LINEAR);
  return row !== 0 && positions.isIsolated(row) ? "isolated" : "crossed";
}

describe("an order that opens", () => {
  test("changes the mode before it is accepted, and its position is isolated", () => {
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 2 });
    const events = core.place({ user: alice, ...ORDER, price: 100, ...inMode("isolated") });
    expect(kinds(events).slice(0, 2)).toEqual(["margin_mode_changed", "order_accepted"]);
    expect(events[1]).toMatchObject({ marginMode: "isolated" });
    expect(core.position(alice, LINEAR)).toEqual([1, 0]);
    expect(modeOf(alice)).toBe("isolated");
  });

  test("states nothing new in the mode of the instrument", () => {
    const events = core.place({ user: alice, ...ORDER, ...inMode("crossed") });
    expect(kinds(events)).toEqual(["order_accepted", "level_changed"]);
  });

  test.each(["position", "order", "plan"] as const)("is refused where a %s is in the way", (it) => {
    if (it === "position") {
      core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 1 });
      core.place({ user: alice, ...ORDER, price: 100 });
    } else if (it === "order") core.place({ user: alice, ...ORDER });
    else {
      core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 1 });
      core.place({ user: core.rich("taker"), ...ORDER, price: 100 });
      placePlan(core, { user: alice, side: "buy", triggerPrice: 80, size: 1 });
    }
    core.place({ user: alice, ...ORDER, ...inMode("isolated") });
    expect(core.rejection).toBe("margin_mode_blocked");
    core.place({ user: alice, ...ORDER, ...inMode("crossed") });
    expect(core.rejection).toBeUndefined();
  });

  test("of two orders with two modes the second is refused, also after a restart", () => {
    core.place({ user: alice, ...ORDER, ...inMode("isolated") });
    core.restart();
    core.place({ user: alice, ...ORDER, ...inMode("crossed") });
    expect(core.rejection).toBe("margin_mode_blocked");
    expect(modeOf(alice)).toBe("isolated");
  });

  test("leaves the mode as it was when it is refused for another reason", () => {
    core.place({ user: alice, ...ORDER, size: 900, ...inMode("isolated") });
    expect(core.rejection).toBe("insufficient_margin");
    expect(modeOf(alice)).toBe("crossed");
  });

  test("of crossed margin goes by one leverage, and leaves both where it is refused", () => {
    const scope = { user: alice, instrument: LINEAR } as const;
    core.run({ kind: "set_position_mode", user: alice, category: "usdt_futures", isHedge: true });
    core.run({ kind: "set_margin_mode", ...scope, marginMode: "isolated" });
    core.run({ kind: "set_leverage", ...scope, positionSide: "long", leverage: 20 });
    core.run({ kind: "set_leverage", ...scope, positionSide: "short", leverage: 5 });
    const order = { user: alice, ...ORDER, positionSide: "long", ...inMode("crossed") } as const;
    core.place({ ...order, size: 900 });
    expect(core.rejection).toBe("insufficient_margin");
    const events = core.place(order);
    expect(events.slice(0, 3)).toMatchObject([
      { kind: "margin_mode_changed", marginMode: "crossed" },
      { kind: "leverage_changed", longLeverage: 5, shortLeverage: 5 },
      { kind: "order_accepted", leverage: 5 },
    ]);
  });

  test("is weighed in its mode: isolated margin needs both sides, crossed the larger", () => {
    const user = core.user("small", [["usdt_futures", USD, 100]]);
    core.run({
      ...{ kind: "set_leverage", user, instrument: LINEAR, positionSide: "net", leverage: 1 },
    });
    core.place({ user, ...ORDER, size: 1, ...inMode("isolated") });
    expect(core.rejection).toBeUndefined();
    core.place({ user, ...ORDER, size: 1, ...inMode("isolated") });
    expect(core.rejection).toBe("insufficient_margin");
  });

  test("is repeated only in the same mode", () => {
    const order = { user: alice, ...ORDER, clientOrderId: "a" } as const;
    core.place({ ...order, ...inMode("isolated") });
    expect(kinds(core.place({ ...order, ...inMode("isolated") }))).toEqual(["order_repeated"]);
    core.place({ ...order, ...inMode("crossed") });
    expect(core.rejection).toBe("duplicate_client_order_id");
  });

  test("on spot states no mode, and a unified account has no isolated margin", () => {
    core.place({ user: alice, ...ORDER, instrument: SPOT, ...inMode("crossed") });
    expect(core.rejection).toBe("margin_mode_not_allowed");
    const funds = [["unified", USD, 1_000]] as const;
    const ulla = core.user("ulla", funds, { accountKind: "unified" });
    core.place({ user: ulla, ...ORDER, ...inMode("isolated") });
    expect(core.rejection).toBe("margin_mode_not_allowed");
    core.place({ user: ulla, ...ORDER, ...inMode("crossed") });
    expect(core.rejection).not.toBe("margin_mode_not_allowed");
  });
});

test("an order that closes goes by the mode of its position", () => {
  core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 1 });
  core.place({ user: alice, ...ORDER, price: 100 });
  const close = { user: alice, instrument: LINEAR, side: "sell", price: 110, size: 1 } as const;
  core.place({ ...close, reduceOnly: true, ...inMode("isolated") });
  expect(core.rejection).toBeUndefined();
  expect(modeOf(alice)).toBe("crossed");
});

describe("a plan that opens", () => {
  beforeEach(() => {
    core.place({ user: maker, instrument: LINEAR, side: "sell", price: 100, size: 1 });
    core.place({ user: core.rich("taker"), ...ORDER, price: 100 });
  });

  test("changes the mode at once, and its order opens in it", () => {
    const terms = { user: alice, side: "buy", triggerPrice: 95, size: 1 } as const;
    const events = placePlan(core, { ...terms, ...inMode("isolated") });
    expect(events).toMatchObject([
      { kind: "margin_mode_changed", marginMode: "isolated" },
      { kind: "plan_accepted", marginMode: "isolated" },
    ]);
    core.place({ user: alice, ...ORDER, ...inMode("crossed") });
    expect(core.rejection).toBe("margin_mode_blocked");
  });

  test("is refused where an order is in the way, and on spot", () => {
    core.place({ user: alice, ...ORDER });
    const terms = { user: alice, side: "buy", triggerPrice: 95, size: 1 } as const;
    placePlan(core, { ...terms, ...inMode("isolated") });
    expect(core.rejection).toBe("margin_mode_blocked");
    placePlan(core, { ...terms, instrument: SPOT, ...inMode("crossed") });
    expect(core.rejection).toBe("margin_mode_not_allowed");
  });
});
