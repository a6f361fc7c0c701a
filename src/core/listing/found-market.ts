/** Founds the generated market, keeps its memory, and imports recorded prices. */
import {
  MARKET_MEMORY_BYTES_MAX,
  MARKET_VERSION_MAX,
  PATH_BYTES_MAX,
  PATH_CODE_LENGTH_MAX,
  PATH_PART_BYTES_MAX,
  PATH_SPAN_MS_MAX,
} from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import { pathBytes } from "../instruments/generated-market.ts";
import type { Instrument } from "../instruments/instrument.ts";
import type { Emit, State } from "../state.ts";

const MINUTE_MS = 60_000;

/** Funding interval of a perpetual contract in hours; 0 for every other instrument. */
function pastFundingHours({ deliveryAtMs, fundingIntervalHours, isFutures }: Instrument): number {
  return isFutures && deliveryAtMs === 0 ? fundingIntervalHours : 0;
}

/**
 * Gives every listed instrument a computed past. Emits `market_founded` and, for each instrument,
 * `instrument_past_founded`; or `command_rejected`. Nothing may have a price: candles of the past
 * come before all others.
 */
export function foundMarket(state: State, command: DraftOf<"found_market">, emit: Emit): void {
  const { endMs, preset, seed, version } = command;
  const { generatedMarket, instruments } = state;
  const isFounded = generatedMarket.terms !== undefined;
  if (isFounded) return rejectCommand(state, 0, "market_founded", emit);
  const isPriced = state.prices.some(({ index, last }) => index > 0 || last > 0);
  if (isPriced) return rejectCommand(state, 0, "market_open", emit);
  const isWholeMinute = endMs > 0 && endMs % MINUTE_MS === 0;
  const isVersion = version > 0 && version <= MARKET_VERSION_MAX;
  if (!isWholeMinute || endMs > state.timeMs || !isVersion) {
    return rejectCommand(state, 0, "market_terms_out_of_bounds", emit);
  }
  generatedMarket.terms = { seed, version, preset, endMs, instruments: instruments.length };
  emit.write("market_founded", { seed, version, preset, endMs });
  for (const instrument of instruments) {
    const { deliveryAtMs, index } = instrument;
    const fundingIntervalHours = pastFundingHours(instrument);
    const terms = { fundingIntervalHours, deliveryAtMs };
    emit.write("instrument_past_founded", { instrument: index, ...terms });
  }
}

/** Emits nothing but a rejection: only the next start reads the memory. */
export function rememberMarket(
  state: State,
  { memory }: DraftOf<"remember_market">,
  emit: Emit,
): void {
  const market = state.generatedMarket;
  if (memory.length > MARKET_MEMORY_BYTES_MAX) {
    return rejectCommand(state, 0, "market_memory_out_of_bounds", emit);
  }
  market.memory = memory.slice();
}

/** Emits nothing but a rejection: the past begins with `found_market`. */
export function importPath(state: State, command: DraftOf<"import_path">, emit: Emit): void {
  const { bytes, code, spanMs } = command;
  const market = state.generatedMarket;
  if (market.terms !== undefined) {
    return rejectCommand(state, 0, "market_founded", emit);
  }
  const isNamed = code.length > 0 && code.length <= PATH_CODE_LENGTH_MAX;
  const isSpan = spanMs > 0 && spanMs <= PATH_SPAN_MS_MAX;
  const isPart = bytes.length > 0 && bytes.length <= PATH_PART_BYTES_MAX;
  const hasRoom = pathBytes(market) + bytes.length <= PATH_BYTES_MAX;
  if (!isNamed || !isSpan || !isPart || !hasRoom) {
    return rejectCommand(state, 0, "market_path_out_of_bounds", emit);
  }
  market.paths.push({ code, spanMs, bytes: bytes.slice() });
}
