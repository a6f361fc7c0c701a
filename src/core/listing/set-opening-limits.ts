/** Sets the limits of opening positions in an instrument. */
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { openingLimitsFrom } from "../instruments/opening-limits.ts";
import type { Emit, State } from "../state.ts";

/** Emits `opening_limits_changed`, or `command_rejected`. Open orders and positions stay. */
export function setOpeningLimits(
  state: State,
  command: DraftOf<"set_opening_limits">,
  emit: Emit,
): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  if (!instrument.isFutures) return rejectCommand(state, 0, "instrument_not_futures", emit);
  const limits = openingLimitsFrom(command);
  if (limits === undefined) return rejectCommand(state, 0, "opening_limits_out_of_bounds", emit);
  instrument.limits = limits;
  emit.write("opening_limits_changed", { instrument: instrument.index });
}
