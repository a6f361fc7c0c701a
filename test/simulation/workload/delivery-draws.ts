/** Deliveries, scheduled well and badly. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { DATED_INSTRUMENTS } from "./founding.ts";
import { NOTHING } from "./spoil.ts";

/** Mostly of the contracts made for it; now and then a perpetual is delisted. */
function schedule(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const isDated = random.chance(95);
  const instrument = isDated ? random.pick(DATED_INSTRUMENTS) : draws.instrument().index;
  const deliveryAtMs =
    state.timeMs + random.pick([300_000, 550_000, 610_000, 4_000_000, 9_000_000]);
  return draft("schedule_delivery", { instrument, deliveryAtMs });
}

export const DELIVERY_DRAWS = {
  schedule_delivery: schedule,
} as const satisfies Readonly<Record<string, Draw>>;

export function spoiledDelivery(
  command: DraftOf<"schedule_delivery">,
  random: Random,
): CommandDraft {
  const changes = [{ instrument: NOTHING }, { instrument: 0 }, { deliveryAtMs: 5 }];
  return draft("schedule_delivery", { ...command, ...random.pick(changes) });
}
