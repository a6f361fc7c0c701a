import type { Rejection } from "../../core/base/rejections.ts";
import type { PlanCancelReason } from "../../core/base/vocabulary.ts";
import type { EventOf } from "../../core/events/events.ts";
import type { PlanStatus } from "./plan-status.ts";

type Accepted = Omit<EventOf<"plan_accepted">, "kind" | "seq" | "timeMs">;

/** A plan at one moment, as its events told it. The live view changes the record in place. */
export type LivePlan = { readonly [K in keyof Accepted]: Accepted[K] } & {
  readonly status: PlanStatus;
  /** The order that it became; 0 until then. */
  readonly executeOrderId: number;
  /** Of a failed plan; else `none`. */
  readonly failReason: Rejection | "none";
  /** Of a cancelled plan; else `none`. */
  readonly cancelReason: PlanCancelReason | "none";
  /** When the price came; 0 until then. */
  readonly firedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Called once per event of a plan, with the record as it is right after the event. */
export type PlanListener = (plan: LivePlan) => void;
