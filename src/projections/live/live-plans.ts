import { assert } from "../../core/base/assert.ts";
import { clientIdOf, idOfText } from "../../core/base/id-text.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import type { CoreEvent, EventOf } from "../../core/events/events.ts";
import type { LivePlan, PlanListener } from "./live-plan.ts";
import { IS_PLAN_PENDING } from "./plan-status.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type PlanState = Writable<LivePlan>;

type AmendedTerms = Omit<EventOf<"plan_amended">, "kind" | "seq" | "timeMs">;

/** Returns the record of an accepted plan. */
export function acceptedPlan(event: EventOf<"plan_accepted">): LivePlan {
  const { kind: _kind, seq: _seq, timeMs, ...terms } = event;
  return {
    ...terms,
    clientOrderId: clientIdOf(terms.planId, terms.clientOrderId),
    status: "waiting",
    executeOrderId: 0,
    failReason: "none",
    cancelReason: "none",
    firedAtMs: 0,
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
}

/** Returns the fields that a later event of a plan changes; `undefined` for other events. */
export function changedPlan(event: CoreEvent): Partial<LivePlan> | undefined {
  const updatedAtMs = event.timeMs;
  switch (event.kind) {
    case "plan_amended": {
      const { kind: _kind, seq: _seq, timeMs: _timeMs, ...terms } = event;
      const changed: AmendedTerms = terms;
      return { ...changed, status: "waiting", updatedAtMs };
    }
    case "plan_activated":
      return { status: "tracking", updatedAtMs };
    case "plan_fired":
      return { status: "fired", firedAtMs: updatedAtMs, updatedAtMs };
    case "plan_executed":
      return { status: "executed", executeOrderId: event.orderId, updatedAtMs };
    case "plan_failed":
      return { status: "failed", failReason: event.reason, updatedAtMs };
    case "plan_cancelled":
      return { status: "cancelled", cancelReason: event.reason, updatedAtMs };
    default:
      return undefined;
  }
}

/** Pending plans, per user in the order of ids. */
export class LivePlans {
  readonly #plans = new Map<number, PlanState>();
  readonly #byUser = new Map<number, Map<number, PlanState>>();
  readonly #listeners: PlanListener[] = [];

  /** Number of pending plans of all users. */
  get count(): number {
    return this.#plans.size;
  }

  /** Adds a listener, which must be fast and must not throw. */
  onPlanChanged(listener: PlanListener): void {
    this.#listeners.push(listener);
  }

  /** Pending plan of the user; `undefined` for a plan of another user. */
  ownById(user: number, planId: number): LivePlan | undefined {
    const plan = this.#plans.get(planId);
    return plan?.user === user ? plan : undefined;
  }

  ownByClientOrderId(user: number, clientOrderId: string): LivePlan | undefined {
    let unnamed: LivePlan | undefined;
    for (const plan of this.#byUser.get(user)?.values() ?? []) {
      if (plan.clientOrderId !== clientOrderId) continue;
      if (idOfText(clientOrderId) !== plan.planId) return plan;
      unnamed = plan;
    }
    return unnamed;
  }

  /** The pending plans of a user, newest first. */
  of(user: number): readonly LivePlan[] {
    return [...(this.#byUser.get(user)?.values() ?? [])].reverse();
  }

  /** Adds a pending plan of a state snapshot; the plans of a user are added in id order. */
  seed(plan: LivePlan): void {
    this.#add({ ...plan });
  }

  /** Reads `plan_accepted`. */
  accepted(reader: EventReader): void {
    const plan = acceptedPlan(reader.decode() as EventOf<"plan_accepted"> & CoreEvent);
    this.#add(plan);
    this.#notify(plan, true);
  }

  /** Reads any other event of a plan. */
  changed(reader: EventReader): void {
    const event = reader.decode();
    const change = changedPlan(event);
    assert(change !== undefined && "planId" in event, "an event of a plan names it");
    const plan = this.#plans.get(event.planId);
    assert(plan !== undefined, "an event of a plan follows its acceptance");
    Object.assign(plan, change);
    if (!IS_PLAN_PENDING[plan.status]) this.#remove(plan);
    this.#notify(plan, false);
  }

  #notify(plan: LivePlan, isNew: boolean): void {
    for (const listener of this.#listeners) listener(plan, isNew);
  }

  #add(plan: PlanState): void {
    this.#plans.set(plan.planId, plan);
    const own = this.#byUser.get(plan.user);
    if (own === undefined) this.#byUser.set(plan.user, new Map([[plan.planId, plan]]));
    else own.set(plan.planId, plan);
  }

  #remove(plan: PlanState): void {
    this.#plans.delete(plan.planId);
    const own = this.#byUser.get(plan.user);
    own?.delete(plan.planId);
    if (own?.size === 0) this.#byUser.delete(plan.user);
  }
}
