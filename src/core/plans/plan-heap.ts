/** Waiting plans by trigger price: reads the next plan to act, and removes any plan. */

import { assert } from "../base/assert.ts";
import { elementAt } from "../base/list.ts";
import type { Plan } from "./plan.ts";

/** A binary heap in which each plan knows its index. Plans of one trigger price are in id order. */
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
    assert(plan.terms.triggerPrice > 0, "a waiting plan has a trigger price");
    plan.heapIndex = this.#plans.length;
    this.#plans.push(plan);
    this.#rise(plan);
  }

  remove(plan: Plan): void {
    const index = plan.heapIndex;
    assert(this.#plans[index] === plan, "a waiting plan is in the heap at its index");
    const last = this.#plans.pop() as Plan;
    if (last === plan) return;
    this.#plans[index] = last;
    last.heapIndex = index;
    this.#rise(last);
    this.#sink(last);
  }

  #isBefore(plan: Plan, other: Plan): boolean {
    const gap = (plan.terms.triggerPrice - other.terms.triggerPrice) * this.#sign;
    return gap === 0 ? plan.id < other.id : gap < 0;
  }

  #rise(plan: Plan): void {
    const plans = this.#plans;
    let index = plan.heapIndex;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = elementAt(plans, parentIndex);
      if (!this.#isBefore(plan, parent)) break;
      plans[index] = parent;
      parent.heapIndex = index;
      index = parentIndex;
    }
    plans[index] = plan;
    plan.heapIndex = index;
  }

  #sink(plan: Plan): void {
    const plans = this.#plans;
    let index = plan.heapIndex;
    for (;;) {
      const left = plans[index * 2 + 1];
      if (left === undefined) break;
      const right = plans[index * 2 + 2];
      const child = right !== undefined && this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(child, plan)) break;
      const childIndex = child.heapIndex;
      plans[index] = child;
      child.heapIndex = index;
      index = childIndex;
    }
    plans[index] = plan;
    plan.heapIndex = index;
  }
}
