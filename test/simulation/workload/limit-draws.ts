/** Commands of opening limits: the operator's terms, good and bad. */

import type { Side } from "../../../src/core/base/vocabulary.ts";
import type { CommandDraft, DraftOf } from "../../../src/core/commands/commands.ts";
import { opposite, restingOf } from "../naive/naive-book.ts";
import { bandOf } from "../naive/naive-guard.ts";
import { coversAll, marginOrdersOf, walletFor } from "../naive/naive-money.ts";
import type { NaiveInstrument } from "../naive/naive-records.ts";
import type { Random } from "../random.ts";
import { draft } from "./draft.ts";
import type { Draw, Draws } from "./draws.ts";
import { NOTHING } from "./spoil.ts";

/** Mostly wide, with one or the other tight enough to be reached. */
function openingLimits(draws: Draws): CommandDraft {
  const { random, state } = draws;
  const tight = random.weighted({
    share: 40,
    positions: 30,
    none: 15,
    symbol: 6,
    product: 6,
    time: 3,
  });
  const soon = state.timeMs + random.pick([0, 500, 60_000]);
  return draft("set_opening_limits", {
    instrument: draws.instrument().index,
    feeUpRatioE6: random.pick([0, 5_000, 100_000, 1_000_000]),
    costUpRatioE6: random.pick([0, 10_000, 100_000, 1_000_000]),
    positionShareE6: tight === "share" ? random.pick([1, 200_000, 600_000]) : 1_000_000,
    symbolOrdersMax: tight === "symbol" ? 1 + random.below(4) : 400,
    productOrdersMax: tight === "product" ? 1 + random.below(6) : 400,
    positionsMax: tight === "positions" ? 1 + random.below(2) : 400,
    opensUntilMs: tight === "time" ? soon : 0,
  });
}

type Wanted = {
  readonly user: number;
  readonly instrument: number;
  readonly side: Side;
  readonly price: number;
};

/** About the largest size that the account covers: one more is one too many, but for buffers. */
export function edgeSize(draws: Draws, wanted: Wanted): number {
  const { random, state } = draws;
  const user = state.userAt(wanted.user);
  const instrument = state.instrumentAt(wanted.instrument);
  const place = { wallet: walletFor(user, instrument), currency: instrument.settle };
  const others = marginOrdersOf(state, user.index, instrument.index);
  const price = wanted.price || draws.middleOf(instrument);
  let [low, high]: [number, number] = [1, instrument.sizeLotsMax];
  while (low < high) {
    const size = Math.ceil((low + high) / 2);
    const order = { side: wanted.side, isClosing: false, price, worst: price, size };
    const orders = [...others, order];
    const isCovered = coversAll(state, user, place, { instrument: instrument.index, orders });
    if (isCovered) low = size;
    else high = size - 1;
  }
  return Math.max(1, low + random.pick([-1, 0, 0, 1, 1]));
}

/** The price of the farthest order of the other side within the band. */
export function farPrice(draws: Draws, instrument: NaiveInstrument, side: Side): number {
  const bound = bandOf(instrument, side);
  const within = restingOf(draws.state, instrument.index, opposite(side)).filter(({ price }) =>
    side === "buy" ? price <= bound : price >= bound,
  );
  return within.at(-1)?.price ?? draws.price(instrument);
}

export const LIMIT_DRAWS = {
  set_opening_limits: openingLimits,
} as const satisfies Readonly<Record<string, Draw>>;

export function spoiledLimits(
  command: DraftOf<"set_opening_limits">,
  random: Random,
): CommandDraft {
  const changes: readonly Partial<Parameters<typeof draft<"set_opening_limits">>[1]>[] = [
    { instrument: NOTHING },
    { instrument: 0 },
    { feeUpRatioE6: 1_000_001 },
    { costUpRatioE6: 1_000_001 },
    { positionShareE6: 0 },
    { positionShareE6: 1_000_001 },
    { symbolOrdersMax: 0 },
    { symbolOrdersMax: 100_001 },
    { productOrdersMax: 0 },
    { productOrdersMax: 100_001 },
    { positionsMax: 0 },
    { positionsMax: 401 },
  ];
  return draft("set_opening_limits", { ...command, ...random.pick(changes) });
}
