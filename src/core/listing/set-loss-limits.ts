/** Sets the limits of the exchange's losses in an instrument. */

import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { lossLimitsFrom } from "../instruments/loss-limits.ts";
import { refreshDepthLimits } from "../instruments/market-depth.ts";
import { depthAt, type Emit, type State } from "../state.ts";

/** Emits `loss_limits_changed`, or `command_rejected`. Losses of this hour still count. */
export function setLossLimits(state: State, command: DraftOf<"set_loss_limits">, emit: Emit): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  if (!instrument.isFutures) return rejectCommand(state, 0, "instrument_not_futures", emit);
  const limits = lossLimitsFrom(command);
  if (limits === undefined) return rejectCommand(state, 0, "loss_limits_out_of_bounds", emit);
  instrument.lossLimits = limits;
  refreshDepthLimits(depthAt(state, instrument.index), limits);
  emit.write("loss_limits_changed", { instrument: instrument.index });
}
