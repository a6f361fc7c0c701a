/** Waiting plans by trigger price: the one that acts next is at hand, any one can be taken out. */

import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import type { Plan } from "./plan.ts";

/** A binary heap in which each plan knows its place. Plans of one price come in id order. */
export class PlanHeap {
  readonly #plans: Plan[] = [];
  /** 1: the lowest trigger first; -1: the highest. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  first(): Plan | undefined {
    return this.#plans[0];
  }

  add(plan: Plan): void {
    plan.heapAt = this.#plans.length;
    this.#plans.push(plan);
    this.#rise(plan);
  }

  remove(plan: Plan): void {
    const at = plan.heapAt;
    assert(this.#plans[at] === plan, "a waiting plan stands at its place in the heap");
    const last = this.#plans.pop() as Plan;
    if (last === plan) return;
    this.#plans[at] = last;
    last.heapAt = at;
    this.#rise(last);
    this.#sink(last);
  }

  #isBefore(one: Plan, other: Plan): boolean {
    const gap = (one.terms.triggerPrice - other.terms.triggerPrice) * this.#sign;
    return gap === 0 ? one.id < other.id : gap < 0;
  }

  #rise(plan: Plan): void {
    const plans = this.#plans;
    let at = plan.heapAt;
    while (at > 0) {
      const above = elementAt(plans, (at - 1) >> 1);
      if (!this.#isBefore(plan, above)) break;
      plans[at] = above;
      above.heapAt = at;
      at = (at - 1) >> 1;
    }
    plans[at] = plan;
    plan.heapAt = at;
  }

  #sink(plan: Plan): void {
    const plans = this.#plans;
    let at = plan.heapAt;
    for (;;) {
      const left = plans[at * 2 + 1];
      if (left === undefined) break;
      const right = plans[at * 2 + 2];
      const below = right !== undefined && this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(below, plan)) break;
      const place = below.heapAt;
      plans[at] = below;
      below.heapAt = at;
      at = place;
    }
    plans[at] = plan;
    plan.heapAt = at;
  }
}
