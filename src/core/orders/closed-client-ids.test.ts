/** Client ids of closed orders and plans: a late repeat of a request executes nothing. */
import { describe, expect, test } from "vitest";
import { CoreFixture } from "../../../test/support/core-fixture.ts";
import { ClosedClientIds } from "../accounts/closed-client-ids.ts";
import { CLIENT_ID_KEPT_MS, CLOSED_CLIENT_IDS_MAX } from "../base/limits.ts";

const BUY = { side: "buy", price: 90, size: 1 } as const;

describe("the client id of a closed order", () => {
  test("stays in use for a day, whatever closed the order", () => {
    const core = new CoreFixture();
    const alice = core.rich("alice");
    const bob = core.rich("bob");
    const terms = { user: alice, ...BUY };
    core.place({ ...terms, clientOrderId: "cancelled" });
    core.cancel(alice, core.orderId);
    core.place({ user: bob, side: "sell", price: 90, size: 1 });
    core.place({ ...terms, clientOrderId: "filled" });
    core.place({ ...terms, timeInForce: "ioc", clientOrderId: "expired" });
    for (const clientOrderId of ["cancelled", "filled", "expired"]) {
      core.place({ ...terms, clientOrderId });
      expect([clientOrderId, core.rejection]).toEqual([clientOrderId, "duplicate_client_order_id"]);
    }
    core.place({ ...terms, user: bob, clientOrderId: "cancelled" });
    expect(core.rejection).toBeUndefined();
    core.passMs(CLIENT_ID_KEPT_MS - 1);
    core.place({ ...terms, clientOrderId: "filled" });
    expect(core.rejection).toBe("duplicate_client_order_id");
    core.passMs(1);
    core.place({ ...terms, clientOrderId: "filled" });
    expect(core.rejection).toBeUndefined();
  });

  test("may be used again after a rejection, and by the replacing order", () => {
    const core = new CoreFixture();
    const alice = core.rich("alice");
    const terms = { user: alice, ...BUY, clientOrderId: "one" };
    core.place({ ...terms, size: 1_000_000 });
    expect(core.rejection).toBe("insufficient_available");
    core.place(terms);
    core.run({
      ...{ kind: "replace_order", user: alice, instrument: 0, orderId: core.orderId },
      ...{ clientOrderId: "", price: 91 as never, size: 2 as never, newClientOrderId: "one" },
      exits: undefined,
    });
    expect(core.rejection).toBeUndefined();
    core.cancel(alice, core.orderId);
    core.place(terms);
    expect(core.rejection).toBe("duplicate_client_order_id");
  });

  test("may be used again at once by a unified user", () => {
    const core = new CoreFixture();
    const funds = [["unified", 0, 1_000]] as const;
    const unified = core.user("unified", funds, { accountKind: "unified" });
    core.place({ user: unified, ...BUY, clientOrderId: "one" });
    core.cancel(unified, core.orderId);
    core.place({ user: unified, ...BUY, clientOrderId: "one" });
    expect(core.rejection).toBeUndefined();
  });
});

describe("the memory of client ids", () => {
  test("is bounded: it forgets the oldest first, and at once those of yesterday", () => {
    const ids = new ClosedClientIds();
    for (let id = 0; id <= CLOSED_CLIENT_IDS_MAX; id++) ids.remember("order", `id-${id}`, id);
    const nowMs = CLOSED_CLIENT_IDS_MAX;
    expect(ids.size).toBe(CLOSED_CLIENT_IDS_MAX);
    expect(["id-0", "id-1"].map((id) => ids.isTaken("order", id, nowMs))).toEqual([false, true]);
    expect(ids.isTaken("plan", "id-1", nowMs)).toBe(false);
    ids.remember("order", "late", CLIENT_ID_KEPT_MS + nowMs - 1);
    expect(ids.size).toBe(2);
  });

  test("distinguishes a hundred thousand similar ids", () => {
    for (let hundred = 0; hundred < 10; hundred++) {
      const ids = new ClosedClientIds();
      for (let id = 0; id < CLOSED_CLIENT_IDS_MAX; id++) {
        ids.remember("order", `a${hundred}-${id.toString(36)}`, 1);
      }
      expect(ids.size).toBe(CLOSED_CLIENT_IDS_MAX);
    }
  });
});
