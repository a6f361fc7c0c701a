/** Holds index prices at what the operator sets. */
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { ticks } from "../money/units.ts";
import { type Emit, pricesAt, type State } from "../state.ts";
import { setIndex } from "./refresh-marks.ts";

const RELEASED = ticks(0);

/**
 * Sets the index price and holds it, or releases it. Emits `index_price_held` and, for a held
 * price, `mark_price_changed`; or `command_rejected`. A released price stays until the next one
 * arrives.
 */
export function holdIndexPrice(
  state: State,
  command: DraftOf<"hold_index_price">,
  emit: Emit,
): void {
  const { price } = command;
  const instrument = state.instruments[command.instrument];
  if (instrument === undefined) return rejectCommand(state, 0, "instrument_not_found", emit);
  const prices = pricesAt(state, instrument.index);
  if (price === RELEASED && prices.held === RELEASED) {
    return rejectCommand(state, 0, "index_price_not_held", emit);
  }
  if (price > instrument.priceTicksMax) {
    return rejectCommand(state, 0, "index_price_out_of_range", emit);
  }
  prices.held = price;
  emit.write("index_price_held", { instrument: instrument.index, price });
  if (price !== RELEASED) setIndex(state, instrument, price, emit);
}
