/** Changes of fees by market, level and user, good and bad. */
import type { CommandDraft } from "../../../src/core/commands/commands.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING, type Spoil, UNKNOWN_USER } from "./spoil.ts";

const LEVELS = 3;

/** At once, or within the time of some commands. */
function beginning({ random, state }: Draws): number {
  return random.chance(50) ? 0 : state.timeMs + random.between(1, 120_000);
}

function marketFees(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const { index, makerRateE6, takerRateE6 } = random.pick(state.instruments);
  const isListed = random.chance(20);
  return draft("set_market_fees", {
    instrument: index,
    makerRateE6: isListed ? makerRateE6 : random.below(Math.min(makerRateE6, takerRateE6) + 1),
    takerRateE6: isListed ? takerRateE6 : random.between(makerRateE6, takerRateE6),
    fromMs: beginning(draws),
  });
}

function level({ random }: Draws): CommandDraft {
  return draft("set_fee_level", {
    level: random.between(1, LEVELS),
    spotMakerE6: random.between(0, 150),
    spotTakerE6: random.between(150, 800),
    futuresMakerE6: random.between(0, 100),
    futuresTakerE6: random.between(100, 700),
  });
}

function userLevel(draws: Draws): CommandDraft {
  const known = [0, ...draws.state.fees.levels.keys()];
  return draft("set_user_fee_level", {
    user: draws.user(),
    level: draws.random.pick(known),
    fromMs: beginning(draws),
  });
}

export const FEE_DRAWS = {
  set_market_fees: marketFees,
  set_fee_level: level,
  set_user_fee_level: userLevel,
} as const satisfies Readonly<Record<string, Draw>>;

type Kind = keyof typeof FEE_DRAWS;

export const SPOILED_FEES: { readonly [K in Kind]: Spoil<K> } = {
  set_market_fees: (command, random, state) =>
    draft("set_market_fees", {
      ...command,
      ...random.pick([
        { instrument: NOTHING },
        { makerRateE6: command.takerRateE6 + 1 },
        { takerRateE6: 1_000_000 },
        { fromMs: state.timeMs },
        { fromMs: 1 },
        { fromMs: state.timeMs + 367 * 86_400_000 },
      ]),
    }),
  set_fee_level: (command, random) =>
    draft("set_fee_level", {
      ...command,
      ...random.pick([
        { level: 0 },
        { level: 101 },
        { spotMakerE6: 801 },
        { futuresTakerE6: 1_000_000 },
        { futuresMakerE6: 701 },
        { spotTakerE6: 1_000_000 },
      ]),
    }),
  set_user_fee_level: (command, random, state) =>
    draft("set_user_fee_level", {
      ...command,
      ...random.pick([
        { user: UNKNOWN_USER },
        { user: 0 },
        { level: 99 },
        { fromMs: state.timeMs },
        { fromMs: state.timeMs + 367 * 86_400_000 },
      ]),
    }),
};
