/** Orders and plans without a client id go by the text of their id, and a plan's order by it too. */
import { describe, expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { SPOT } from "../../../test/support/core-listings.ts";
import { placePlan } from "../../../test/support/plan-drafts.ts";
import { idText } from "../base/id-text.ts";

const BUY = { side: "buy", price: 90, size: 1 } as const;

function cancel(core: CoreFixture, user: number, clientOrderId: string) {
  return core.run({ kind: "cancel_order", user, orderId: 0, clientOrderId });
}

describe("an order without a client id", () => {
  test("is amended and cancelled by the text of its id", () => {
    const core = new CoreFixture();
    const user = core.rich("alice");
    core.place({ user, ...BUY });
    const id = core.orderId;
    const clientOrderId = idText(id);
    core.run({
      ...{ kind: "amend_order", user, orderId: 0, clientOrderId, price: 91 as never },
      ...{ size: 0 as never, autoCancel: false, exits: undefined },
    });
    expect([core.rejection, core.orderId]).toEqual([undefined, id]);
    const closed = cancel(core, user, clientOrderId).find(({ kind }) => kind === "order_closed");
    expect(closed).toMatchObject({ orderId: id, reason: "user_cancelled" });
    cancel(core, user, clientOrderId);
    expect(core.rejection).toBe("order_not_found");
  });

  test("is unknown to another user by that text", () => {
    const core = new CoreFixture();
    const [alice, mallory] = [core.rich("alice"), core.rich("mallory")];
    core.place({ user: alice, ...BUY });
    const text = idText(core.orderId);
    cancel(core, mallory, text);
    expect(core.rejection).toBe("order_not_found");
    core.place({ user: mallory, ...BUY, clientOrderId: text });
    expect(core.rejection).toBeUndefined();
  });

  test("keeps its text from other orders of the user while it is open", () => {
    const core = new CoreFixture();
    const user = core.rich("alice");
    core.place({ user, ...BUY });
    const id = core.orderId;
    const text = idText(id);
    core.place({ user, ...BUY, size: 2, clientOrderId: text });
    expect(core.rejection).toBe("duplicate_client_order_id");
    const repeated = core.place({ user, ...BUY, clientOrderId: text });
    expect(repeated).toMatchObject([{ kind: "order_repeated", orderId: id }]);
    cancel(core, user, text);
    core.place({ user, ...BUY, clientOrderId: text });
    expect(core.rejection).toBeUndefined();
    expect(core.orderId).not.toBe(id);
  });

  test("gives way to an order that was sent under its text before it existed", () => {
    const core = new CoreFixture();
    const user = core.rich("alice");
    core.place({ user, ...BUY });
    const firstId = core.orderId;
    core.place({ user, ...BUY });
    const step = core.orderId - firstId;
    const guessed = core.orderId + 2 * step;
    core.place({ user, ...BUY, clientOrderId: idText(guessed) });
    const early = core.orderId;
    core.place({ user, ...BUY });
    expect(core.orderId).toBe(guessed);
    const closed = cancel(core, user, idText(guessed)).find(({ kind }) => kind === "order_closed");
    expect(closed).toMatchObject({ orderId: early });
  });

  test("with a client id of its own goes by that alone", () => {
    const core = new CoreFixture();
    const user = core.rich("alice");
    core.place({ user, ...BUY, clientOrderId: "mine" });
    cancel(core, user, idText(core.orderId));
    expect(core.rejection).toBe("order_not_found");
  });

  test("is known by the text after a restart", () => {
    const core = new CoreFixture();
    const user = core.rich("alice");
    core.place({ user, ...BUY });
    const text = idText(core.orderId);
    core.restart();
    cancel(core, user, text);
    expect(core.rejection).toBeUndefined();
  });
});

describe("a plan without a client id", () => {
  test("is cancelled by the text of its id, by its user alone", () => {
    const core = new CoreFixture();
    const [user, mallory] = [core.rich("alice"), core.rich("mallory")];
    const terms = { instrument: SPOT, orderType: "limit", price: 90, size: 1 } as const;
    trade(core);
    placePlan(core, { user, side: "buy", triggerPrice: 80, ...terms });
    const planId = core.orderId;
    const named = { kind: "cancel_plan", planId: 0, clientOrderId: idText(planId) } as const;
    core.run({ ...named, user: mallory, withPaired: false });
    expect(core.rejection).toBe("plan_not_found");
    placePlan(core, {
      ...{ user, side: "buy", triggerPrice: 80, ...terms },
      clientOrderId: named.clientOrderId,
    });
    expect(core.rejection).toBe("duplicate_client_order_id");
    core.run({ ...named, user, withPaired: false });
    expect(core.rejection).toBeUndefined();
  });
});

/** Two users trade one coin at 100, so that the instrument has a last price. */
function trade(core: CoreFixture, price = 100): void {
  const user = core.rich("maker");
  core.place({ user, side: "sell", price, size: 1 });
  core.place({ user: core.rich("taker"), side: "buy", price, size: 1 });
}

describe("the order of a plan", () => {
  function fired(
    clientOrderId: string,
    before: (core: CoreFixture, user: number, text: string) => void,
  ) {
    const core = new CoreFixture();
    const user = core.rich("alice");
    trade(core);
    const terms = { instrument: SPOT, orderType: "limit", price: 90, size: 1 } as const;
    placePlan(core, { user, side: "buy", triggerPrice: 95, ...terms, clientOrderId });
    const text = idText(core.orderId);
    before(core, user, text);
    trade(core, 95);
    const events = core.passMs(1_000);
    return { events, accepted: events.find(({ kind }) => kind === "order_accepted"), text };
  }

  test.each(["", "mine"])("goes by the plan's id, whatever the plan's client id: '%s'", (own) => {
    const { accepted, text } = fired(own, () => {});
    expect(accepted).toMatchObject({ clientOrderId: text });
  });

  test("is placed without that name where another order of the user has it", () => {
    const { accepted, events } = fired("", (core, user, clientOrderId) => {
      core.place({ user, side: "buy", price: 90, size: 1, clientOrderId });
      expect(core.rejection).toBeUndefined();
    });
    expect(accepted).toMatchObject({ clientOrderId: "" });
    expect(events.some(({ kind }) => kind === "plan_executed")).toBe(true);
  });

  test("is placed without that name where a closed order of the user had it", () => {
    const { accepted } = fired("", (core, user, clientOrderId) => {
      core.place({ user, side: "buy", price: 90, size: 1, clientOrderId });
      cancel(core, user, clientOrderId);
    });
    expect(accepted).toMatchObject({ clientOrderId: "" });
  });
});
