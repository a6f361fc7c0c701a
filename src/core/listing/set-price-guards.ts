/** Sets the price guards of an instrument. */
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { priceGuardsFrom } from "../instruments/price-guards.ts";
import type { Emit, State } from "../state.ts";

/**
 * Emits `price_guards_changed`, or `command_rejected`. Prices keep their values; the guards apply
 * from the next update of mark and reference.
 */
export function setPriceGuards(
  state: State,
  command: DraftOf<"set_price_guards">,
  emit: Emit,
): void {
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  const guards = priceGuardsFrom(instrument, command);
  if (guards === undefined) return rejectCommand(state, 0, "price_guards_out_of_bounds", emit);
  instrument.guards = guards;
  emit.write("price_guards_changed", { instrument: instrument.index });
}
