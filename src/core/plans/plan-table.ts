/**
 * Pending plans, and the exits of open orders. Plans are far fewer than orders and change once or
 * twice before they end, so they are objects in maps, not columns. Iteration is in id order.
 */
import { assert } from "../base/assert.ts";
import { idOfText } from "../base/id-text.ts";
import { TRIGGER_SOURCES, type TriggerSource } from "../base/vocabulary.ts";
import type { Exits } from "../commands/exits.ts";
import type { Plan } from "./plan.ts";
import { PriceWatch } from "./price-watch.ts";

/** Exits of an open order, and the plans that its fills have created; 0 before the first fill. */
export type OrderExits = { exits: Exits; profitPlan: number; lossPlan: number };

/** Pending plans of a user, and those of them that have a client id by it. */
type OwnPlans = { readonly plans: Set<Plan>; readonly byClientId: Map<string, Plan> };

const NONE: ReadonlySet<Plan> = new Set();

export class PlanTable {
  readonly #byId = new Map<number, Plan>();
  readonly #byUser = new Map<number, OwnPlans>();
  /** By instrument × sources + source. */
  readonly #watches: (PriceWatch | undefined)[] = [];
  /** By instrument, in the order in which they fired. */
  readonly #fired = new Map<number, Set<Plan>>();
  /** By order id. */
  readonly orderExits = new Map<number, OrderExits>();

  get count(): number {
    return this.#byId.size;
  }

  /** Returns all pending plans in id order. */
  all(): IterableIterator<Plan> {
    return this.#byId.values();
  }

  find(id: number): Plan | undefined {
    return this.#byId.get(id);
  }

  /**
   * Returns the pending plan of a user that is known by the client id. A plan that was placed
   * without one is known by the text of its id, unless another plan has that text as client id.
   */
  findByClientId(user: number, clientOrderId: string): Plan | undefined {
    if (clientOrderId === "") return undefined;
    const named = this.#byUser.get(user)?.byClientId.get(clientOrderId);
    if (named !== undefined) return named;
    const plan = this.#byId.get(idOfText(clientOrderId) ?? 0);
    return plan?.user === user && plan.clientOrderId === "" ? plan : undefined;
  }

  /** Returns the pending plans of a user in id order. */
  ofUser(user: number): ReadonlySet<Plan> {
    return this.#byUser.get(user)?.plans ?? NONE;
  }

  /** Adds a plan, whose id is the highest so far. The caller puts it under watch. */
  add(plan: Plan): void {
    assert(plan.id > 0 && !this.#byId.has(plan.id), "a plan is added once");
    this.#byId.set(plan.id, plan);
    const { byClientId, plans } = this.#ownOf(plan.user);
    plans.add(plan);
    const { clientOrderId } = plan;
    if (clientOrderId === "") return;
    assert(!byClientId.has(clientOrderId), "a client id names one pending plan of its user");
    byClientId.set(clientOrderId, plan);
  }

  #ownOf(user: number): OwnPlans {
    const known = this.#byUser.get(user);
    if (known !== undefined) return known;
    const own = { plans: new Set<Plan>(), byClientId: new Map<string, Plan>() };
    this.#byUser.set(user, own);
    return own;
  }

  /** Removes a pending plan in any phase; its paired plan is no longer paired. */
  remove(plan: Plan): void {
    this.leave(plan);
    assert(this.#byId.delete(plan.id), "a removed plan is pending");
    const own = this.#byUser.get(plan.user);
    assert(own?.plans.delete(plan) === true, "a pending plan is in the list of its user");
    own.byClientId.delete(plan.clientOrderId);
    if (own.plans.size === 0) this.#byUser.delete(plan.user);
    const paired = this.#byId.get(plan.pairedId);
    if (paired === undefined) return;
    assert(paired.pairedId === plan.id, "paired plans name each other");
    paired.pairedId = 0;
  }

  /** Takes a plan from its watch or from the queue of fired plans. */
  leave(plan: Plan): void {
    if (plan.phase !== "fired") return this.watchOf(plan).remove(plan);
    const queue = this.#fired.get(plan.instrument);
    assert(queue?.delete(plan) === true, "a fired plan is in the queue of its instrument");
    if (queue.size === 0) this.#fired.delete(plan.instrument);
  }

  /** Returns the watch of an instrument and source, if a plan ever needed it. */
  watch(instrument: number, source: number): PriceWatch | undefined {
    return this.#watches[instrument * TRIGGER_SOURCES.length + source];
  }

  /** Returns the watch of a plan's instrument and source, created at first use. */
  watchOf(plan: Plan): PriceWatch {
    const source: TriggerSource = plan.terms.triggerBy;
    const index = plan.instrument * TRIGGER_SOURCES.length + TRIGGER_SOURCES.indexOf(source);
    const watch = this.#watches[index] ?? new PriceWatch();
    this.#watches[index] = watch;
    return watch;
  }

  /** Appends a plan that has left its watch to the queue of its instrument. */
  fire(plan: Plan): void {
    assert(plan.group === undefined, "a plan leaves its watch before it fires");
    plan.phase = "fired";
    const queue = this.#fired.get(plan.instrument);
    assert(queue?.has(plan) !== true, "a plan fires once");
    if (queue === undefined) this.#fired.set(plan.instrument, new Set([plan]));
    else queue.add(plan);
  }

  /** Returns the instruments with fired plans in ascending order. */
  firedInstruments(): number[] {
    return [...this.#fired.keys()].sort((a, b) => a - b);
  }

  /** Returns the first fired plans of an instrument, at most `max`. */
  firedOf(instrument: number, max: number): Plan[] {
    const first: Plan[] = [];
    for (const plan of this.#fired.get(instrument) ?? NONE) {
      if (first.length === max) break;
      first.push(plan);
    }
    return first;
  }
}
