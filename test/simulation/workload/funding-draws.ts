/** Commands of funding: the operator's terms, good and bad. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING } from "./spoil.ts";

/** Small impact sizes let thin books have a premium. */
function fundingTerms(draws: Draws): CommandDraft {
  const { random } = draws;
  return draft("set_funding_terms", {
    instrument: draws.instrument().index,
    intervalHours: random.pick([1, 2, 4, 8]),
    rateMin: -random.pick([0, 40_000, 300_000, 10_000_000]),
    rateMax: random.pick([0, 40_000, 300_000, 10_000_000]),
    impactLots: random.pick([0, 1, 5, 20]),
  });
}

export const FUNDING_DRAWS = {
  set_funding_terms: fundingTerms,
} as const satisfies Readonly<Record<string, Draw>>;

export function spoiledFundingTerms(
  command: DraftOf<"set_funding_terms">,
  random: Random,
): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_funding_terms">>[1]>[] = [
    { instrument: NOTHING },
    { instrument: 0 },
    { intervalHours: 3 },
    { intervalHours: 0 },
    { rateMin: 1 },
    { rateMin: -10_000_001 },
    { rateMax: -1 },
    { rateMax: 10_000_001 },
    { impactLots: 5_001 },
  ];
  return draft("set_funding_terms", { ...command, ...random.pick(changes) });
}
