/** Commands of price guards: the operator's bounds of prices, good and bad. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { NaiveInstrument } from "../naive/naive-records.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING } from "./spoil.ts";

/** Tight enough to be reached within a few ticks of the first index prices, or none. */
export function guardsOf(
  random: Random,
  { index, isFutures }: Pick<NaiveInstrument, "index" | "isFutures">,
): CommandDraft {
  return draft("set_price_guards", {
    instrument: index,
    markCapE6: isFutures ? random.pick([0, 5_000, 20_000, 60_000]) : 0,
    markStepE6: isFutures ? random.pick([0, 0, 500, 4_000]) : 0,
    impactUnits: isFutures ? random.pick([0, 0, 1, 5, 20]) : 0,
    referenceStepE6: isFutures ? 0 : random.pick([0, 500, 5_000, 5_000, 40_000]),
  });
}

export const PRICE_DRAWS = {
  set_price_guards: (draws: Draws) => guardsOf(draws.random, draws.instrument()),
} as const satisfies Readonly<Record<string, Draw>>;

export function spoiledGuards(command: DraftOf<"set_price_guards">, random: Random): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_price_guards">>[1]>[] = [
    { instrument: NOTHING },
    { markCapE6: 500_001 },
    { markStepE6: 1_000_001 },
    { impactUnits: 1_000_000_000_001 },
    { referenceStepE6: 1_000_001 },
    { instrument: 0, markCapE6: 1 },
    { instrument: 0, markStepE6: 1 },
    { instrument: 0, impactUnits: 1 },
    { instrument: 1, referenceStepE6: 1 },
  ];
  return draft("set_price_guards", { ...command, ...random.pick(changes) });
}
