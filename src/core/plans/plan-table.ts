/**
 * Pending plans, and the exits of open orders. Plans are far fewer than orders and are touched once
 * or twice in their life, so they are records in maps, not columns. Iteration is in id order.
 */
import { assert } from "../base/assert.ts";
import { TRIGGER_SOURCES, type TriggerSource } from "../base/vocabulary.ts";
import type { Exits, Plan } from "./plan.ts";
import { PriceWatch } from "./price-watch.ts";

/** The exits of an open order, and the plans that its fills have made; 0 before the first. */
export type OrderExits = { exits: Exits; profitPlan: number; lossPlan: number };

const NONE: ReadonlySet<Plan> = new Set();

export class PlanTable {
  readonly #byId = new Map<number, Plan>();
  readonly #byUser = new Map<number, Set<Plan>>();
  readonly #byClientId = new Map<string, Plan>();
  /** By instrument × sources + source. */
  readonly #watches: (PriceWatch | undefined)[] = [];
  /** By instrument, in the order in which they fired. */
  readonly #fired = new Map<number, Set<Plan>>();
  /** By order id. */
  readonly orderExits = new Map<number, OrderExits>();

  get count(): number {
    return this.#byId.size;
  }

  /** All pending plans in id order. */
  all(): IterableIterator<Plan> {
    return this.#byId.values();
  }

  find(id: number): Plan | undefined {
    return this.#byId.get(id);
  }

  findByClientId(user: number, clientOrderId: string): Plan | undefined {
    return clientOrderId === "" ? undefined : this.#byClientId.get(`${user}/${clientOrderId}`);
  }

  /** The pending plans of a user, in id order. */
  ofUser(user: number): ReadonlySet<Plan> {
    return this.#byUser.get(user) ?? NONE;
  }

  /** Takes in a plan whose id is the highest so far; it is not yet watched. */
  add(plan: Plan): void {
    this.#byId.set(plan.id, plan);
    const own = this.#byUser.get(plan.user);
    if (own === undefined) this.#byUser.set(plan.user, new Set([plan]));
    else own.add(plan);
    if (plan.clientOrderId !== "") {
      this.#byClientId.set(`${plan.user}/${plan.clientOrderId}`, plan);
    }
  }

  /** Forgets a plan, wherever it stands; its twin stands alone from then on. */
  remove(plan: Plan): void {
    this.leave(plan);
    this.#byId.delete(plan.id);
    const own = this.#byUser.get(plan.user) as Set<Plan>;
    own.delete(plan);
    if (own.size === 0) this.#byUser.delete(plan.user);
    this.#byClientId.delete(`${plan.user}/${plan.clientOrderId}`);
    const twin = this.#byId.get(plan.twin);
    if (twin !== undefined) twin.twin = 0;
  }

  /** Takes a plan from its watch or from the fired ones. */
  leave(plan: Plan): void {
    if (plan.phase !== "fired") return this.watchOf(plan).remove(plan);
    const fired = this.#fired.get(plan.instrument) as Set<Plan>;
    assert(fired.delete(plan), "a fired plan is in the queue of its instrument");
    if (fired.size === 0) this.#fired.delete(plan.instrument);
  }

  /** The watch of an instrument and source, if a plan ever needed it. */
  watch(instrument: number, source: number): PriceWatch | undefined {
    return this.#watches[instrument * TRIGGER_SOURCES.length + source];
  }

  /** The watch that a plan belongs to. */
  watchOf(plan: Plan): PriceWatch {
    const source: TriggerSource = plan.terms.triggerBy;
    const at = plan.instrument * TRIGGER_SOURCES.length + TRIGGER_SOURCES.indexOf(source);
    const watch = this.#watches[at] ?? new PriceWatch();
    this.#watches[at] = watch;
    return watch;
  }

  /** Puts a plan that has left its watch at the end of its instrument's queue. */
  fire(plan: Plan): void {
    plan.phase = "fired";
    const queue = this.#fired.get(plan.instrument);
    if (queue === undefined) this.#fired.set(plan.instrument, new Set([plan]));
    else queue.add(plan);
  }

  /** Instruments with fired plans, in their order. */
  firedInstruments(): number[] {
    return [...this.#fired.keys()].sort((a, b) => a - b);
  }

  /** The first fired plans of an instrument, at most `max`. */
  firedOf(instrument: number, max: number): Plan[] {
    const first: Plan[] = [];
    for (const plan of this.#fired.get(instrument) ?? NONE) {
      if (first.length === max) break;
      first.push(plan);
    }
    return first;
  }
}
