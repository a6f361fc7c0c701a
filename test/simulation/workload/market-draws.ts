/** What the operator, the market-data feed and the clock send. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { NaiveInstrument } from "../naive/naive-records.ts";
import type { NaiveState } from "../naive/naive-state.ts";
import { adverseIndex } from "./adverse-draws.ts";
import { callingIndex } from "./corner-draws.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { LINES_COUNT, PRICED_INSTRUMENTS } from "./founding.ts";

export function indexPrices(draws: Draws): CommandDraft {
  const { random } = draws;
  const adverse = random.chance(draws.profile.adversePercent) ? adverseIndex(draws) : undefined;
  if (adverse !== undefined) return adverse;
  const { cornerPercent } = draws.profile;
  const calling =
    cornerPercent > 0 && random.chance(cornerPercent) ? callingIndex(draws) : undefined;
  if (calling !== undefined) return calling;
  const instruments: number[] = [];
  const prices: number[] = [];
  const { crashPercent, crashTicks } = draws.profile;
  const step = random.chance(crashPercent) ? crashTicks : 6;
  for (const index of PRICED_INSTRUMENTS) {
    if (random.chance(50)) continue;
    const { indexPrice } = draws.state.instrumentAt(index);
    instruments.push(index);
    prices.push(Math.max(120, indexPrice + random.between(-step, step)));
  }
  return draft("set_index_prices", { instruments, prices });
}

/** Whether an instrument rests for a while; one that was delivered rests for ever. */
export function isHalted(instrument: NaiveInstrument, state: NaiveState): boolean {
  const { deliveryAtMs, status } = instrument;
  return status !== "online" && (deliveryAtMs === 0 || state.timeMs < deliveryAtMs);
}

const RESTING_STATUSES = ["halted", "offline", "post_only", "reduce_only", "reduce_only"] as const;

/** An instrument that is not online is soon online again, sometimes by another status. */
function status(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const resting = state.instruments.find((one) => isHalted(one, state));
  const instrument = resting ?? draws.instrument();
  const isBack = resting !== undefined && random.chance(80);
  const next = isBack ? "online" : random.pick(RESTING_STATUSES);
  return draft("set_instrument_status", { instrument: instrument.index, status: next });
}

function currency(draws: Draws): CommandDraft {
  const code = `COIN${draws.number()}`;
  return draft("list_currency", { code, decimals: draws.random.below(9), isPractice: false });
}

function listingOf(draws: Draws): DraftOf<"list_instrument"> {
  const symbol = `LIKE${draws.number()}`;
  const like = draws.state.instrumentAt(draws.random.below(LINES_COUNT));
  const { index: _, isFutures: __, status: ___, funding: ____, ...terms } = like;
  return draft("list_instrument", { ...terms, symbol });
}

/** An instrument that begins offline; the draw of statuses opens it. */
function prepared(draws: Draws): CommandDraft {
  const { kind: _, ...terms } = listingOf(draws);
  return draft("prepare_instrument", terms);
}

export const MARKET_DRAWS = {
  tick: () => draft("tick", {}),
  list_currency: currency,
  list_instrument: listingOf,
  prepare_instrument: prepared,
  set_instrument_status: status,
  set_index_prices: indexPrices,
} as const satisfies Readonly<Record<string, Draw>>;
