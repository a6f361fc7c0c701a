/** Commands of the house's loss limits: the operator's terms, good and bad. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { COINS_COUNT } from "./founding.ts";
import { NOTHING } from "./spoil.ts";

function fundTerms(draws: Draws): CommandDraft {
  const { random } = draws;
  return draft("set_fund_terms", {
    realm: random.pick(["live", "live", "live", "demo"] as const),
    currency: random.chance(60) ? draws.instrument().settle : random.below(COINS_COUNT),
    feeShareE6: random.pick([0, 1, 100_000, 333_333, 1_000_000]),
    drawMax: random.chance(50) ? 0n : BigInt(1 + random.below(40_000)),
  });
}

/** Mostly bounds that a few liquidations use up. */
function lossLimits(draws: Draws): CommandDraft {
  const { random } = draws;
  return draft("set_loss_limits", {
    instrument: draws.instrument().index,
    fundDrawMax: random.chance(25) ? 0n : BigInt(1 + random.below(random.pick([500, 50_000]))),
    openInterestFactorE6: random.pick([0, 0, 300_000, 1_500_000, 20_000_000]),
    positionFactorE6: random.pick([0, 0, 200_000, 1_000_000, 9_999_999]),
    openInterestFloor: random.pick([0, 20, 400]),
    positionFloor: random.pick([0, 10, 100]),
  });
}

export const LOSS_DRAWS = {
  set_fund_terms: fundTerms,
  set_loss_limits: lossLimits,
} as const satisfies Readonly<Record<string, Draw>>;

export function spoiledFundTerms(command: DraftOf<"set_fund_terms">, random: Random): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_fund_terms">>[1]>[] = [
    { currency: 250 },
    { feeShareE6: 1_000_001 },
    { drawMax: -1n },
  ];
  return draft("set_fund_terms", { ...command, ...random.pick(changes) });
}

export function spoiledLossLimits(
  command: DraftOf<"set_loss_limits">,
  random: Random,
): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_loss_limits">>[1]>[] = [
    { instrument: NOTHING },
    { instrument: 0 },
    { fundDrawMax: -1n },
    { openInterestFactorE6: 1_000_000_001 },
    { positionFactorE6: 1_000_000_001 },
  ];
  return draft("set_loss_limits", { ...command, ...random.pick(changes) });
}
