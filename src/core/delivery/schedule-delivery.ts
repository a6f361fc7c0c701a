/** Scheduling the delivery of a contract, which makes it a dated contract. */
import { assert } from "../base/assert.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { deliveryPhaseOf } from "../instruments/delivery-terms.ts";
import { rateE8 } from "../money/units.ts";
import { type Emit, fundingAt, type State } from "../state.ts";
import { newDelivery } from "./delivery.ts";

/**
 * Emits `delivery_scheduled`, or `command_rejected`. Funding of a scheduled perpetual ends. A
 * delivery whose time has not come may be moved; its average starts again.
 */
export function scheduleDelivery(
  state: State,
  command: DraftOf<"schedule_delivery">,
  emit: Emit,
): void {
  const { deliveryAtMs } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  if (!instrument.isFutures) return rejectCommand(state, 0, "instrument_not_futures", emit);
  const isBegun = deliveryPhaseOf(instrument, state.timeMs) === "delivered";
  if (isBegun || deliveryAtMs <= state.timeMs) {
    return rejectCommand(state, 0, "delivery_time_out_of_range", emit);
  }
  const { index } = instrument;
  const known = state.deliveries.findIndex((delivery) => delivery.instrument === index);
  const isBefore = known < 0 || state.deliveries[known]?.price === 0;
  assert(isBefore, "a delivery with a fixed price keeps its time");
  instrument.deliveryAtMs = deliveryAtMs;
  if (known < 0) state.deliveries.push(newDelivery(index));
  else state.deliveries[known] = newDelivery(index);
  const funding = fundingAt(state, index);
  funding.rate = rateE8(0);
  funding.premiumMs = 0;
  funding.weightMs = 0;
  funding.nextAtMs = 0;
  emit.write("delivery_scheduled", { instrument: index, deliveryAtMs });
}
