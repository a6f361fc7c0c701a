import type { Random } from "../../market-model/random.ts";

/** What kind of trader a member is, until its wallet is empty and another one takes its place. */
export type MemberTraits = {
  /** Opens in the direction of the trend, and closes when the trend turns. */
  readonly isTrendFollower: boolean;
  readonly leverage: number;
  readonly marginMode: "isolated" | "crossed";
  /** Share of the available funds that a new position takes as margin. */
  readonly boldness: number;
  /** Mean interval between two looks at the market, in ms. */
  readonly lookMeanMs: number;
  /** Mean time after which a position with a profit is closed, in ms. */
  readonly holdMeanMs: number;
  /** Unrealised profit ÷ margin at which the member takes the profit. */
  readonly profitTarget: number;
  /** Loss ÷ margin of the stop-loss of each order; 0 for none: losers are kept. */
  readonly stopShare: number;
  /** Whether orders carry a take-profit at the target, too. */
  readonly placesTakeProfit: boolean;
  readonly addsToLosers: boolean;
  readonly positionsMax: number;
};

const TREND_ODDS = 0.55;
const ISOLATED_ODDS = 0.6;
/** The higher leverages are the popular ones. */
const LEVERAGES = [5, 10, 20, 25, 40, 50, 50, 50, 50, 50] as const;
const BOLDNESS_MIN = 0.2;
const BOLDNESS_MAX = 0.7;
const LOOK_MEAN_MS_MIN = 30_000;
const LOOK_MEAN_MS_MAX = 180_000;
const HOLD_MEAN_MS_MIN = 15 * 60_000;
const HOLD_MEAN_MS_MAX = 8 * 3_600_000;
const PROFIT_TARGET_MIN = 0.2;
const PROFIT_TARGET_MAX = 2;
const STOP_ODDS = 0.3;
const STOP_SHARE_MIN = 0.25;
const STOP_SHARE_MAX = 0.7;
const TAKE_PROFIT_ODDS = 0.3;
const ADDING_ODDS = 0.35;
const POSITIONS_MAX = 3;

/** Draws the traits of a new member. */
export function drawTraits(random: Random): MemberTraits {
  const logBetween = (low: number, high: number): number =>
    Math.exp(random.between(Math.log(low), Math.log(high)));
  return {
    isTrendFollower: random.chance(TREND_ODDS),
    leverage: LEVERAGES[Math.floor(random.uniform() * LEVERAGES.length)] ?? LEVERAGES[0],
    marginMode: random.chance(ISOLATED_ODDS) ? "isolated" : "crossed",
    boldness: random.between(BOLDNESS_MIN, BOLDNESS_MAX),
    lookMeanMs: logBetween(LOOK_MEAN_MS_MIN, LOOK_MEAN_MS_MAX),
    holdMeanMs: logBetween(HOLD_MEAN_MS_MIN, HOLD_MEAN_MS_MAX),
    profitTarget: logBetween(PROFIT_TARGET_MIN, PROFIT_TARGET_MAX),
    stopShare: random.chance(STOP_ODDS) ? random.between(STOP_SHARE_MIN, STOP_SHARE_MAX) : 0,
    placesTakeProfit: random.chance(TAKE_PROFIT_ODDS),
    addsToLosers: random.chance(ADDING_ODDS),
    positionsMax: 1 + Math.floor(random.uniform() * POSITIONS_MAX),
  };
}
