import { Type } from "typebox";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import { wireId } from "../../../../wire/ids.ts";
import { spotPlanRow, spotPlanRowSchema } from "../../../../wire/v2/spot-plan-rows.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";

export const SPAN_DAYS_MAX = 90;

export const planPage = Type.Object({
  nextFlag: Type.Boolean({ description: "Whether older rows follow" }),
  idLessThan: Type.String({ description: "To continue with; empty without rows" }),
  orderList: Type.Array(spotPlanRowSchema),
});

export function planPageOf(context: PrivateContext, plans: readonly LivePlan[], nextFlag: boolean) {
  const { exchange } = context;
  const last = plans.at(-1);
  return {
    nextFlag,
    idLessThan: last === undefined ? "" : wireId(last.planId),
    orderList: plans.flatMap((plan) => {
      const instrument = exchange.accounts.instrumentAt(plan.instrument);
      return instrument === undefined ? [] : [spotPlanRow(exchange.accounts, instrument, plan)];
    }),
  };
}
