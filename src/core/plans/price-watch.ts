/** The plans of one instrument that wait for or follow the price of one source. */
import { assert } from "../base/assert.ts";
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

  /** Whether a price changes any plan; two comparisons. */
  isReached(price: Ticks): boolean {
    return price >= this.#high || price <= this.#low;
  }

  #heapOf(plan: Plan): PlanHeap {
    return plan.isRising ? this.#rising : this.#falling;
  }

  #trackerOf(plan: Plan): TrailTracker {
    return plan.side === "sell" ? this.#sells : this.#buys;
  }

  /** Adds a plan that waits for its trigger price. */
  wait(plan: Plan): void {
    plan.phase = "waiting";
    this.#heapOf(plan).add(plan);
    this.#openGates();
  }

  /** Adds a trailing plan that follows the price from its best price so far. */
  track(plan: Plan, best: Ticks): void {
    assert(isTrailing(plan.kind), "only a trailing plan follows the price");
    plan.phase = "tracking";
    this.#trackerOf(plan).add(plan, best);
    this.#openGates();
  }

  /** Removes a plan that has not fired. */
  remove(plan: Plan): void {
    assert(plan.phase !== "fired", "a fired plan is not watched");
    if (plan.phase === "waiting") this.#heapOf(plan).remove(plan);
    else this.#trackerOf(plan).remove(plan);
    this.#openGates();
  }

  /**
   * Applies a price: to waiting plans first, those that it rose to before those that it fell to, in
   * the order of their triggers, then by id; then to tracking plans, sells before buys, by id.
   * Waiting trailing plans are tracked and passed to `activate`; other reached plans to `fire`.
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
    assert(!this.isReached(price), "a price leaves no plan behind that it reaches");
  }

  #openGates(): void {
    const rising = this.#rising.first()?.terms.triggerPrice ?? Number.POSITIVE_INFINITY;
    const falling = this.#falling.first()?.terms.triggerPrice ?? 0;
    this.#high = Math.min(rising, this.#sells.moveGate, this.#buys.fireGate);
    this.#low = Math.max(falling, this.#sells.fireGate, this.#buys.moveGate);
  }
}
