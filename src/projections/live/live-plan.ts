import type { Rejection } from "../../core/base/rejections.ts";
import type { PlanCancelReason } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import type { PlanStatus } from "./plan-status.ts";

type Accepted = Omit<EventOf<"plan_accepted">, "kind" | "seq" | "timeMs">;

/** A plan and its current state. The live view changes the record in place. */
export type LivePlan = { readonly [K in keyof Accepted]: Accepted[K] } & {
  readonly status: PlanStatus;
  /** Id of the order that the plan placed; 0 before. */
  readonly executeOrderId: number;
  /** Of a failed plan; else `none`. */
  readonly failReason: Rejection | "none";
  /** Of a cancelled plan; else `none`. */
  readonly cancelReason: PlanCancelReason | "none";
  /** Time at which the plan fired; 0 before. */
  readonly firedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Called once per event of a plan, with the record after the event. */
export type PlanListener = (plan: LivePlan, isNew: boolean) => void;
