/** Sets the limits of single orders in an instrument (decision 0096). */
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { changedLimitsOf, changeOrderLimits } from "../instruments/changed-order-limits.ts";
import type { Emit, State } from "../state.ts";

/**
 * Emits `order_limits_changed`, or `command_rejected`. The limits apply to orders and amendments
 * from now on, those of plans that fire among them; resting orders, plans and positions stay.
 */
export function setOrderLimits(
  state: State,
  command: DraftOf<"set_order_limits">,
  emit: Emit,
): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  const limits = changedLimitsOf(instrument, command);
  if (limits === undefined) return rejectCommand(state, 0, "order_limits_out_of_bounds", emit);
  changeOrderLimits(instrument, limits);
  emit.write("order_limits_changed", {
    instrument: instrument.index,
    sizeLotsMin: limits.sizeLotsMin,
    sizeLotsMax: limits.sizeLotsMax,
    sizeLotsMarketMax: limits.sizeLotsMarketMax,
    valueMin: limits.valueMin,
    buyLimitRatioE6: limits.buyLimitRatio,
    sellLimitRatioE6: limits.sellLimitRatio,
  });
}
