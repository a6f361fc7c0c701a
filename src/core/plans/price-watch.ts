/** The plans of one instrument that one price source can fire. */
import type { Ticks } from "../money/units.ts";
import { isTrailing, type Plan } from "./plan.ts";
import { PlanHeap } from "./plan-heap.ts";
import { TrailTracker } from "./trail-tracker.ts";

export class PriceWatch {
  readonly #rising = new PlanHeap(1);
  readonly #falling = new PlanHeap(-1);
  readonly #sells = new TrailTracker(true);
  readonly #buys = new TrailTracker(false);
  #high = Number.POSITIVE_INFINITY;
  #low = 0;

  /** Whether a price does anything to any plan: two comparisons. */
  isReached(price: Ticks): boolean {
    return price >= this.#high || price <= this.#low;
  }

  #heapOf(plan: Plan): PlanHeap {
    return plan.isRising ? this.#rising : this.#falling;
  }

  #trackerOf(plan: Plan): TrailTracker {
    return plan.side === "sell" ? this.#sells : this.#buys;
  }

  /** Lets a plan wait for its trigger price. */
  wait(plan: Plan): void {
    plan.phase = "waiting";
    this.#heapOf(plan).add(plan);
    this.#openGates();
  }

  /** Lets a trailing plan follow the price, from a best one on. */
  track(plan: Plan, best: Ticks): void {
    plan.phase = "tracking";
    this.#trackerOf(plan).add(plan, best);
    this.#openGates();
  }

  /** Takes out a plan that has not fired. */
  remove(plan: Plan): void {
    if (plan.phase === "waiting") this.#heapOf(plan).remove(plan);
    else this.#trackerOf(plan).remove(plan);
    this.#openGates();
  }

  /**
   * What a price does: waiting plans first, those it came up to and then those it came down to, in
   * the order of their triggers, then by id; then tracking plans, sells before buys, by id.
   * Trailing plans that waited are handed to `activate` and tracked, all others to `fire`.
   */
  reach(price: Ticks, act: { activate(plan: Plan): void; fire(plan: Plan): void }): void {
    for (const heap of [this.#rising, this.#falling]) {
      const sign = heap === this.#rising ? 1 : -1;
      for (;;) {
        const plan = heap.first();
        if (plan === undefined || (price - plan.terms.triggerPrice) * sign < 0) break;
        heap.remove(plan);
        if (isTrailing(plan.kind)) {
          this.track(plan, price);
          act.activate(plan);
        } else {
          act.fire(plan);
        }
      }
    }
    for (const tracker of [this.#sells, this.#buys]) {
      tracker.follow(price);
      for (const plan of tracker.takeFired(price)) act.fire(plan);
    }
    this.#openGates();
  }

  #openGates(): void {
    const rising = this.#rising.first()?.terms.triggerPrice ?? Number.POSITIVE_INFINITY;
    const falling = this.#falling.first()?.terms.triggerPrice ?? 0;
    this.#high = Math.min(rising, this.#sells.moveGate, this.#buys.fireGate);
    this.#low = Math.max(falling, this.#sells.fireGate, this.#buys.moveGate);
  }
}
