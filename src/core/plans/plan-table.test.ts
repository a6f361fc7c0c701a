import { beforeEach, describe, expect, test } from "vitest";
import { NO_EXITS } from "../commands/exits.ts";
import { lots, ticks, ZERO_ATOMS } from "../money/units.ts";
import type { Plan } from "./plan.ts";
import { PlanTable } from "./plan-table.ts";

function plan(id: number, changes: Partial<Plan> = {}): Plan {
  return {
    id,
    user: 7,
    instrument: 1,
    kind: "normal",
    side: "buy",
    timeInForce: "gtc",
    positionSide: "net",
    reduceOnly: false,
    stpMode: "none",
    source: "api",
    backing: "default",
    clientOrderId: "",
    parentOrderId: 0,
    sizingPriceE6: 0,
    createdAtMs: 0,
    terms: {
      triggerBy: "last",
      triggerPrice: ticks(100),
      callbackE4: 0,
      orderType: "market",
      price: ticks(0),
      size: lots(5),
      quoteAmount: ZERO_ATOMS,
      exits: NO_EXITS,
    },
    pairedId: 0,
    phase: "waiting",
    isRising: true,
    heapIndex: 0,
    group: undefined,
    ...changes,
  };
}

describe("the plan table", () => {
  let plans: PlanTable;
  const put = (added: Plan): Plan => {
    plans.add(added);
    plans.watchOf(added).wait(added);
    return added;
  };

  beforeEach(() => {
    plans = new PlanTable();
  });

  test("finds a pending plan by id, client id and user until it is removed", () => {
    const added = put(plan(1, { clientOrderId: "a" }));
    expect(plans.find(1)).toBe(added);
    expect(plans.findByClientId(7, "a")).toBe(added);
    expect([...plans.ofUser(7)]).toEqual([added]);
    plans.remove(added);
    expect(plans.find(1)).toBeUndefined();
    expect(plans.findByClientId(7, "a")).toBeUndefined();
    expect(plans.ofUser(7).size).toBe(0);
  });

  test("does not add an id or a user's client id twice", () => {
    put(plan(1, { clientOrderId: "a" }));
    expect(() => plans.add(plan(1))).toThrow("a plan is added once");
    expect(() => plans.add(plan(2, { clientOrderId: "a" }))).toThrow("names one pending plan");
  });

  test("ends the pair when one of its plans is removed", () => {
    const profit = put(plan(1, { pairedId: 2 }));
    const loss = put(plan(2, { pairedId: 1 }));
    plans.remove(profit);
    expect(loss.pairedId).toBe(0);
  });

  test("queues the plans that a price reaches in the order of their triggers", () => {
    const low = plan(2, { terms: { ...plan(2).terms, triggerPrice: ticks(90) } });
    put(plan(1));
    put(low);
    const watch = plans.watchOf(low);
    expect(watch.isReached(ticks(89))).toBe(false);
    watch.reach(ticks(100), { activate: () => undefined, fire: (fired) => plans.fire(fired) });
    expect(plans.firedOf(1, 9).map(({ id }) => id)).toEqual([2, 1]);
    expect(watch.isReached(ticks(1_000))).toBe(false);
    expect(() => watch.remove(low)).toThrow("a fired plan is not watched");
    expect(() => plans.fire(low)).toThrow("a plan fires once");
    plans.remove(low);
    expect(plans.firedOf(1, 9).map(({ id }) => id)).toEqual([1]);
  });
});
