/** Changes of order limits, good and bad: of sizes that are ordered here, and of narrow bands. */
import { draft } from "./draft.ts";
import type { Draw } from "./draws.ts";
import { NOTHING, type Spoil } from "./spoil.ts";

/** Largest sizes; some leave the range of amounts of an instrument with large steps. */
const LARGEST = [30, 60, 400, 5_000, 20_000];
const BANDS_E6 = [0, 5_000, 20_000, 50_000, 200_000, 1_000_000];

export const ORDER_LIMIT_DRAWS = {
  set_order_limits: (draws) => {
    const { random } = draws;
    const sizeLotsMin = random.pick([1, 1, 2, 3, 8, 25]);
    const sizeLotsMax = random.pick(LARGEST);
    return draft("set_order_limits", {
      instrument: draws.instrument().index,
      ...{ sizeLotsMin, sizeLotsMax },
      sizeLotsMarketMax: random.between(sizeLotsMin, random.chance(50) ? 30 : sizeLotsMax),
      valueMin: random.pick([0n, 1n, 2_000n, 3_000_000n, 30_000_000n]),
      buyLimitRatioE6: random.pick(BANDS_E6),
      sellLimitRatioE6: random.pick(BANDS_E6.slice(0, -1)),
    });
  },
} as const satisfies Readonly<Record<string, Draw>>;

export const SPOILED_ORDER_LIMITS: { readonly set_order_limits: Spoil<"set_order_limits"> } = {
  set_order_limits: (command, random) =>
    draft("set_order_limits", {
      ...command,
      ...random.pick([
        { instrument: NOTHING },
        { sizeLotsMin: 0 },
        { sizeLotsMin: command.sizeLotsMax + 1 },
        { sizeLotsMin: command.sizeLotsMarketMax + 1 },
        { sizeLotsMarketMax: command.sizeLotsMax + 1 },
        { sizeLotsMarketMax: 0 },
        { sizeLotsMax: 2 ** 50 },
        { sizeLotsMax: 2 ** 43 },
        { sizeLotsMax: 10_000_000 },
        { sizeLotsMax: 20_000_000_000 },
        { valueMin: -1n },
        { valueMin: 2n ** 62n },
        { valueMin: 2n ** 63n - 1n },
        { buyLimitRatioE6: 3_000_000 },
        { buyLimitRatioE6: 3_000_001 },
        { sellLimitRatioE6: 999_999 },
        { sellLimitRatioE6: 1_000_000 },
      ]),
    }),
};
