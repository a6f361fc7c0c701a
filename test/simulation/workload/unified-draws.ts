/** What commands about unified accounts look like. */
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw } from "./draws.ts";

/** By index of the simulation's coins: USDT, BTC, USD, USDC, SUSDT. */
const DOLLARS: readonly number[] = [0, 2, 3, 4];

/** The collateral terms of a coin: dollars in full or nearly, others less, in up to three tiers. */
export function collateral(random: Random, currency: number): CommandDraft {
  const isDollar = DOLLARS.includes(currency);
  const first = isDollar ? random.pick([1_000_000, 990_000]) : random.pick([950_000, 800_001, 0]);
  const tiers = random.pick([
    [[0, first]],
    [
      [0, first],
      [random.between(1, 40), Math.floor(first / 2)],
    ],
    [
      [0, first],
      [1, Math.floor(first / 2)],
      [random.between(2, 900), 0],
    ],
  ] as const);
  return draft("set_collateral", {
    currency,
    isDollar,
    isShared: isDollar,
    tierStarts: tiers.map(([start]) => start),
    ratesE6: tiers.map(([, rate]) => rate),
  });
}

/** Terms that are refused. */
export function spoiledCollateral(
  command: DraftOf<"set_collateral">,
  random: Random,
): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_collateral">>[1]>[] = [
    { currency: 250 },
    { tierStarts: [0], ratesE6: [] },
    { tierStarts: [1], ratesE6: [900_000] },
    { tierStarts: [0], ratesE6: [1_000_001] },
    { tierStarts: [0, 0], ratesE6: [900_000, 800_000] },
    { tierStarts: [0, 5], ratesE6: [800_000, 900_000] },
    {
      tierStarts: Array.from({ length: 21 }, (_, at) => at),
      ratesE6: Array.from({ length: 21 }, () => 500_000),
    },
  ];
  return draft("set_collateral", { ...command, ...random.pick(changes) });
}

export const UNIFIED_DRAWS = {
  set_account_level: (draws) =>
    draft("set_account_level", {
      user: draws.user(),
      level: draws.random.pick(["advanced", "advanced", "basic"] as const),
      isByOperator: draws.random.chance(20),
    }),
  set_questionnaire: (draws) =>
    draft("set_questionnaire", { user: draws.user(), isPassed: draws.random.chance(75) }),
  set_collateral: ({ random }) => collateral(random, random.below(5)),
} as const satisfies Readonly<Record<string, Draw>>;
