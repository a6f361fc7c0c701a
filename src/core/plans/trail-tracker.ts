/**
 * Trailing plans that follow a price, without a walk over all of them at each trade.
 *
 * Plans of one callback ratio with the same best price are one group. A new best price passes the
 * groups with the nearest best price first and merges them into one; a retreat reaches the groups
 * with the farthest best price first. Per ratio, only the two ends of a list are examined. There
 * are few callback ratios (1 to 10 % in hundredths of a percent), and a price that passes no gate
 * costs two comparisons.
 */
import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import { type Ticks, ticks } from "../money/units.ts";
import type { Plan, TrailGroup } from "./plan.ts";

const E4 = 10_000;

/**
 * Returns the price at which a plan fires: best × (1 − callback) for sells, rounded down, best ×
 * (1 + callback) for buys, rounded up (trading-rules.md section 2.8, track_plan).
 */
export function retreatPrice(isSell: boolean, best: Ticks, callbackE4: number): Ticks {
  return ticks(
    isSell
      ? Math.floor((best * (E4 - callbackE4)) / E4)
      : Math.ceil((best * (E4 + callbackE4)) / E4),
  );
}

export class TrailTracker {
  readonly #isSell: boolean;
  /** By callback ratio; in each list the group with the farthest best price first. */
  readonly #groups = new Map<number, TrailGroup[]>();
  #moveGate = 0;
  #fireGate = 0;

  /** Sells follow the highest price, buys the lowest. */
  constructor(isSell: boolean) {
    this.#isSell = isSell;
    this.#openGates();
  }

  /** Prices at or beyond it (above for sells) are a new best price of some group. */
  get moveGate(): number {
    return this.#moveGate;
  }

  /** Prices at or beyond it (below for sells) fire some group. */
  get fireGate(): number {
    return this.#fireGate;
  }

  #isFarther(price: number, other: number): boolean {
    return this.#isSell ? price > other : price < other;
  }

  /** Adds a plan with its best price so far. */
  add(plan: Plan, best: Ticks): void {
    const { callbackE4 } = plan.terms;
    assert(plan.group === undefined, "a plan follows the price in one group");
    assert(best > 0, "a followed price is known");
    assert(callbackE4 > 0 && callbackE4 < E4, "a callback is a part of the price");
    const groups = this.#groups.get(callbackE4) ?? [];
    let index = groups.length;
    while (index > 0 && this.#isFarther(best, elementAt(groups, index - 1).best)) index -= 1;
    const before = groups[index - 1];
    if (before?.best === best) {
      before.plans.add(plan);
      plan.group = before;
    } else {
      plan.group = { best, callbackE4, plans: new Set([plan]) };
      groups.splice(index, 0, plan.group);
    }
    this.#groups.set(callbackE4, groups);
    this.#openGates();
  }

  /** Removes a plan, and its group when it was the last of it. */
  remove(plan: Plan): void {
    const { group } = plan;
    assert(group?.plans.delete(plan) === true, "a tracking plan is in its group");
    plan.group = undefined;
    if (group.plans.size > 0) return;
    const groups = this.#groups.get(group.callbackE4) ?? [];
    const index = groups.indexOf(group);
    assert(index !== -1, "a group is listed by its callback");
    groups.splice(index, 1);
    if (groups.length === 0) this.#groups.delete(group.callbackE4);
    this.#openGates();
  }

  /** Makes a price the best price of every group whose best price it exceeds. */
  follow(price: Ticks): void {
    for (const groups of this.#groups.values()) this.#raise(groups, price);
    this.#openGates();
  }

  #raise(groups: TrailGroup[], price: Ticks): void {
    let merged: TrailGroup | undefined;
    for (;;) {
      const last = groups[groups.length - 1];
      if (last === undefined || this.#isFarther(last.best, price)) break;
      groups.pop();
      merged = merged === undefined ? last : joined(merged, last);
    }
    if (merged === undefined) return;
    merged.best = price;
    groups.push(merged);
  }

  /** Removes the plans that a price fires, and returns them in id order. */
  takeFired(price: Ticks): Plan[] {
    const fired: Plan[] = [];
    for (const [callbackE4, groups] of this.#groups) {
      let count = 0;
      for (const group of groups) {
        const gate = retreatPrice(this.#isSell, group.best, callbackE4);
        if (this.#isFarther(price, gate)) break;
        fired.push(...group.plans);
        count += 1;
      }
      groups.splice(0, count);
      if (groups.length === 0) this.#groups.delete(callbackE4);
    }
    for (const plan of fired) plan.group = undefined;
    this.#openGates();
    return fired.sort((a, b) => a.id - b.id);
  }

  #openGates(): void {
    this.#moveGate = this.#isSell ? Number.POSITIVE_INFINITY : 0;
    this.#fireGate = this.#isSell ? 0 : Number.POSITIVE_INFINITY;
    const step = this.#isSell ? 1 : -1;
    for (const [callbackE4, groups] of this.#groups) {
      const nearest = elementAt(groups, groups.length - 1).best + step;
      if (this.#isFarther(this.#moveGate, nearest)) this.#moveGate = nearest;
      const fires = retreatPrice(this.#isSell, elementAt(groups, 0).best, callbackE4);
      if (this.#isFarther(fires, this.#fireGate)) this.#fireGate = fires;
    }
  }
}

/**
 * Merges two groups and returns the result. The plans of the smaller group move into the larger
 * group, so that over all merges a plan moves few times.
 */
function joined(a: TrailGroup, b: TrailGroup): TrailGroup {
  assert(a.callbackE4 === b.callbackE4, "merged groups have one callback");
  const [large, small] = a.plans.size < b.plans.size ? [b, a] : [a, b];
  for (const plan of small.plans) {
    large.plans.add(plan);
    plan.group = large;
  }
  return large;
}
