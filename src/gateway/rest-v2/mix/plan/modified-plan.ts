import { Type } from "typebox";
import type { Instrument } from "../../../../core/instruments/instrument.ts";
import { type Lots, ZERO_LOTS } from "../../../../core/money/units.ts";
import type { LivePlan } from "../../../../projections/live/live-plan.ts";
import type { PrivateContext } from "../../../http/endpoint.ts";
import { amendedSize } from "../../../orders/order-sizes.ts";
import { MIX_UNITS } from "../../../orders/v2-orders.ts";
import { rejectionError } from "../../../rejection-codes.ts";
import { pendingPlan, planIds } from "../../shared/plan-requests.ts";

export const modifiedPlan = Type.Object({ orderId: Type.String(), clientOid: Type.String() });

/** Returns the caller's plan; a plan on an instrument out of scope counts as unknown. */
export function planIn(
  context: PrivateContext,
  named: { readonly orderId?: string; readonly clientOid?: string },
  instruments: readonly Instrument[],
): { plan: LivePlan; instrument: Instrument } {
  const plan = pendingPlan(context, planIds(context, named, "v2_mix"), "v2_mix");
  const instrument = instruments.find(({ index }) => index === plan.instrument);
  if (instrument === undefined) throw rejectionError("plan_not_found", "v2_mix");
  return { plan, instrument };
}

/** Returns the new size of a plan; refuses 0, which would keep the old one. */
export function newSizeOf(instrument: Instrument, plan: LivePlan, text: string | undefined): Lots {
  if (text === undefined) return ZERO_LOTS;
  const size = amendedSize({ instrument, errors: MIX_UNITS }, text, plan);
  if (size === ZERO_LOTS) throw rejectionError("size_below_minimum", "v2_mix");
  return size;
}
